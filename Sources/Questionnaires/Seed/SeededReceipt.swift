import Accounts
import Admin
import Crypto
import Foundation
import GRDB

/// A receipt in the seed: `{ questionnaire: valdid, student: "800101", activity: in04-2025, day: ... }`. It has no link to the answers.
struct SeededReceipt: SeedExtra {
    static let path = "receipts"
    static let known = ["questionnaire", "student", "day", "code"] + SeededOccasion.known
    static let schema = SeedSchema.map(
        [
            ("questionnaire", .key(of: Questionnaire.self), true), ("student", .key(of: Student.self), true),
            ("day", SeedSchema("string", ["pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"]), true), ("code", SeedSchema("string"), false),
        ] + SeededOccasion.members)

    private let questionnaire: Int64
    private let student: Int64
    private let day: Day
    private let code: String?
    private let occasion: SeededOccasion
    let key: String

    init?(_ mapping: SeedMapping, scopeID: Int64) {
        guard let ofNode = mapping.required("questionnaire"), let questionnaire = ofNode.record(of: Questionnaire.self),
            let byNode = mapping.required("student"), let student = byNode.record(of: Student.self),
            let occasion = SeededOccasion(mapping), let dayNode = mapping.required("day"), let text = dayNode.text()
        else { return nil }
        guard let day = Day(text) else {
            dayNode.refuse("day")
            return nil
        }
        (self.questionnaire, self.student, self.day, self.occasion) = (questionnaire, student, day, occasion)
        code = mapping["code"]?.text()
        let about = SeededOccasion.known.compactMap { mapping[$0]?.scalar() }
        key = ([ofNode.scalar() ?? "", byNode.scalar() ?? ""] + about).joined(separator: " ")
    }

    func state(_ db: Database) throws -> SeedExtraState {
        let offer = try occasion.offer("", questionnaire, student: student, db)
        let sql = """
            SELECT EXISTS (SELECT 1 FROM receipt JOIN offer ON offer.id = receipt.offer
              WHERE questionnaire = ? AND student = ? AND occasion = ?)
            """
        let isThere = try Bool.fetchOne(db, sql: sql, arguments: [questionnaire, student, offer.occasion]) ?? false
        return isThere ? .same : .new
    }

    func write(_ db: Database, hash: String?, by actor: Actor) throws {
        let made = try occasion.offer(Token().text, questionnaire, student: student, db)
        try made.insert(db)
        let sql = "SELECT id FROM offer WHERE questionnaire = ? AND student = ? AND occasion = ?"
        let offer = try String.fetchOne(db, sql: sql, arguments: [questionnaire, student, made.occasion])
        // A random nonce that no sender has, so the seeded receipt cannot be sent again.
        let nonce = Data(SHA256.hash(data: Data(Token().text.utf8)))
        try db.execute(
            sql: "INSERT INTO receipt (offer, code, day, nonceHash) VALUES (?, ?, ?, ?)",
            arguments: [offer, code ?? Sending.freshCode(year: day.year), day.text, nonce])
    }

    static func exported(scopeID: Int64, _ export: SeedExport, _ db: Database) throws -> [SeedValue] {
        let sql = """
            SELECT questionnaire, student, activity, year, mobility, competition, day, code FROM receipt JOIN offer ON offer.id = receipt.offer
            ORDER BY questionnaire, student, activity, competition, mobility, year
            """
        return try Row.fetchAll(db, sql: sql).compactMap { row -> SeedValue? in
            guard let questionnaire = try export.key(of: row["questionnaire"], Questionnaire.self),
                let student = try export.key(of: row["student"], Student.self)
            else { return nil }
            let occasion = SeededOccasion(
                activity: row["activity"], year: row["year"], mobility: row["mobility"], competition: row["competition"])
            return .map(
                [("questionnaire", .text(questionnaire)), ("student", .text(student))] + (try occasion.exported(export)) + [
                    ("day", .text(row["day"])), ("code", .text(row["code"])),
                ])
        }
    }
}
