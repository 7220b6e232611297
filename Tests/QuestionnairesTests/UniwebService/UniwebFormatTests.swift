import Admin
import HTTPTypes
import TestSupport
import Testing

@testable import Questionnaires

/// The web service beyond the five formats, and how it is described.
@Suite struct UniwebFormatTests {
    /// What a browser says of a request of our own page.
    private static let ours: HTTPFields = [.init("Sec-Fetch-Site")!: "same-origin"]

    /// A program that knows no looks finds formats that it knows, and its answers are judged like those of the pages.
    @Test func everyLookIsAnsweredByAProgram() async throws {
        let faculty = try await FacultySite(mandatory: false, asking: FormatTests.structure)
        let questions = faculty.questions
        try await faculty.site.browse(as: "educator") { browsers in
            let program = browsers[0]
            let list = try JSON(parsing: try await program.get("/ws/questionari").text.utf8)
            let offer = try #require(list.list?.first?["OFFERTA_ID"]?.text)
            let rows = try #require(
                try JSON(parsing: try await program.get("/ws/questionari/1/quesiti?OFFERTA_ID=\(offer)").text.utf8).list)
            func row(_ id: Int64?) -> JSON? { rows.first { $0["QUESITO_ID"]?.number == id.map { Int($0) } } }
            #expect(row(questions["s"]?.id)?["ASPETTO_COD"]?.text == "scale")
            #expect(row(questions["r"]?.id)?["ASPETTO_COD"]?.text == "ranking")
            #expect(row(questions["r"]?.id)?["CASUALE"] == .flag(true))
            #expect(row(questions["h"]?.id)?["ASPETTO_COD"]?.text == "slider")
            #expect(row(questions["h"]?.answers.first?.id)?["DES"]?.text == "ore")
            #expect(row(questions["t"]?.answers.first?.id)?["ASPETTO_COD"]?.text == "time")
            func send(_ values: [(code: String, answer: Int, value: String?)]) async throws -> TestSupport.Answer {
                let items = values.map { code, answer, value in
                    JSON.object([
                        ("DOMANDA_ID", .number(Int(questions[code]?.id ?? 0))),
                        ("RISPOSTA_ID", .number(Int(questions[code]?.answers[answer].id ?? 0))), ("VALORE", value.map(JSON.text) ?? .null),
                    ])
                }
                let message = JSON.object([
                    ("OFFERTA_ID", .text(offer)), ("QUESTIONARIO_ID", .number(1)), ("VERSIONE", .number(1)), ("NONCE", .text("n")),
                    ("RISPOSTE", .list(items)),
                ])
                return try await program.call(
                    .post, "/ws/questionari/1/compilazioni", message.compact, headers: Self.ours, cookies: true)
            }
            let refused = try await send([("s", 2, nil), ("t", 0, "07:00")])
            #expect(refused.status == 422)
            let twice = try await send([("s", 2, nil), ("r", 0, "1"), ("r", 1, "1")])
            #expect(twice.status == 422)
            let sent = try await send([
                ("s", 2, nil), ("r", 0, "2"), ("r", 1, "1"), ("h", 0, "12"), ("t", 0, "09:30"), ("d", 0, "2026-01-31T09:30"),
            ])
            #expect(sent.status == 201)
        }
    }

    @Test func theServiceIsDescribedWithExamples() async throws {
        let faculty = try await FacultySite(mandatory: false)
        try await faculty.site.browse(as: "educator") { browsers in
            let document = try await browsers[0].get("/api/openapi.json")
            #expect(document.contains("/ws/questionari/{id}/compilazioni"))
            #expect(document.contains(#""example""#))
            let page = try await browsers[0].get("/api")
            #expect(page.contains("/ws/questionari"))
        }
    }
}
