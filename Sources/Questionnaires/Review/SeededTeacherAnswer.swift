import Accounts
import Admin
import GRDB
import Registry

/// A teacher's reply in the seed: `{ questionnaire: valdid, version: 1, activity: in04-2025, question: q5, person: ..., text: ... }`.
struct SeededTeacherAnswer: SeedExtra {
    static let path = "teacher-answers"
    static let comparesValues = true
    static let known = ["questionnaire", "version", "activity", "question", "person", "text"]
    static let schema = SeedSchema.map(
        known.map { ($0, $0 == "version" ? SeedSchema("integer", ["minimum": 1]) : SeedSchema("string"), true) })

    private let questionnaire: Int64
    private let version: Int
    private let activity: Int64
    private let question: String
    private let person: Int64
    private let text: String
    let key: String

    init?(_ mapping: SeedMapping, scopeID: Int64) {
        guard let ofNode = mapping.required("questionnaire"), let questionnaire = ofNode.record(of: Questionnaire.self),
            let version = mapping.required("version")?.integer(), let about = mapping.required("activity"),
            let activity = about.record(of: Activity.self), let question = mapping.required("question")?.text(),
            let by = mapping.required("person"), let person = by.record(of: Person.self), let text = mapping.required("text")?.text()
        else { return nil }
        (self.questionnaire, self.version, self.activity) = (questionnaire, version, activity)
        (self.question, self.person, self.text) = (question, person, text)
        key = [ofNode.scalar() ?? "", String(version), about.scalar() ?? "", question, by.scalar() ?? ""].joined(separator: " ")
    }

    private func element(_ db: Database) throws -> Int64? {
        let sql = """
            SELECT element.id FROM element JOIN questionnaireVersion ON questionnaireVersion.id = element.version
            WHERE questionnaire = ? AND number = ? AND kind = 'question' AND code = ?
            """
        return try Int64.fetchOne(db, sql: sql, arguments: [questionnaire, version, question])
    }

    func state(_ db: Database) throws -> SeedExtraState {
        let sql = "SELECT text FROM teacherAnswer WHERE activity = ? AND question = ? AND person = ?"
        let there = try String.fetchOne(db, sql: sql, arguments: [activity, try element(db), person])
        return there == nil ? .new : there == text ? .same : .changed(["text"])
    }

    func write(_ db: Database, hash: String?, by actor: Actor) throws {
        guard let element = try element(db) else { return }
        try TeacherAnswer.write(text, to: element, of: activity, by: person, db)
        try AuditEntry.write(db, "\(Questionnaire.name).answer", by: actor, on: (Questionnaire.name, questionnaire, key))
    }

    static func exported(scopeID: Int64, _ export: SeedExport, _ db: Database) throws -> [SeedValue] {
        let sql = """
            SELECT questionnaire, number, activity, code, person, teacherAnswer.text FROM teacherAnswer
            JOIN element ON element.id = teacherAnswer.question JOIN questionnaireVersion ON questionnaireVersion.id = element.version
            ORDER BY questionnaire, number, activity, element.position, person
            """
        return try Row.fetchAll(db, sql: sql).compactMap { row -> SeedValue? in
            guard let questionnaire = try export.key(of: row["questionnaire"], Questionnaire.self),
                let activity = try export.key(of: row["activity"], Activity.self),
                let person = try export.key(of: row["person"], Person.self)
            else { return nil }
            return .map([
                ("questionnaire", .text(questionnaire)), ("version", .number(String(row["number"] as Int))), ("activity", .text(activity)),
                ("question", .text(row["code"])), ("person", .text(person)), ("text", .text(row["text"])),
            ])
        }
    }
}
