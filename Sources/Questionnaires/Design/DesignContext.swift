import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct DesignContext: Sendable {
    let admin: AdminContext

    static let editing: Permission = "questionnaires.questionnaires.edit"
    static let seeing: Permission = "questionnaires.questionnaires.see"

    func heading(_ person: SignedIn, _ permission: Permission, _ db: Database) throws -> DesignHeading {
        guard person.grants.may(permission, in: nil), let id = person.parameters.recordID("id"),
            let heading = try DesignHeading.find(id, db)
        else { throw HTTPError(.notFound) }
        return heading
    }

    func words(_ person: SignedIn) -> Words { admin.pages.words(for: person.visitor) }

    func version(_ heading: DesignHeading, _ request: Request, _ db: Database) throws -> QuestionnaireVersion? {
        let all = try QuestionnaireVersion.all(of: heading.id, db)
        let asked = Form(query: request.uri.query ?? "").number("version", in: .versions)
        return all.first { $0.number == asked } ?? all.first { $0.state == .draft } ?? all.first
    }

    func content(_ heading: DesignHeading, _ db: Database) throws -> (QuestionnaireVersion, Structure) {
        let all = try QuestionnaireVersion.all(of: heading.id, db)
        guard let version = all.first(where: { $0.state == .draft }) ?? all.first else { throw HTTPError(.notFound) }
        return (version, try StructureStore.read(version.id, db))
    }
}

struct DesignHeading: Sendable {
    let id: Int64
    let title: String
    let check: Heading

    var address: String { "/admin/questionnaires/questionnaires/\(id)" }
    var structure: String { address + "/structure" }

    /// Who changed the draft. `edition` is the one that the form was drawn from; nil if unknown.
    func changes(since edition: Int?, _ version: QuestionnaireVersion, _ db: Database) throws -> LastChange {
        try LastChange(
            ["\(Questionnaire.name).update"], on: (Questionnaire.name, id), isBare: true, last: edition.map { version.edition - $0 }, db)
    }

    func lastAct(_ db: Database) throws -> LastChange {
        let acts = ["update", "activate", "begin", "close", "withdraw"].map { "\(Questionnaire.name).\($0)" }
        return try LastChange(acts, on: (Questionnaire.name, id), isBare: true, db)
    }

    static func find(_ id: Int64, _ db: Database) throws -> DesignHeading? {
        let sql = """
            SELECT name, code, context, anonymous,
              EXISTS (SELECT 1 FROM questionnaire AS other WHERE other.code = questionnaire.code COLLATE NOCASE AND other.id <> questionnaire.id)
                AS taken
            FROM questionnaire WHERE id = ? AND \(Questionnaire.notTrashed)
            """
        guard let row = try Row.fetchOne(db, sql: sql, arguments: [id]) else { return nil }
        let dictionary = try Tag.all(.element, db).map { ($0.code, $0.kind) }
        let tags: [CompilationTag] =
            row["anonymous"] ? [.activity, .course, .degree, .academicYear, .teacher, .competition] : CompilationTag.allCases
        return DesignHeading(
            id: id, title: row["name"],
            check: Heading(
                code: row["code"], context: row["context"], isAnonymous: row["anonymous"], isCodeTaken: row["taken"], tags: tags,
                dictionary: Dictionary(dictionary) { first, _ in first }))
    }
}
