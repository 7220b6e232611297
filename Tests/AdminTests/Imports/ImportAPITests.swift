import Accounts
import Formats
import Foundation
import GRDB
import HTTPTypes
import Testing

@testable import Admin
@testable import AdminTestSupport

/// The workbench for programs and for the command line.
@Suite struct ImportAPITests {
    private static let imports = "/api/v1/imports"

    private func take(
        _ browser: Browser, _ secret: String, _ text: String, into list: String = "sample.books", key: String? = nil,
        reading: [(String, String)] = []
    ) async throws -> Answer {
        var headers: HTTPFields = [.authorization: "Bearer \(secret)", .contentType: "multipart/form-data; boundary=border"]
        if let key { headers[HTTPField.Name("Idempotency-Key")!] = key }
        let parts = ([("as", list), ("scope", "1")] + reading).map {
            "--border\r\nContent-Disposition: form-data; name=\"\($0.0)\"\r\n\r\n\($0.1)\r\n"
        }
        let file = "--border\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x.csv\"\r\n\r\n\(text)\r\n--border--\r\n"
        return try await browser.call(.post, Self.imports, parts.joined() + file, headers: headers)
    }

    private func json(_ answer: Answer) throws -> JSON { try JSON(parsing: answer.text.utf8) }

    @Test func aProgramSendsCorrectsAcceptsAndTakesBack() async throws {
        let site = try await SampleSite()
        try await site.addBooks([("Riso", 1, 100)])
        let secret = try await site.token(of: "librarian")
        try await site.browse(as: "") { browsers in
            let bearer: HTTPFields = [.authorization: "Bearer \(secret)"]
            let taken = try await take(browsers[0], secret, "Nome;Prezzo\nRiso;poco\nUva;2,00\n")
            #expect(taken.status == 201)
            let address = taken.location ?? ""
            let report = try json(taken)
            #expect(report["counts"]?["refused"] == .number(1))
            #expect(report["counts"]?["total"] == .number(2))
            let items = try json(try await browsers[0].call(.get, address + "/items?show=problems", headers: bearer))
            #expect(items["items"]?.list?.first?["number"] == .number(1))
            #expect(items["items"]?.list?.first?["sentences"]?.list?.isEmpty == false)
            let fixed = try await browsers[0].call(
                .patch, address + "/items/1", #"{"corrections": {"price": "3,00"}, "decision": ""}"#, headers: bearer)
            let mark = try #require(try json(fixed)["mark"]?.text)
            let stale = try await browsers[0].call(.post, address + "/application", #"{"mark": "x"}"#, headers: bearer)
            #expect(stale.status == 409)
            let done = try await browsers[0].call(.post, address + "/application", "{\"mark\": \"\(mark)\"}", headers: bearer)
            #expect(try json(done)["state"] == .text("done"))
            expect(try await site.value("SELECT group_concat(name || price) FROM book", as: String.self), is: "Riso300,Uva200")
            let undone = try await browsers[0].call(.post, address + "/undoing", headers: bearer)
            #expect(try json(undone)["state"] == .text("undone"))
            expect(
                try await site.value("SELECT group_concat(name || price) FROM book WHERE deletedAt IS NULL", as: String.self), is: "Riso100"
            )
        }
    }

    @Test func theSameKeyBringsTheSameSourceOnce() async throws {
        let site = try await SampleSite()
        let secret = try await site.token(of: "librarian")
        try await site.browse(as: "") { browsers in
            let first = try await take(browsers[0], secret, "Nome\nUva\n", key: "a")
            let second = try await take(browsers[0], secret, "Nome\nUva\n", key: "a")
            #expect(first.location == second.location)
            #expect(second.headers[HTTPField.Name("Idempotent-Replayed")!] == "true")
            expect(try await take(browsers[0], secret, "Nome\nPere\n", key: "a").status, is: 409)
            expect(try await site.value("SELECT count(*) FROM stagedImport", as: Int.self), is: 1)
        }
    }

    @Test func aProgramSaysHowATableIsRead() async throws {
        let site = try await SampleSite()
        let secret = try await site.token(of: "librarian")
        try await site.browse(as: "") { browsers in
            let text = "Elenco;2026\nNome|Prezzo\nUva|2,00\n"
            let taken = try await take(browsers[0], secret, text, reading: [("separator", "bar"), ("header", "2")])
            #expect(try json(taken)["columns"]?.list?.map { $0["field"] } == [.text("name"), .text("price")])
            #expect(try json(taken)["counts"]?["new"] == .number(1))
            #expect(try json(taken)["remarks"] == .list([]))
            for (name, value) in [("encoding", "x"), ("separator", "x"), ("sheet", "0"), ("header", "-1")] {
                let refused = try await take(browsers[0], secret, text, reading: [(name, value)])
                #expect(refused.status == 422, "\(name)")
                #expect(refused.contains("/" + name), "\(name)")
            }
        }
    }

    @Test func aProgramWithoutTheRightSendsNothing() async throws {
        let site = try await SampleSite()
        let (own, other) = (try await site.token(of: "librarian"), try await site.token(of: "librarian-blu"))
        try await site.browse(as: "") { browsers in
            expect(try await take(browsers[0], other, "Nome\nUva\n").status, is: 404)
            let taken = try await take(browsers[0], own, "Nome\nUva\n")
            let bearer: HTTPFields = [.authorization: "Bearer \(other)"]
            expect(try await browsers[0].call(.get, taken.location ?? "", headers: bearer).status, is: 404)
            expect(try await browsers[0].call(.delete, taken.location ?? "", headers: bearer).status, is: 404)
            expect(try await take(browsers[0], own, "a\0b").status, is: 422)
        }
    }

    @Test func theCommandSaysWhatIsLostAndLeavesNothingBehind() async throws {
        let site = try await SampleSite()
        try await site.addBooks([("Riso", 1, 100)])
        let trial = CommandLineImport(site.portal.admin)
        func run(_ text: String, checksOnly: Bool = true) async throws -> CommandLineImport.Report {
            try await trial.run(
                Array(text.utf8), named: "x.csv", into: "sample.books", place: "biblioteca-rossa", checksOnly: checksOnly, in: .english)
        }
        let lost = try await run("Nome;Prezzo\nRiso;poco\nUva;2\n")
        #expect(!lost.isWhole)
        #expect(lost.lines.count == 1)
        #expect(lost.lines[0].hasPrefix("Row 2: refused. Prezzo: "))
        let whole = try await run("Nome;Prezzo\nRiso;1.50\nUva;2\n")
        #expect(whole.isWhole)
        expect(try await site.value("SELECT count(*) FROM stagedImport", as: Int.self), is: 0)
        for (list, key) in [("sample.bokes", "unknownListMeant"), ("zzzzzz", "unknownList")] {
            let refused = await #expect(throws: ImportRefusal.self) {
                try await trial.run([], named: "x.csv", into: list, place: nil, checksOnly: true, in: .english)
            }
            #expect(refused?.key == key)
            #expect(refused?.values["list"] == list)
            #expect((refused?.values["meant"] ?? refused?.values["lists"])?.contains("sample.books") == true)
        }
        expect(try await site.value("SELECT count(*) FROM book", as: Int.self), is: 1)
        let column = try await run("Nome;Colore\nRiso;bianco\nUva;\n")
        #expect(!column.isWhole)
        #expect(column.lines.first == "The column “Colore” does not come in: 1 row has it.")
        let written = try await run("Nome;Prezzo\nRiso;1.50\nUva;2\n", checksOnly: false)
        #expect(written.result == "Imported: 1 new record, 1 changed.")
        await #expect(throws: ImportRefusal("noHouse", ["name": "x"])) {
            _ = try await trial.run(Array("a".utf8), named: "x", into: "sample.books", place: "x", checksOnly: true, in: .english)
        }
    }
}
