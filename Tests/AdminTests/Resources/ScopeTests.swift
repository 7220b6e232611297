import AdminTestSupport
import Foundation
import GRDB
import Testing

@testable import Admin

/// The records of one library, asked by who keeps another, at every address that there is.
@Suite struct ScopeTests {
    /// Biblioteca Rossa with one record of each kind, each with a history, a draft, a plan and a preview.
    private func site() async throws -> SampleSite {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            let librarian = browsers[0]
            try await librarian.post("/admin/scope", [("scope", "1"), ("next", "/admin")])
            let base = "/admin/sample/"
            let made = [
                ("topics", [("name", "Zefirino"), ("ordering", "10")]), ("shelves", [("name", "Zefirino"), ("ordering", "10")]),
                ("sellers", [("name", "Zefirino"), ("radius", "300")]),
                ("books", [("name", "Zefirino"), ("copies", "1"), ("ordering", "10")]),
                ("tours", [("name", "Zefirino"), ("level", "easy"), ("people", "2")]), ("readers", [("name", "Zefirino")]),
            ]
            for (path, fields) in made {
                expect(try await librarian.post(base + path, fields).status, is: 303)
                expect(try await librarian.post("\(base)\(path)/1/working-copy", fields + [("version", "1")]).status, is: 200)
            }
            try await librarian.post(base + "books/1/preview-links", [("days", "7")])
            try await librarian.post(base + "books/views", [("name", "Zefirino"), ("back", "?q=z"), ("shared", "yes")])
        }
        return site
    }

    /// The addresses of one method below the lists that belong to a library, about the first record of each.
    private func addresses(_ method: String, _ site: SampleSite) -> [String] {
        let lists = ["topics", "shelves", "sellers", "books", "tours", "readers"].map { "/admin/sample/\($0)/{" }
        return site.portal.routes.all.filter { $0.method.rawValue == method }.map { $0.path.description }.filter { path in
            lists.contains { path.hasPrefix($0) }
        }.map { $0.replacing(#/{[a-z]+}/#, with: "1") }
    }

    @Test func noAddressShowsARecordOfAnotherLibrary() async throws {
        let site = try await site()
        let addresses = addresses("GET", site)
        #expect(addresses.count > 20)
        try await site.browse(as: "librarian-blu", "") { browsers in
            for address in addresses {
                let page = try await browsers[0].get(address)
                #expect(page.status == 404, "\(address): \(page.status)")
                #expect(!page.contains("Zefirino"), "\(address)")
                let visitor = try await browsers[1].get(address)
                #expect(visitor.status == 303, "\(address): \(visitor.status)")
            }
        }
    }

    @Test func noAddressChangesARecordOfAnotherLibrary() async throws {
        let site = try await site()
        let addresses = addresses("POST", site)
        #expect(addresses.count > 30)
        func state() async throws -> [String] {
            try await site.database.read { db in
                try ["topic", "shelf", "seller", "book", "tour", "reader", "revision", "draft", "previewLink", "workingCopy"].flatMap {
                    try Row.fetchAll(db, sql: "SELECT * FROM \($0)").map { "\($0)" }.sorted()
                }
            }
        }
        let before = try await state()
        try await site.browse(as: "librarian-blu") { browsers in
            for address in addresses {
                let fields = [("name", "Mio"), ("version", "1"), ("confirmed", "yes"), ("act", "save"), ("id", "1"), ("days", "7")]
                let answer = try await browsers[0].post(address, fields)
                #expect([400, 403, 404].contains(answer.status), "\(address): \(answer.status)")
            }
        }
        let after = try await state()
        #expect(before == after)
    }

    @Test func aRecordOfAnotherLibraryCannotBeReferredTo() async throws {
        let site = try await site()
        try await site.browse(as: "librarian-blu") { browsers in
            for field in ["shelf", "topics", "sellers"] {
                let fields = [("name", "Furbo"), ("copies", "1"), ("ordering", "1"), (field, "1")]
                let answer = try await browsers[0].post("/admin/sample/books", fields)
                #expect(answer.status == 422, "\(field)")
                #expect(!answer.contains("Zefirino"), "\(field)")
            }
            let tour = [("name", "Furba"), ("level", "easy"), ("people", "2"), ("books.0.id", ""), ("books.0.book.find", "Zefirino")]
            let answer = try await browsers[0].post("/admin/sample/tours", tour)
            #expect(answer.status == 422)
            let choices = try await browsers[0].get("/admin/sample/books/choices?q=zefi")
            #expect(choices.text == "[]")
        }
    }

    @Test func theChosenLibraryIsThatOfEveryList() async throws {
        let site = try await site()
        try await site.browse(as: "librarian", "admin") { browsers in
            for browser in browsers {
                try await browser.post("/admin/scope", [("scope", "2"), ("next", "/admin/sample/books/1?q=a")])
                let other = try await browser.get("/admin/sample/books")
                #expect(!other.contains("Zefirino"))
                try await browser.post("/admin/scope", [("scope", "1"), ("next", "/admin")])
                let own = try await browser.get("/admin/sample/books")
                #expect(own.contains("Zefirino"))
                // A library that is not there, or is none, changes nothing.
                for scope in ["99", "x", ""] { expect(try await browser.post("/admin/scope", [("scope", scope)]).status, is: 404) }
            }
            let next = try await browsers[0].post("/admin/scope", [("scope", "2"), ("next", "/admin/sample/books/1?q=a")])
            #expect(next.location == "/admin/sample/books")
            let away = try await browsers[0].post("/admin/scope", [("scope", "2"), ("next", "//evil.example")])
            #expect(away.location == "/admin")
        }
    }
}
