import Foundation
import GRDB
import Registry

struct CampaignCourse: Sendable {
    enum State: String, Sendable { case waiting, open, over }

    let campaign: Int64
    let activity: Int64
    let year: Int64
    let opens: Date?
    let closes: Date?
    /// Whether its time is over for good, or the campaign is in the archive.
    let isEnded: Bool

    func state(at now: Date) -> State {
        if isEnded || closes.map({ $0 <= now }) ?? false { return .over }
        return opens.map { $0 <= now } ?? false ? .open : .waiting
    }

    /// The courses of a campaign, by its choices: those by name, or all of a year, term, department or degree.
    private static let selection = """
        SELECT campaign.id AS campaign, activity.id AS activity, activity.year, activity.closing, campaign.opening, campaign.opens,
          campaign.closes, campaign.days, campaign.archived,
          CASE WHEN campaign.untilExam THEN (SELECT min(examSession.held) FROM examSession WHERE examSession.activity = activity.id
            AND \(OralExamSession.notTrashed) AND examSession.held > coalesce(activity.closing, campaign.opens, '')) END AS exam, campaignWindow.opens AS ownOpens, campaignWindow.closes AS ownCloses,
          EXISTS (SELECT 1 FROM campaignEnd WHERE campaignEnd.questionnaire = campaign.questionnaire
            AND campaignEnd.activity = activity.id) AS isEnded
        FROM campaign JOIN activity ON CASE
          WHEN EXISTS (SELECT 1 FROM campaignActivity WHERE campaignActivity.campaign = campaign.id)
          THEN activity.id IN (SELECT campaignActivity.activity FROM campaignActivity WHERE campaignActivity.campaign = campaign.id)
          ELSE activity.year = campaign.year AND (campaign.term = 'unsaid' OR activity.term = campaign.term)
            AND (NOT EXISTS (SELECT 1 FROM campaignDepartment WHERE campaignDepartment.campaign = campaign.id)
              OR activity.course IN (SELECT courseOfDegree.course FROM courseOfDegree JOIN degree ON degree.id = courseOfDegree.degree
                JOIN campaignDepartment ON campaignDepartment.department = degree.department
                WHERE campaignDepartment.campaign = campaign.id))
            AND (NOT EXISTS (SELECT 1 FROM campaignDegree WHERE campaignDegree.campaign = campaign.id)
              OR activity.course IN (SELECT courseOfDegree.course FROM courseOfDegree
                JOIN campaignDegree ON campaignDegree.degree = courseOfDegree.degree WHERE campaignDegree.campaign = campaign.id))
          END
        LEFT JOIN campaignWindow ON campaignWindow.campaign = campaign.id AND campaignWindow.activity = activity.id
        WHERE \(Campaign.notTrashed) AND \(Activity.notTrashed)
        """

    static func all(of campaign: Int64, _ db: Database) throws -> [CampaignCourse] {
        let sql = selection + " AND campaign.id = ? ORDER BY activity.code, activity.id"
        return try Row.fetchAll(db, sql: sql, arguments: [campaign]).map(CampaignCourse.init)
    }

    static func all(ofQuestionnaire questionnaire: Int64, _ db: Database) throws -> [CampaignCourse] {
        let sql = selection + " AND campaign.questionnaire = ? ORDER BY campaign.id, activity.id"
        return try Row.fetchAll(db, sql: sql, arguments: [questionnaire]).map(CampaignCourse.init)
    }

    static func all(of student: Int64, questionnaire: Int64, _ db: Database) throws -> [CampaignCourse] {
        let sql =
            selection + """
                 AND campaign.questionnaire = ?
                AND activity.id IN (SELECT recordBook.activity FROM recordBook WHERE recordBook.student = ?) ORDER BY activity.closing, activity.id
                """
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [questionnaire, student]).map(CampaignCourse.init)
    }

    private init(_ row: Row) {
        (campaign, activity, year) = (row["campaign"], row["activity"], row["year"])
        isEnded = row["isEnded"] as Bool || row["archived"] as Bool
        let closing: Date? = row["closing"]
        let (from, until): (Date?, Date?) = (row["opens"], row["closes"])
        let (ownOpens, ownCloses): (Date?, Date?) = (row["ownOpens"], row["ownCloses"])
        let days: Int? = row["days"]
        let isByDates = row["opening"] as String == Opening.dates.rawValue
        opens = ownOpens ?? (isByDates ? from ?? .distantPast : closing.map { max($0, from ?? .distantPast) })
        let last = days.flatMap { days in isByDates ? nil : closing?.addingTimeInterval(Double(days) * 86_400) }
        let exam: Date? = row["exam"]
        closes = ownCloses ?? [until, last, exam].compactMap { $0 }.min()
    }

    static func areKnown(of questionnaire: Int64, _ db: Database) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM campaign WHERE questionnaire = ? AND \(Campaign.notTrashed))"
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [questionnaire]) ?? false
    }
}

/// The end of courses: from then on no one can answer, whatever becomes of dates, and results may be shown.
enum CampaignEnd {
    /// Notes every course whose time is over in all campaigns of its questionnaire. Returns whether any has ended now.
    @discardableResult
    static func note(now: Date, _ db: Database) throws -> Bool {
        var isAny = false
        for questionnaire in try Int64.fetchAll(db, sql: "SELECT DISTINCT questionnaire FROM campaign WHERE \(Campaign.notTrashed)") {
            let known = try activities(ofQuestionnaire: questionnaire, db)
            let courses = try CampaignCourse.all(ofQuestionnaire: questionnaire, db).filter { !known.contains($0.activity) }
            for (activity, times) in Dictionary(grouping: courses, by: \.activity).sorted(by: { $0.key < $1.key })
            where times.allSatisfy({ $0.state(at: now) == .over }) {
                try db.execute(
                    sql: "INSERT OR IGNORE INTO campaignEnd (questionnaire, activity) VALUES (?, ?)", arguments: [questionnaire, activity])
                isAny = true
            }
        }
        return isAny
    }

    static func activities(ofQuestionnaire questionnaire: Int64, _ db: Database) throws -> Set<Int64> {
        let sql = "SELECT activity FROM campaignEnd WHERE questionnaire = ?"
        return try Int64.fetchSet(db.cachedStatement(sql: sql), arguments: [questionnaire])
    }

    /// The ended courses of a version whose results open course by course; nil for others, also those that were closed before their
    /// questionnaire had a campaign: their results may have been shown divided otherwise.
    static func activities(of version: Int64, _ db: Database) throws -> Set<Int64>? {
        let sql = """
            SELECT campaignStart.questionnaire FROM campaignStart
            JOIN questionnaireVersion ON questionnaireVersion.questionnaire = campaignStart.questionnaire
            WHERE questionnaireVersion.id = ? AND (closedAt IS NULL OR closedAt > campaignStart.at)
            """
        return try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: [version]).map { try activities(ofQuestionnaire: $0, db) }
    }
}
