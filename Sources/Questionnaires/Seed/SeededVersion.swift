import Accounts
import Admin
import Foundation
import GRDB

/// A version in the seed: `StructureWriter` text with stored or generated answers. Existing versions stay, except drafts.
struct SeededVersion: SeedExtra {
    static let path = "versions"
    static let known = ["questionnaire", "number", "state", "text", "made", "answers"]
    static let schema = SeedSchema.map([
        ("questionnaire", .key(of: Questionnaire.self), true), ("number", SeedSchema("integer", ["minimum": 1]), true),
        ("state", SeedSchema("string", ["enum": ["draft", "active", "closed"]]), true), ("text", SeedSchema("string"), true),
        ("made", GeneratedAnswers.schema, false), ("answers", SeedSchema("array", ["items": SeededAnswers.schema]), false),
    ])

    private let questionnaire: Int64
    private let number: Int
    private let state: QuestionnaireVersion.State
    private let structure: Structure
    private let made: GeneratedAnswers?
    private let answers: [SeededAnswers]
    let key: String

    init?(_ mapping: SeedMapping, scopeID: Int64) {
        guard let node = mapping.required("questionnaire"), let questionnaire = node.record(of: Questionnaire.self),
            let name = node.scalar(), let number = mapping.required("number")?.integer(),
            let stateNode = mapping.required("state"), let stateText = stateNode.text(),
            let textNode = mapping.required("text"), let text = textNode.text()
        else { return nil }
        guard let state = QuestionnaireVersion.State(rawValue: stateText) else {
            stateNode.unknown(stateText, among: ["draft", "active", "closed"])
            return nil
        }
        // An exported version can be imported even when it exceeds today's form limits.
        let reader = StructureReader(text, asForms: false)
        guard reader.mistakes.isEmpty else {
            for mistake in reader.mistakes.sorted(by: { $0.line < $1.line }).prefix(50) {
                let reason = mistake.reason ?? StructureReader.Reason(key: "belongs")
                textNode.refuse(
                    "structure.\(reason.key)", line: mistake.line, column: mistake.column, word: reason.word, among: reason.known)
            }
            return nil
        }
        (self.questionnaire, self.number, self.state, structure) = (questionnaire, number, state, reader.structure)
        key = "\(name) \(number)"
        let codes = StructureOutline(structure)
        made = mapping["made"].flatMap { GeneratedAnswers($0) }
        answers = (mapping["answers"]?.list() ?? []).compactMap { SeededAnswers($0, codes) }
    }

    private func stored(_ db: Database) throws -> QuestionnaireVersion? {
        try QuestionnaireVersion.all(of: questionnaire, db).first { $0.number == number }
    }

    func state(_ db: Database) throws -> SeedExtraState {
        guard let version = try stored(db) else { return .new }
        guard version.state == .draft else { return .same }
        if state != .draft { return .changed(["state"]) }
        let isSame = try StructureWriter(StructureStore.read(version.id, db)).text == StructureWriter(structure).text
        return isSame ? .same : .changed(["text"])
    }

    func write(_ db: Database, hash: String?, by actor: Actor) throws {
        let now = try db.transactionDate
        let id: Int64
        if let version = try stored(db) {
            id = version.id
            try StructureStore.write(structure.adopting(StructureStore.read(id, db)), into: id, db)
        } else {
            try db.execute(
                sql: "INSERT INTO questionnaireVersion (questionnaire, number, createdAt) VALUES (?, ?, ?)",
                arguments: [questionnaire, number, now])
            id = db.lastInsertedRowID
            try StructureStore.write(structure.renumbered, into: id, db)
        }
        if state != .draft {
            try db.execute(
                sql: "UPDATE questionnaireVersion SET state = ?, activatedAt = ?, closedAt = ? WHERE id = ?",
                arguments: [state.rawValue, now, state == .closed ? now : nil, id])
        }
        let outline = StructureOutline(try StructureStore.read(id, db))
        try made?.write(key, of: questionnaire, version: id, outline, db)
        for answers in answers { try answers.write(of: questionnaire, version: id, outline, db) }
        try AuditEntry.write(db, "\(Questionnaire.name).update", by: actor, on: (Questionnaire.name, questionnaire, key))
    }

    static func exported(scopeID: Int64, _ export: SeedExport, _ db: Database) throws -> [SeedValue] {
        let sql = "SELECT \(QuestionnaireVersion.columns) FROM questionnaireVersion ORDER BY questionnaire, number"
        return try QuestionnaireVersion.fetchAll(db, sql: sql).compactMap { version -> SeedValue? in
            guard let name = try export.key(of: version.questionnaire, Questionnaire.self) else { return nil }
            // Distinct codes as in its text: answers are named by question codes.
            let structure = try StructureStore.read(version.id, db).distinctlyCoded
            let made = try GeneratedAnswers.of(version.id, db)
            let keys = Set(made?.keys("\(name) \(version.number)") ?? [])
            let answers = try SeededAnswers.exported(of: version.id, StructureOutline(structure), without: keys, export, db)
            let files = try AnswerFile.count(of: version.id, db)
            if files > 0 { export.leaveOut("answerFiles", ["place": "\(name) \(version.number)", "count": String(files)]) }
            let pairs: [(String, SeedValue)] = [
                ("questionnaire", .text(name)), ("number", .number(String(version.number))), ("state", .text(version.state.rawValue)),
                ("text", .text(StructureWriter(structure).text)),
            ]
            let ofChance = try made.map { [("made", try $0.exported(export))] } ?? []
            return .map(pairs + ofChance + (answers.isEmpty ? [] : [("answers", .list(answers))]))
        }
    }
}
