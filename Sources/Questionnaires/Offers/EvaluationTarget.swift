import Admin
import Foundation
import GRDB
import Registry

struct EvaluationTarget: Sendable, Hashable {
    /// Identifies the occasion: `activity 12`.
    let key: String
    var activity: Int64?
    var year: Int64?
    var mobility: Int64?
    var competition: Int64?

    static let once = EvaluationTarget(key: "person")
}

struct OpenQuestionnaire: Sendable {
    let id: Int64
    let version: Int64
    let repetition: Repetition
    let opening: Opening
    let competition: Int64?

    static func all(for student: Int64, now: Date, _ db: Database) throws -> [OpenQuestionnaire] {
        let sql = """
            SELECT questionnaire.id, questionnaireVersion.id AS version, repetition, opening, competition
            FROM questionnaire JOIN questionnaireVersion ON questionnaireVersion.questionnaire = questionnaire.id AND state = 'active'
            JOIN student ON student.id = :student AND \(Student.active)
            WHERE \(Questionnaire.notTrashed)
              AND (opens IS NULL OR opens <= :now) AND (closes IS NULL OR closes > :now)
              AND \(HeaderAudience.includes)
            ORDER BY questionnaire.id
            """
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: ["student": student, "now": now]).map { row in
            OpenQuestionnaire(
                id: row["id"], version: row["version"], repetition: Repetition(rawValue: row["repetition"] as String) ?? .person,
                opening: Opening(rawValue: row["opening"] as String) ?? .dates, competition: row["competition"])
        }
    }

    func occasions(of student: Int64, now: Date, _ db: Database) throws -> [EvaluationTarget] {
        switch repetition {
        case .person: return [.once]
        case .year:
            let sql = "SELECT id FROM academicYear WHERE \(AcademicYear.notTrashed) AND begins <= :now AND (ends IS NULL OR ends > :now)"
            return try Int64.fetchAll(db.cachedStatement(sql: sql), arguments: ["now": now]).map {
                EvaluationTarget(key: "year \($0)", year: $0)
            }
        case .activity: return try activities(of: student, now: now, db)
        case .mobility:
            let sql = "SELECT id FROM mobility WHERE student = :student AND \(Mobility.notTrashed) AND ends <= :now ORDER BY ends"
            return try Int64.fetchAll(db.cachedStatement(sql: sql), arguments: ["student": student, "now": now]).map {
                EvaluationTarget(key: "mobility \($0)", mobility: $0)
            }
        case .competition:
            let sql = """
                SELECT competition.id, year FROM competition JOIN competitionEntrant ON competitionEntrant.competition = competition.id
                WHERE competitionEntrant.student = ? AND competition.id = ? AND \(Competition.notTrashed)
                """
            return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [student, competition]).map { row in
                EvaluationTarget(key: "competition \(row["id"] as Int64)", year: row["year"], competition: row["id"])
            }
        }
    }

    /// Activities in the record book, of campaigns where the questionnaire has any. Without campaigns, only closed ones when it opens at
    /// their closing, and none of an academic year that was over when it was first published.
    private func activities(of student: Int64, now: Date, _ db: Database) throws -> [EvaluationTarget] {
        if try CampaignCourse.areKnown(of: id, db) {
            var seen: Set<Int64> = []
            return try CampaignCourse.all(of: student, questionnaire: id, db).filter {
                $0.state(at: now) == .open && seen.insert($0.activity).inserted
            }.map { EvaluationTarget(key: "activity \($0.activity)", activity: $0.activity, year: $0.year) }
        }
        let sql = """
            SELECT activity.id, activity.year FROM recordBook JOIN activity ON activity.id = recordBook.activity
            JOIN academicYear ON academicYear.id = activity.year
            WHERE recordBook.student = :student AND \(Activity.notTrashed) AND (:any OR activity.closing <= :now)
              AND (academicYear.ends IS NULL OR academicYear.ends > ifnull((
                SELECT CASE WHEN count(*) = count(asksFrom) THEN min(asksFrom) END FROM questionnaireVersion
                WHERE questionnaire = :questionnaire AND activatedAt IS NOT NULL), ''))
              AND activity.id NOT IN (SELECT campaignEnd.activity FROM campaignEnd WHERE questionnaire = :questionnaire)
            ORDER BY activity.closing, activity.id
            """
        let arguments: StatementArguments = ["student": student, "now": now, "any": opening == .dates, "questionnaire": id]
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments).map { row in
            EvaluationTarget(key: "activity \(row["id"] as Int64)", activity: row["id"], year: row["year"])
        }
    }
}
