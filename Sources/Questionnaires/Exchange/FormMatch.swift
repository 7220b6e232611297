import Accounts
import Admin
import Foundation
import GRDB
import Web

/// A questionnaire that a form came in as before. Only a draft is ever written: what is published and has answers stays as it is.
struct FormMatch {
    let id: Int64
    let title: String
    let code: String
    /// The draft, or the latest version, which a new draft begins with; nil for a questionnaire without any.
    let version: QuestionnaireVersion?

    private static let most = 5

    var isDraft: Bool { version?.state == .draft }
    /// Changes whenever the draft does, and when a version begins or ends.
    var edition: Int { (version?.number ?? 0) * 1_000_000 + (isDraft ? version?.edition ?? 0 : 0) }

    /// Those with the form's code first, then the newest.
    static func all(_ read: ExchangePages.Read, _ db: Database) throws -> [FormMatch] {
        let sql = """
            SELECT questionnaire.id, questionnaire.name, questionnaire.code FROM questionnaire
            LEFT JOIN questionnaireOrigin ON questionnaireOrigin.questionnaire = questionnaire.id
            WHERE \(Questionnaire.notTrashed) AND (source = :source AND identifier = :identifier
              OR questionnaire.code = :code COLLATE NOCASE AND (:isCode OR questionnaire.name = :title))
            ORDER BY questionnaire.code = :code COLLATE NOCASE DESC, questionnaire.id DESC LIMIT \(most)
            """
        let (origin, file) = (read.origin, read.file)
        let arguments: StatementArguments = [
            "source": origin?.source, "identifier": origin?.identifier, "code": file.code, "isCode": origin?.isCode ?? false,
            "title": file.title,
        ]
        return try Row.fetchAll(db, sql: sql, arguments: arguments).map { row in
            let versions = try QuestionnaireVersion.all(of: row["id"], db)
            return FormMatch(
                id: row["id"], title: row["name"], code: row["code"],
                version: versions.first { $0.state == .draft } ?? versions.first)
        }
    }

    func structure(_ db: Database) throws -> Structure { try version.map { try StructureStore.read($0.id, db) } ?? Structure() }

    /// Makes the draft ask what the form asks; begins one where there is none. The title, the code and the settings stay.
    func update(with read: ExchangePages.Read, by actor: Actor, _ db: Database) throws {
        let isNew = !isDraft
        let draft = try QuestionnaireVersion.beginDraft(of: id, now: .now, db)
        let report = try ImportReport.find(draft.id, db)
        let before = try StructureStore.read(draft.id, db)
        // Tags of the form's elements must be known; those of its heading stay out.
        var heading = Questionnaire()
        try read.file.storeTags(on: &heading, by: actor, db)
        try draft.save(read.file.structure.adopting(before).coded, db)
        try ImportReport.replace(read.report.flatMap { $0.notes.isEmpty ? nil : $0 }, for: draft.id, db)
        try read.origin?.store(for: id, db)
        if let act = actor.actID {
            try DraftImport(act: act, version: draft.id, edition: draft.edition + 1, isNew: isNew, report: report).insert(db)
        }
        try AuditEntry.write(db, "\(Questionnaire.name).update", by: actor, on: (kind: Questionnaire.name, id: id, title: title))
    }
}
