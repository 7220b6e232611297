import Accounts
import Formats
import Foundation
import GRDB
import Testing
import Web

@testable import Admin
@testable import AdminTestSupport

/// A list as a workbook: its columns, rows and types, and for whom.
@Suite struct WorkbookExportTests {
    private static let address = "/admin/sample/books"
    private static let export = address + "/export?format=xlsx"

    private func site() async throws -> SampleSite {
        let site = try await SampleSite()
        try await site.addBooks([("Riso", 1, 100), ("Pane", 2, nil), ("Latte", 3, 150)])
        return site
    }

    private func sheet(_ answer: Answer) throws -> Workbook.Sheet {
        let book = try #require(Workbook(answer.bytes))
        return try #require(book.sheets.first)
    }

    private func keys(_ answer: Answer) throws -> [String] { try sheet(answer).rows.dropFirst().map { $0.first ?? "" } }

    @Test func theFileIsAWorkbookWithTheNameOfTheList() async throws {
        try await site().browse(as: "librarian") { browsers in
            let file = try await browsers[0].get(Self.export)
            #expect(file.status == 200)
            #expect(file.headers[.contentType] == WorkbookWriter.mediaType)
            #expect(file.headers[.cacheControl] == "no-store")
            let name = file.headers[.contentDisposition] ?? ""
            #expect(name.hasPrefix("attachment; filename=\"libri-"))
            #expect(name.hasSuffix(".xlsx\""))
            #expect(try sheet(file).name == "Libri")
        }
    }

    @Test func theFirstRowNamesTheColumns() async throws {
        let words = try SamplePortal.texts.words(in: .italian)
        try await site().browse(as: "librarian") { browsers in
            let file = try await browsers[0].get(Self.export)
            #expect(try sheet(file).rows.first == SampleBook.fileColumns(words))
        }
    }

    @Test func theRowsAreThoseOfTheListInItsOrder() async throws {
        try await site().browse(as: "librarian") { browsers in
            let all = try await browsers[0].get(Self.export)
            #expect(try keys(all) == ["latte", "pane", "riso"])
            let chosen = try await browsers[0].get(Self.export + "&price=present&sort=copies")
            #expect(try keys(chosen) == ["riso", "latte"])
            let none = try await browsers[0].get(Self.export + "&q=nessuno")
            #expect(try keys(none) == [])
        }
    }

    @Test func amountsAreNumbersAndWhatIsMissingIsEmpty() async throws {
        let place = 1 + (SampleBook.fields.firstIndex { $0.name == "price" } ?? 0)
        let copies = 1 + (SampleBook.fields.firstIndex { $0.name == "copies" } ?? 0)
        try await site().browse(as: "librarian") { browsers in
            let rows = try sheet(try await browsers[0].get(Self.export)).rows
            try #require(rows.count == 4)
            #expect(Double(rows[1][place]) == 1.5)
            #expect(rows[2][place] == "")
            #expect(Double(rows[3][place]) == 1)
            #expect(rows[3][copies] == "1")
        }
    }

    @Test func whatIsInTheTrashStaysOut() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            try await browsers[0].post(Self.address + "/1/deletion", [("confirmed", "yes")])
            let file = try await browsers[0].get(Self.export)
            #expect(try keys(file) == ["latte", "pane"])
        }
    }

    @Test func anotherLibraryGetsOnlyItsOwn() async throws {
        try await site().browse(as: "librarian-blu", "") { browsers in
            let file = try await browsers[0].get(Self.export)
            #expect(try keys(file) == [])
            let visitor = try await browsers[1].get(Self.export)
            #expect(visitor.status == 303)
        }
    }

    @Test func anUnclearFilterIsRefused() async throws {
        try await site().browse(as: "librarian") { browsers in
            expect(try await browsers[0].get(Self.export + "&price.from=poco").status, is: 422)
            expect(try await browsers[0].get(Self.export + "&topics=xyz").status, is: 422)
        }
    }

    @Test func eachCopyIsInTheLog() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            try await browsers[0].get(Self.export)
            try await browsers[0].get(Self.address + "/export")
        }
        expect(try await site.value("SELECT count(*) FROM audit WHERE action = 'sample.books.export'", as: Int.self), is: 1)
    }

    @Test func thePageOffersIt() async throws {
        try await site().browse(as: "librarian") { browsers in
            expect(try await browsers[0].get(Self.address + "/export").contains("value=\"xlsx\""))
        }
    }

    private func cells<R: Resource>(_ record: R) async throws -> [WorkbookCell] {
        let site = try await SampleSite()
        let templates = site.portal.admin.pages.templates
        return try await site.form { context in try record.workbookCells(CellSpelling(FileNames(context), templates)) }
    }

    private func place<R: Resource>(_ name: String, _ type: R.Type) throws -> Int {
        try #require(R.fields.firstIndex { $0.name == name }) + 1
    }

    @Test func eachFieldHasTheTypeOfItsCell() async throws {
        var book = SampleBook()
        (book.name, book.copies, book.price) = ("=SOMMA(1;2)", 7, 1_234)
        book.stamp.key = "somma"
        let cells = try await cells(book)
        #expect(cells.count == SampleBook.fields.count + 2)
        #expect(cells[0] == .text("somma"))
        #expect(cells[1] == .text("=SOMMA(1;2)"))
        #expect(cells[try place("copies", SampleBook.self)] == .number("7"))
        #expect(cells[try place("price", SampleBook.self)] == .money("12.34"))
        #expect(cells[try place("shelf", SampleBook.self)] == .empty)
        #expect(cells[try place("topics", SampleBook.self)] == .empty)
    }

    @Test(arguments: [(0, "0.00"), (5, "0.05"), (60, "0.60"), (100, "1.00"), (12_345, "123.45")])
    func centsHaveTwoDigits(_ price: Int, _ digits: String) async throws {
        var book = SampleBook()
        (book.name, book.price) = ("Riso", price)
        let cells = try await cells(book)
        #expect(cells[try place("price", SampleBook.self)] == .money(digits))
    }

    @Test func aMomentIsAMomentAndAMissingOneIsEmpty() async throws {
        var evening = SampleEvening()
        evening.name = "Lettura"
        let cells = try await cells(evening)
        let starts = cells[try place("starts", SampleEvening.self)]
        guard case .moment(let text) = starts else {
            Issue.record("\(starts)")
            return
        }
        #expect(text.hasPrefix("2027-01-15"))
        #expect(cells[try place("ends", SampleEvening.self)] == .empty)
    }
}
