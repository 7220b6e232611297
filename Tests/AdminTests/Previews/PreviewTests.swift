import Accounts
import Foundation
import GRDB
import Testing
import Web

@testable import Admin
@testable import AdminTestSupport

@Suite struct PreviewTests {
    private static let books = HistoryTests.books

    @Test func showsWhatIsTypedAndSavesNothing() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian", "librarian-blu") { browsers in
            try await browsers[0].post(Self.books, HistoryTests.book("Riso", [("price", "1,00")]))
            let before = try await site.value("SELECT (SELECT count(*) FROM audit) || (SELECT count(*) FROM revision)", as: String.self)
            let typed = HistoryTests.book("Riso <b>nero</b>", [("price", "tanto"), ("version", "1"), ("act", "preview")])
            let page = try await browsers[0].post(Self.books + "/1", typed)
            #expect(page.status == 200)
            #expect(page.contains("Riso &lt;b&gt;nero&lt;/b&gt;"))
            #expect(page.contains("Prezzo"))
            #expect(page.contains("1,00 €"))
            expect(try await browsers[1].post(Self.books + "/1", typed).status, is: 404)
            let tour = try await browsers[0].post(
                HistoryTests.tours,
                [
                    ("name", "Zuppa"), ("level", "easy"), ("people", "2"), ("scope", "1"), ("act", "preview"),
                    ("books.0.id", ""),
                    ("books.0.book.find", "Zenzero"), ("books.0.book.create", "yes"), ("books.0.amount", "poco"),
                    ("stops.0.id", ""), ("stops.0.text", "Mescola."), ("stops.0.timer", "down"), ("stops.0.time.minutes", "2"),
                ])
            #expect(tour.contains("Zenzero"))
            #expect(tour.contains("Mescola."))
            #expect(tour.contains("2:00"))
            expect(
                try await site.value("SELECT (SELECT count(*) FROM audit) || (SELECT count(*) FROM revision)", as: String.self), is: before)
            expect(try await site.value("SELECT count(*) FROM book", as: Int.self), is: 1)
            expect(try await site.value("SELECT count(*) FROM workingCopy", as: Int.self), is: 0)
        }
    }

    @Test func aSecretLinkShowsTheDraftUntilItIsRevokedOrOver() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian", "", "librarian-blu") { browsers in
            try await browsers[0].post(Self.books, HistoryTests.book("Riso"))
            expect(try await browsers[2].post(Self.books + "/1/preview-links").status, is: 404)
            let made = try await browsers[0].post(Self.books + "/1/preview-links", [("days", "7")])
            let path = try #require(made.text.firstMatch(of: #/\/preview\/[A-Za-z0-9_-]{43}/#)).output
            let page = try await browsers[1].get(String(path))
            #expect(page.status == 200)
            #expect(page.contains("Riso"))
            #expect(page.contains("noindex"))
            #expect(page.headers[.cacheControl] == "no-store, no-transform")
            expect(
                try await site.value(
                    "SELECT count(*) FROM previewLink WHERE instr(tokenHash, ?)".replacing("?", with: "'preview'"), as: Int.self), is: 0)
            try await browsers[0].post(Self.books + "/1", HistoryTests.book("Riso in bozza", [("version", "1"), ("act", "draft")]))
            expect(try await browsers[1].get(String(path)).contains("Riso in bozza"), is: true)
            for wrong in ["/preview/x", "/preview/" + String(repeating: "A", count: 43)] {
                expect(try await browsers[1].get(wrong).status, is: 404)
            }
            expect(try await browsers[0].get(Self.books + "/1").contains("/preview-links/1/revocation"), is: true)
            try await site.database.write { try $0.execute(sql: "UPDATE previewLink SET expiresAt = '2020-01-01 00:00:00.000'") }
            expect(try await browsers[1].get(String(path)).status, is: 404)
            try await site.database.write { try $0.execute(sql: "UPDATE previewLink SET expiresAt = '2099-01-01 00:00:00.000'") }
            expect(try await browsers[1].get(String(path)).status, is: 200)
            expect(try await browsers[0].post(Self.books + "/1/preview-links/1/revocation").status, is: 303)
            expect(try await browsers[1].get(String(path)).status, is: 404)
        }
    }
}
