import Admin
import Foundation
import GRDB
import Registry
import Web

/// Whom a questionnaire reaches once it is published: how many students, for what, and from when.
struct PublicationReach {
    let students: Int
    /// What there is to fill in at once, by all of them; nil where that is once for each student.
    let occasions: Int?
    private let questionnaire: Questionnaire
    /// The courses of its campaigns, and those of them that are open; nil without a campaign.
    private let courses: (all: Int, open: Int)?

    init?(_ id: Int64, now: Date, _ db: Database) throws {
        guard let questionnaire = try Questionnaire.fetch(db, id: id) else { return nil }
        self.questionnaire = questionnaire
        let audience = """
            SELECT student.id FROM questionnaire JOIN student ON \(Student.active)
            WHERE questionnaire.id = :id AND \(HeaderAudience.includes)
            """
        students = try Int.fetchOne(db, sql: "SELECT count(*) FROM (\(audience))", arguments: ["id": id]) ?? 0
        let campaign: [CampaignCourse]? =
            try questionnaire.repetition == .activity && CampaignCourse.areKnown(of: id, db)
            ? CampaignCourse.all(ofQuestionnaire: id, db) : nil
        let open = Set((campaign ?? []).filter { $0.state(at: now) == .open }.map(\.activity))
        courses = campaign.map { (Set($0.map(\.activity)).count, open.count) }
        let list = open.isEmpty ? "NULL" : open.sorted().map { String($0) }.joined(separator: ", ")
        let sql: String? =
            switch questionnaire.repetition {
            case .person, .year: nil
            case .activity where campaign != nil:
                """
                SELECT count(*) FROM recordBook WHERE student IN (\(audience)) AND activity IN (\(list))
                """
            case .activity:
                // As students are asked, with what publishing notes.
                """
                SELECT count(*) FROM recordBook JOIN activity ON activity.id = recordBook.activity
                JOIN academicYear ON academicYear.id = activity.year
                WHERE recordBook.student IN (\(audience)) AND \(Activity.notTrashed) AND (:any OR activity.closing <= :now)
                  AND (academicYear.ends IS NULL OR academicYear.ends > ifnull((
                    SELECT CASE WHEN count(*) = 0 THEN :now WHEN count(*) = count(asksFrom) THEN min(asksFrom) END
                    FROM questionnaireVersion WHERE questionnaire = :id AND activatedAt IS NOT NULL), ''))
                  AND activity.id NOT IN (SELECT campaignEnd.activity FROM campaignEnd WHERE questionnaire = :id)
                """
            case .mobility:
                """
                SELECT count(*) FROM mobility WHERE student IN (\(audience)) AND \(Mobility.notTrashed) AND ends <= :now
                """
            case .competition:
                """
                SELECT count(*) FROM competitionEntrant WHERE student IN (\(audience))
                  AND competition = (SELECT competition FROM questionnaire WHERE id = :id)
                """
            }
        let arguments: StatementArguments = ["id": id, "any": questionnaire.opening == .dates, "now": now]
        occasions = try sql.flatMap { try Int.fetchOne(db, sql: $0, arguments: arguments) }
    }

    /// What a designer reads before publishing, a label and a sentence each.
    func facts(_ words: Words, _ zone: TimeZone, now: Date, _ db: Database) throws -> [Values] {
        func fact(_ name: String, _ text: String) -> Values { ["label": words("questionnaires.publication.\(name)"), "text": text] }
        let opens = questionnaire.opens.flatMap { $0 > now ? $0 : nil }
        let from = opens.map { words("questionnaires.publication.fromDay", ["when": words.language.moment($0, in: zone)]) }
        let until = questionnaire.closes.map { words("questionnaires.publication.untilDay", ["when": words.language.moment($0, in: zone)]) }
        let often = words("questionnaires.repetition.\(questionnaire.repetition.rawValue)")
        let count = occasions.map { words("questionnaires.publication.occasions", count: $0) }
        let campaigns = try courses.map { courses -> Values in
            let sql =
                "SELECT \(words.language.sql("campaign")) FROM campaign WHERE questionnaire = ? AND \(Campaign.notTrashed) ORDER BY name"
            let names = try String.fetchAll(db, sql: sql, arguments: [questionnaire.id]).joined(separator: ", ")
            let values = ["names": names, "open": words.language.number(courses.open)]
            return fact("campaign", words("questionnaires.publication.courses", values, count: courses.all))
        }
        return [campaigns].compactMap { $0 } + [
            fact("who", try audience(words, db)),
            fact("many", [words("questionnaires.publication.students", count: students), count].compactMap { $0 }.joined(separator: " ")),
            fact("often", often),
            fact("from", from ?? words("questionnaires.publication.atOnce")),
            fact("until", until ?? words("questionnaires.publication.noEnd")),
        ]
    }

    private func audience(_ words: Words, _ db: Database) throws -> String {
        var parts: [String] = []
        if !questionnaire.degrees.isEmpty {
            let sql =
                "SELECT \(words.language.sql("degree")) FROM degree JOIN questionnaireDegree ON degree.id = degree WHERE questionnaire = ? ORDER BY name"
            parts.append(try String.fetchAll(db, sql: sql, arguments: [questionnaire.id]).joined(separator: ", "))
        }
        if let year = questionnaire.courseYear {
            parts.append(words("questionnaires.publication.courseYear", ["year": words.language.number(year)]))
        }
        if questionnaire.audience != .all { parts.append(words("questionnaires.audience.\(questionnaire.audience.rawValue)")) }
        return parts.isEmpty ? words("questionnaires.publication.everyone") : parts.joined(separator: "; ")
    }
}
