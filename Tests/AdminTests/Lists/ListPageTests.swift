import Accounts
import AdminTestSupport
import Foundation
import GRDB
import Testing

@testable import Admin

/// Pages, orders and what an empty list says.
@Suite struct ListPageTests {
    private static let address = "/admin/sample/books"

    private func site(_ count: Int) async throws -> SampleSite {
        let site = try await SampleSite()
        let books = (1...count).map { number in
            (
                name: "Libro " + String(repeating: "0", count: 3 - String(number).count) + String(number), copies: number % 3,
                price: Int?(number * 10)
            )
        }
        try await site.addBooks(books)
        return site
    }

    @Test func aPageHoldsFiftyOrAsManyAsOneChooses() async throws {
        let site = try await site(120)
        try await site.browse(as: "librarian") { browsers in
            for (query, first, count) in [
                ("", "Libro 001", 50), ("?page=2", "Libro 051", 50), ("?page=3", "Libro 101", 20), ("?size=25", "Libro 001", 25),
                ("?size=25&page=5", "Libro 101", 20), ("?size=200", "Libro 001", 120), ("?size=7", "Libro 001", 50),
                ("?size=x&page=-3", "Libro 001", 50), ("?page=99999999999999999999", "Libro 001", 50),
            ] {
                let page = try await browsers[0].get(Self.address + query)
                #expect(page.status == 200, "\(query)")
                let titles = names(page.text)
                #expect(titles.first == first, "\(query)")
                #expect(titles.count == count, "\(query)")
            }
            let beyond = try await browsers[0].get(Self.address + "?page=9")
            #expect(beyond.status == 200)
            #expect(names(beyond.text).isEmpty)
            #expect(beyond.contains("Qui non c’è più niente: l’elenco è diventato più corto."))
        }
    }

    @Test func thePagesTogetherHoldEachRecordOnce() async throws {
        let site = try await site(120)
        try await site.browse(as: "librarian") { browsers in
            // Many have the same number of copies: the order among them must not change from page to page.
            for sort in ["name", "-name", "copies", "-copies", "price", "-price", "created", "-created", "updated", "-updated"] {
                var titles: [String] = []
                for page in 1...5 { titles += names(try await browsers[0].get("\(Self.address)?sort=\(sort)&size=25&page=\(page)").text) }
                #expect(titles.count == 120, "\(sort)")
                #expect(Set(titles).count == 120, "\(sort)")
            }
        }
    }

    @Test func eachColumnOrdersBothWaysWithWhatIsMissingTogether() async throws {
        let site = try await SampleSite()
        try await site.addBooks([("Alfa", 3, nil), ("Beta", 1, 200), ("Gamma", 2, 100)])
        try await site.database.write { db in
            try db.execute(sql: "UPDATE book SET updatedAt = '2026-0' || id || '-01 10:00:00.000', ordering = 10 - id")
        }
        try await site.browse(as: "librarian") { browsers in
            for (sort, found) in [
                ("name", ["Alfa", "Beta", "Gamma"]), ("-name", ["Gamma", "Beta", "Alfa"]), ("copies", ["Beta", "Gamma", "Alfa"]),
                ("-copies", ["Alfa", "Gamma", "Beta"]), ("price", ["Alfa", "Gamma", "Beta"]), ("-price", ["Beta", "Gamma", "Alfa"]),
                ("updated", ["Alfa", "Beta", "Gamma"]), ("-created", ["Gamma", "Beta", "Alfa"]), ("topics", ["Alfa", "Beta", "Gamma"]),
                ("--name", ["Alfa", "Beta", "Gamma"]), ("id;DROP TABLE book", ["Alfa", "Beta", "Gamma"]),
            ] {
                let page = try await browsers[0].get(Self.address + "?sort=" + sort.queryEscaped)
                #expect(page.status == 200, "\(sort)")
                #expect(names(page.text) == found, "\(sort)")
            }
        }
    }

    @Test func aListWithItsOwnOrderBeginsWithIt() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian", "admin") { browsers in
            let topics = "/admin/sample/topics"
            for (name, ordering) in [("Arte", "30"), ("Storia", "10"), ("Viaggi", "20")] {
                try await browsers[0].post(topics, [("name", name), ("ordering", ordering), ("scope", "1")])
            }
            expect(names(try await browsers[0].get(topics).text), is: ["Storia", "Viaggi", "Arte"])
            // A new one without a place is the last.
            try await browsers[0].post(topics, [("name", "Zoologia"), ("ordering", "0"), ("scope", "1")])
            expect(names(try await browsers[0].get(topics).text), is: ["Storia", "Viaggi", "Arte", "Zoologia"])
            let evenings = "/admin/sample/evenings"
            for (name, day) in [("Prima", "01"), ("Terza", "03"), ("Seconda", "02")] {
                try await browsers[1].post(evenings, [("name", name), ("starts", "2030-01-\(day)T18:00")])
            }
            expect(names(try await browsers[1].get(evenings).text), is: ["Terza", "Seconda", "Prima"])
        }
    }

    @Test func anEmptyListSaysWhatToDoAndOneWithoutAMatchSaysSo() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            let empty = try await browsers[0].get(Self.address)
            #expect(empty.contains("Non c’è ancora nessun libro"))
            #expect(empty.contains("Aggiungi il primo: basta il titolo."))
            #expect(empty.contains("href=\"\(Self.address)/new\""))
            try await site.addBooks([("Riso", 1, nil)])
            let none = try await browsers[0].get(Self.address + "?q=xyzzy")
            #expect(none.status == 200)
            #expect(names(none.text).isEmpty)
            #expect(!none.contains("Non c’è ancora nessun libro"))
        }
    }

    @Test func whoMayOnlyLookHasNoButtonsAndNoInputs() async throws {
        let site = try await SampleSite()
        try await site.addBooks([("Riso", 1, 100)])
        try await site.database.write { db in
            var role = CustomRole(title: "Guardare", scope: "library", grants: ["sample.books.see"], at: .now)
            try role.insertUnderFreeName(db)
            try db.execute(sql: "UPDATE roleAssignment SET role = ? WHERE accountID = 2", arguments: [role.name])
        }
        try await site.browse(as: "librarian") { browsers in
            let list = try await browsers[0].get(Self.address)
            #expect(names(list.text) == ["Riso"])
            for part in ["\(Self.address)/new", "\(Self.address)/imports", "name=\"copies.1\"", "value=\"delete\""] {
                #expect(!list.contains(part), "\(part)")
            }
            for path in ["/new", "/imports", "/trash", "/1/copies", "/1/deletion"] {
                let closed = try await browsers[0].get(Self.address + path)
                #expect([403, 404, 405].contains(closed.status), "\(path): \(closed.status)")
            }
            let saved = try await browsers[0].post(
                Self.address + "/1", [("name", "Mio"), ("copies", "1"), ("ordering", "1"), ("version", "1")])
            #expect([403, 404].contains(saved.status))
            try await browsers[0].post(Self.address + "/bulk", [("act", "inline"), ("version.1", "1"), ("copies.1", "99")])
        }
        expect(try await site.value("SELECT name || copies FROM book", as: String.self), is: "Riso1")
    }
}
