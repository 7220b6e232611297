import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

// Results as files: what a page may show, a file may hold, and no more. A row says nothing of where it was filled in, because rows of two
// files could otherwise be compared.

extension ResultPages {
    /// `GET …/results/answers.csv`: a row for each answer (long form), sorted by random ids.
    @Sendable func answers(_ request: Request, _ person: SignedIn) async throws -> Response {
        let csv = CSV(separator: desk.pages.words(for: person.visitor).language == .italian ? ";" : ",")
        let lines = try await desk.database.write { db -> [String] in
            guard let asked = try find(request, person, db), asked.mayShow else { throw HTTPError(.notFound) }
            let outline = Outline(try StructureStore.read(asked.version.id, db))
            try audit("answers", asked, person, db)
            var lines = [csv.line(["compilation", "question", "answer", "value", "score"])]
            let compilations = asked.reading.compilations(of: asked.path, in: try asked.reading.answers(db))
            for (number, compilation) in compilations.enumerated() {
                for given in compilation.answers {
                    let answer = outline.answers[given.answer]
                    lines.append(
                        csv.line([
                            // A number of this file alone: ids would tell which rows of two files belong together.
                            String(number + 1), outline.questions[given.question]?.code ?? "", answer?.code ?? "",
                            given.value ?? answer?.text ?? "",
                            answer?.score.map { String($0) } ?? "",
                        ]))
                }
            }
            return lines
        }
        return Self.file(lines, "answers")
    }

    /// `GET …/results/codebook.csv`: what the codes of the other file mean.
    @Sendable func codebook(_ request: Request, _ person: SignedIn) async throws -> Response {
        let csv = CSV(separator: desk.pages.words(for: person.visitor).language == .italian ? ";" : ",")
        let lines = try await desk.database.read { db -> [String] in
            guard let asked = try find(request, person, db) else { throw HTTPError(.notFound) }
            let structure = try StructureStore.read(asked.version.id, db)
            let head = ["question", "text", "format", "mandatory", "category", "answer", "answer text", "answer format", "score"]
            let rows = structure.questions.flatMap { question in
                question.answers.map { answer in
                    [
                        question.code, question.text, question.format.wireCode, question.isMandatory ? "1" : "0", question.category,
                        answer.code, answer.text, answer.format.wireCode, answer.score.map { String($0) } ?? "",
                    ]
                }
            }
            return ([head] + rows).map(csv.line)
        }
        return Self.file(lines, "codebook")
    }

    private func audit(_ file: String, _ asked: Asked, _ person: SignedIn, _ db: Database) throws {
        let object = (kind: Questionnaire.name, id: asked.heading.id, title: asked.heading.title)
        let detail = ["file": file, "part": asked.path.joined(separator: ".")]
        try AuditEntry.write(db, "questionnaires.questionnaires.download", by: person.actor, on: object, detail: detail)
    }

    private static func file(_ lines: [String], _ name: String) -> Response {
        let headers: HTTPFields = [
            .contentType: "text/csv; charset=utf-8", .cacheControl: "no-store",
            .contentDisposition: "attachment; filename=\"\(name).csv\"",
        ]
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: CSV.mark + lines.joined())))
    }
}
