import Accounts
import Admin
import Foundation
import GRDB

/// A student's right to fill in one questionnaire for one occasion. The random id reveals nothing and cannot be guessed.
struct Offer: Codable, Sendable, Equatable, FetchableRecord {
    let id: String
    let questionnaire: Int64
    let student: Int64
    let occasion: String
    let activity: Int64?
    let year: Int64?
    let mobility: Int64?
    let competition: Int64?

    private static let columns = "id, questionnaire, student, occasion, activity, year, mobility, competition"

    /// Adds the student's new offers; existing ones do not change.
    static func refresh(of student: Int64, now: Date, _ db: Database) throws {
        for open in try OpenQuestionnaire.all(for: student, now: now, db) {
            for occasion in try open.occasions(of: student, now: now, db) {
                try Offer(
                    id: Token().text, questionnaire: open.id, student: student, occasion: occasion.key, activity: occasion.activity,
                    year: occasion.year, mobility: occasion.mobility, competition: occasion.competition
                ).insert(db)
            }
        }
    }

    func insert(_ db: Database) throws {
        let sql = """
            INSERT INTO offer (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (questionnaire, student, occasion) DO NOTHING
            """
        try db.cachedStatement(sql: sql).execute(
            arguments: [id, questionnaire, student, occasion, activity, year, mobility, competition])
    }

    /// Whether `refresh` would add anything. Read-only views check this to avoid a write.
    static func isBehind(of student: Int64, now: Date, _ db: Database) throws -> Bool {
        let known = try Set(all(of: student, db).map { "\($0.questionnaire) \($0.occasion)" })
        return try OpenQuestionnaire.all(for: student, now: now, db).contains { open in
            try open.occasions(of: student, now: now, db).contains { !known.contains("\(open.id) \($0.key)") }
        }
    }

    static func pending(of student: Int64, now: Date, _ db: Database) throws -> Int {
        let sql = """
            SELECT questionnaire || ' ' || occasion FROM offer JOIN receipt ON receipt.offer = offer.id WHERE student = ?
            """
        let sent = try String.fetchSet(db.cachedStatement(sql: sql), arguments: [student])
        return try OpenQuestionnaire.all(for: student, now: now, db).reduce(0) { sum, open in
            try sum + open.occasions(of: student, now: now, db).count { !sent.contains("\(open.id) \($0.key)") }
        }
    }

    static func all(of student: Int64, _ db: Database) throws -> [Offer] {
        let sql = "SELECT \(columns) FROM offer WHERE student = ? ORDER BY questionnaire, occasion"
        return try fetchAll(db.cachedStatement(sql: sql), arguments: [student])
    }

    static func find(_ id: String, of student: Int64, _ db: Database) throws -> Offer? {
        let sql = "SELECT \(columns) FROM offer WHERE id = ? AND student = ?"
        return try fetchOne(db.cachedStatement(sql: sql), arguments: [id, student])
    }

    /// The version to fill in now; nil outside the dates or for a student who left the audience.
    func openVersion(now: Date, _ db: Database) throws -> Int64? {
        guard let open = try OpenQuestionnaire.all(for: student, now: now, db).first(where: { $0.id == questionnaire }),
            try open.occasions(of: student, now: now, db).contains(where: { $0.key == occasion })
        else { return nil }
        return open.version
    }

    /// Offers that block booking an activity's exam: mandatory, unsent and open now. A closed questionnaire does not block.
    static func blocking(_ activity: Int64, of student: Int64, now: Date, _ db: Database) throws -> [Offer] {
        // The plus keeps SQLite off the index of activities: a student has few offers, an activity has everyone's.
        let sql = """
            SELECT \(columns) FROM offer WHERE student = :student AND +activity = :activity
              AND id NOT IN (SELECT offer FROM receipt)
              AND questionnaire IN (SELECT id FROM questionnaire WHERE mandatory = 1 AND \(Questionnaire.notTrashed))
            ORDER BY questionnaire
            """
        return try fetchAll(db.cachedStatement(sql: sql), arguments: ["student": student, "activity": activity]).filter {
            try $0.openVersion(now: now, db) != nil
        }
    }
}
