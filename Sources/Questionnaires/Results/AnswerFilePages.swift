import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// The files that students of a named questionnaire sent in answer to a question of a part.
struct AnswerFilePages: Sendable {
    let results: ResultPages

    private static let most = 1_000

    func addRoutes(to own: RouterGroup<SignedIn>) {
        own.get("files", use: list)
        own.get("files/{file}", use: download)
    }

    /// A question of the part that asks for a file. - Throws: not found.
    private func find(_ request: Request, _ person: SignedIn, _ words: Words, _ db: Database) throws -> (ResultPages.Asked, Question) {
        guard let asked = try results.find(request, person, db), asked.mayShow else { throw HTTPError(.notFound) }
        let outline = StructureOutline(try StructureStore.read(asked.version.id, db).reading(in: words.language))
        guard let question = Form(query: request.uri.query ?? "").recordID("question").flatMap({ outline.questions[$0] }),
            question.free.first?.format == .file, asked.reading.disclosed(outline).mayShow(question.id, in: asked.path)
        else { throw HTTPError(.notFound) }
        return (asked, question)
    }

    private static let found = """
        FROM compilation JOIN answerFile ON answerFile.compilation = compilation.id
        JOIN compilationAnswer ON compilationAnswer.compilation = compilation.id AND compilationAnswer.question = ?
          AND compilationAnswer.value = answerFile.id || ' ' || answerFile.name
        LEFT JOIN student ON student.id = compilation.student
        WHERE compilation.version = ? AND place >= ? AND place < ?
        """

    /// Query such as `version=1&part=y1&question=12`.
    @Sendable private func list(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await results.admin.page(person, request) { db, context in
            let words = context.words
            let (asked, question) = try find(request, person, words, db)
            let (from, to) = ResultPlace.range(asked.path)
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT answerFile.id AS id, answerFile.name AS name, length(bytes) AS size, student.number AS number \(Self.found)
                    ORDER BY student.number, answerFile.name, answerFile.id LIMIT ?
                    """, arguments: [question.id, asked.version.id, from, to, Self.most])
            let values: Values = [
                "title": question.text, "back": asked.address(""),
                "breadcrumbs": [["label": try asked.heading.title(in: words.language, db), "href": asked.address("")] as Values],
                "isNothing": rows.isEmpty, "rest": rows.count == Self.most,
                "files": rows.map { row -> Values in
                    [
                        "href": asked.address("/files/\(row["id"] as String)") + "&question=\(question.id)", "name": row["name"] as String,
                        "number": row["number"] as String? ?? "–", "size": Self.size(row["size"], words.language),
                    ]
                },
            ]
            return ("questionnaires/results/files", values)
        }
    }

    private static func size(_ bytes: Int, _ language: Language) -> String { "\(language.number(max(1, bytes / 1_024))) kB" }

    @Sendable private func download(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = results.admin.pages.words(for: person.visitor)
        let file = person.parameters.get("file") ?? ""
        let found = try await results.admin.database.write { db -> (String, Data)? in
            let (asked, question) = try find(request, person, words, db)
            let (from, to) = ResultPlace.range(asked.path)
            let row = try Row.fetchOne(
                db, sql: "SELECT answerFile.name AS name, bytes \(Self.found) AND answerFile.id = ?",
                arguments: [question.id, asked.version.id, from, to, file])
            guard let row else { return nil }
            let object = (kind: Questionnaire.name, id: asked.heading.id, title: asked.heading.title)
            let detail = ["file": question.code, "part": asked.path.joined(separator: ".")]
            try AuditEntry.write(db, "questionnaires.questionnaires.download", by: person.actor, on: object, detail: detail)
            return (row["name"], row["bytes"])
        }
        guard let (name, bytes) = found else { throw HTTPError(.notFound) }
        return AnswerFile.response(name, bytes)
    }
}
