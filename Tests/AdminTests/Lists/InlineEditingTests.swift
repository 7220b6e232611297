import AdminTestSupport
import GRDB
import Testing

@testable import Admin

/// Cells that are changed in the list itself.
@Suite struct InlineEditingTests {
    private static let address = "/admin/sample/books"

    private func site() async throws -> SampleSite {
        let site = try await SampleSite()
        try await site.addBooks([("Alfa", 1, 100), ("Beta", 2, 200), ("Gamma", 3, nil)])
        return site
    }

    private static func cells(_ id: Int, version: Int = 1, copies: String, price: String) -> [(String, String)] {
        [("version.\(id)", "\(version)"), ("copies.\(id)", copies), ("price.\(id)", price)]
    }

    private static let state = "SELECT group_concat(copies || '/' || ifnull(price, ''), ' ') FROM book"

    @Test func onlyWhatWasTypedIsSavedAndTakenBackAtOnce() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            let cells =
                Self.cells(1, copies: "5", price: "1,00") + Self.cells(2, copies: "2", price: "2,50")
                + Self.cells(3, copies: "3", price: "")
            expect(try await browsers[0].post(Self.address + "/bulk", [("act", "inline")] + cells).status, is: 303)
            expect(try await site.value(Self.state, as: String.self), is: "5/100 2/250 3/")
            let list = try await browsers[0].get(Self.address)
            #expect(list.contains("2 righe salvate. Alfa: Copie 1 → 5; Beta: Prezzo 2,00"))
            let form = try #require(list.form(to: Self.address + "/bulk/undoing"))
            try await browsers[0].post(Self.address + "/bulk/undoing", form.filled())
            expect(try await site.value(Self.state, as: String.self), is: "1/100 2/200 3/")
        }
        expect(try await site.value("SELECT count(*) FROM revision WHERE recordID = 3", as: Int.self), is: 0)
    }

    @Test func aCellThatSomebodyElseChangedIsAskedAndTheOthersAreSaved() async throws {
        let site = try await site()
        try await site.browse(as: "librarian", "admin") { browsers in
            try await browsers[1].post("/admin/scope", [("scope", "1")])
            try await browsers[1].post(Self.address + "/bulk", [("act", "inline")] + Self.cells(1, copies: "7", price: "1,00"))
            let cells = Self.cells(1, copies: "9", price: "1,50") + Self.cells(2, copies: "4", price: "2,00")
            let asked = try await browsers[0].post(Self.address + "/bulk", [("act", "inline")] + cells)
            #expect(asked.status == 409)
            #expect(asked.contains("name=\"copies.1\""))
            #expect(asked.contains("Amministratrice"))
            #expect(!asked.contains("name=\"copies.2\""))
            expect(try await site.value(Self.state, as: String.self), is: "7/150 4/200 3/")
            let form = try #require(asked.form(to: Self.address + "/bulk"))
            let unanswered = try await browsers[0].post(Self.address + "/bulk", form.filled())
            #expect(unanswered.status == 422)
            let mine = try await browsers[0].post(Self.address + "/bulk", form.filled(["copies.1.answer": ["mine"]]))
            #expect(mine.status == 303)
        }
        expect(try await site.value(Self.state, as: String.self), is: "9/150 4/200 3/")
    }

    @Test func aRowThatWentToTheTrashIsNamed() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            try await browsers[0].post(Self.address + "/1/deletion", [("confirmed", "yes")])
            let cells = Self.cells(1, copies: "5", price: "1,00") + Self.cells(2, copies: "6", price: "2,00")
            try await browsers[0].post(Self.address + "/bulk", [("act", "inline")] + cells)
            let list = try await browsers[0].get(Self.address)
            #expect(list.contains("«Alfa» ora è nel cestino: quello che hai scritto lì non è salvato."))
        }
        expect(try await site.value(Self.state, as: String.self), is: "1/100 6/200 3/")
    }

    @Test func aFieldThatIsNotOfferedInTheListIsNotChangedThere() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            let cells = [("version.1", "1"), ("name.1", "Furbo"), ("published.1", ""), ("libraryID.1", "2")]
            try await browsers[0].post(Self.address + "/bulk", [("act", "inline")] + cells)
        }
        expect(
            try await site.value("SELECT name || published || libraryID || version FROM book WHERE id = 1", as: String.self), is: "Alfa111")
    }
}
