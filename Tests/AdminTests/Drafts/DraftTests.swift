import Accounts
import Foundation
import GRDB
import Testing
import Web

@testable import Admin
@testable import AdminTestSupport

@Suite struct DraftTests {
    static let books = HistoryTests.books
    static func book(_ name: String, _ more: [(String, String)] = []) -> [(String, String)] { HistoryTests.book(name, more) }

    /// A published book with a draft beside it.
    private func withDraft(_ site: SampleSite, _ librarian: Browser) async throws {
        try await librarian.post(Self.books, Self.book("Riso", [("price", "1,00")]))
        let answer = try await librarian.post(
            Self.books + "/1", Self.book("Riso buono", [("price", "1,00"), ("version", "1"), ("act", "draft")]))
        #expect(answer.status == 303)
        #expect(answer.location == Self.books + "/1")
    }

    @Test func aDraftLeavesThePublishedVersionAlone() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            let librarian = browsers[0]
            try await withDraft(site, librarian)
            expect(try await site.value("SELECT name FROM book", as: String.self), is: "Riso")
            expect(try await site.value("SELECT count(*) FROM revision", as: Int.self), is: 1)
            let form = try await librarian.get(Self.books + "/1")
            #expect(form.contains(#"value="Riso buono""#))
            #expect(form.contains("Stai modificando la bozza"))
            #expect(form.contains(#"name="edition" value="1""#))
            #expect(!form.contains(#"name="published""#))
            let list = try await librarian.get(Self.books)
            #expect(list.contains(">Riso</a>"))
            #expect(list.contains("<span class=\"badge info\">bozza</span>"))
            expect(
                try await librarian.get(Self.books + "/1/draft").contains("<ins><span class=\"vh\">aggiunto: </span> buono</ins>"),
                is: true)
            // A refused draft is refused as any form is.
            let refused = try await librarian.post(
                Self.books + "/1", Self.book("", [("version", "1"), ("edition", "1"), ("act", "draft")]))
            #expect(refused.status == 422)
        }
    }

    @Test func publishingTheDraftIsANormalSave() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            let librarian = browsers[0]
            try await withDraft(site, librarian)
            let fields = [
                ("name", "Riso ottimo"), ("copies", "1"), ("ordering", "10"), ("price", "1,00"), ("version", "1"), ("edition", "1"),
                ("act", "publish-draft"),
            ]
            expect(try await librarian.post(Self.books + "/1", fields).status, is: 303)
            expect(try await site.value("SELECT name || published FROM book", as: String.self), is: "Riso ottimo1")
            expect(try await site.value("SELECT count(*) FROM draft", as: Int.self), is: 0)
            expect(try await librarian.get(Self.books).contains("/admin/undoing"), is: true)
        }
    }

    @Test func whatOthersChangedInThePublishedVersionStaysOrStopsIt() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian", "admin") { browsers in
            let librarian = browsers[0]
            try await withDraft(site, librarian)
            // Another field: both changes stand.
            try await browsers[1].post(
                Self.books + "/bulk", [("act", "inline"), ("version.1", "1"), ("copies.1", "7"), ("price.1", "1,00")])
            expect(try await site.value("SELECT copies FROM book", as: Int.self), is: 7)
            expect(try await librarian.get(Self.books + "/1").contains("Nel frattempo la versione pubblicata è stata cambiata"), is: true)
            try await librarian.post(Self.books + "/1/draft/publication")
            expect(try await site.value("SELECT name || copies FROM book", as: String.self), is: "Riso buono7")
            // The same field: nobody's work is overwritten.
            try await librarian.post(Self.books + "/1", Self.book("Riso mio", [("version", "3"), ("act", "draft")]))
            try await site.database.write { db in
                let words = site.portal.admin.pages.templates.words(in: .italian)
                var book = try #require(try SampleBook.fetch(db, id: 1))
                book.name = "Riso suo"
                try book.update(db, by: .system("test"), words: words, zone: .gmt)
            }
            expect(try await librarian.post(Self.books + "/1/draft/publication").location, is: Self.books + "/1/draft")
            expect(try await librarian.get(Self.books + "/1/draft").contains("è cambiata in Nome"), is: true)
            expect(try await site.value("SELECT name FROM book", as: String.self), is: "Riso suo")
            let form = Self.book("Riso mio", [("version", "3"), ("edition", "1"), ("act", "publish-draft")])
            expect(try await librarian.post(Self.books + "/1", form).status, is: 409)
        }
    }

    @Test func twoPeopleDoNotOverwriteEachOthersDraft() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian", "admin", "librarian-blu") { browsers in
            try await withDraft(site, browsers[0])
            let first = Self.book("Riso uno", [("version", "1"), ("edition", "1"), ("act", "draft")])
            expect(try await browsers[1].post(Self.books + "/1", first).status, is: 303)
            let second = try await browsers[0].post(
                Self.books + "/1", Self.book("Riso due", [("version", "1"), ("edition", "1"), ("act", "draft")]))
            #expect(second.status == 409)
            #expect(second.contains("Riso uno"))
            #expect(second.contains(#"name="edition" value="2""#))
            for path in ["/draft/publication", "/draft/removal"] {
                expect(try await browsers[2].post(Self.books + "/1" + path).status, is: 404)
            }
            expect(try await browsers[0].post(Self.books + "/1/draft/removal").status, is: 303)
            expect(try await browsers[0].get(Self.books + "/1/draft").status, is: 404)
            expect(try await site.value("SELECT name FROM book", as: String.self), is: "Riso")
        }
    }
}
