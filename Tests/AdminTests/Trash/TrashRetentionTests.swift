import AdminTestSupport
import Foundation
import GRDB
import Testing

@testable import Admin

/// How long the trash keeps what is in it, and who is told.
@Suite struct TrashRetentionTests {
    private static let books = "/admin/sample/books"

    private func site(days: Int = 90) async throws -> SampleSite {
        let site = try await SampleSite()
        try await site.addBooks([("Alfa", 1, 100), ("Beta", 2, 200), ("Gamma", 3, nil)])
        try await site.database.write { db in
            var settings = try SiteSettings.load(db)
            settings.trashDays = days
            try settings.save(db)
        }
        return site
    }

    private func empty(_ site: SampleSite, after days: Double) async throws -> (erased: Int, kept: Int, hasMore: Bool) {
        try await site.database.write { try Trash.empty($0, site.portal.admin.resources, now: .now + days * 86_400) }
    }

    @Test func erasesWhatIsOlderAndNothingElse() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            try await browsers[0].post(Self.books + "/1/deletion", [("confirmed", "yes")])
        }
        var done = try await empty(site, after: 89)
        #expect(done.erased == 0)
        done = try await empty(site, after: 91)
        #expect(done.erased == 1)
        #expect(!done.hasMore)
        expect(try await site.value("SELECT group_concat(name) FROM book", as: String.self), is: "Beta,Gamma")
        let audited = try await site.value(
            "SELECT actor || ' ' || objectTitle FROM audit WHERE action = 'sample.books.erase'", as: String.self)
        #expect(audited == "portico Alfa")
        expect(try await site.value("SELECT count(*) FROM revision WHERE recordID = 1", as: Int.self), is: 0)
    }

    @Test func keepsForEverWhereTheSiteSaysSo() async throws {
        let site = try await site(days: 0)
        try await site.browse(as: "librarian") { browsers in
            try await browsers[0].post(Self.books + "/1/deletion", [("confirmed", "yes")])
            let page = try await browsers[0].get(Self.books + "/trash")
            #expect(page.contains("Alfa"))
            #expect(page.contains("Bibliotecaria"))
        }
        let done = try await empty(site, after: 100_000)
        #expect(done.erased == 0)
        expect(try await site.value("SELECT count(*) FROM book", as: Int.self), is: 3)
    }

    @Test func keepsWhatSomethingElseShows() async throws {
        let site = try await site()
        try await site.browse(as: "librarian") { browsers in
            let tour = [
                ("name", "Visita"), ("level", "easy"), ("people", "2"), ("scope", "1"), ("books.0.id", ""), ("books.0.book", "1"),
                ("books.0.amount", ""),
            ]
            expect(try await browsers[0].post("/admin/sample/tours", tour).status, is: 303)
            try await browsers[0].post(Self.books + "/1/deletion", [("confirmed", "yes")])
        }
        let kept = try await empty(site, after: 91)
        #expect(kept.erased == 0)
        #expect(kept.kept == 1)
        // Both go where both are old: what refers first.
        try await site.browse(as: "librarian") { browsers in
            try await browsers[0].post("/admin/sample/tours/1/deletion", [("confirmed", "yes")])
        }
        let both = try await empty(site, after: 91)
        #expect(both.erased == 2)
        expect(try await site.value("SELECT count(*) FROM tourBook", as: Int.self), is: 0)
    }

    @Test func emptiesInStepsThatEnd() async throws {
        let site = try await site()
        try await site.database.write { try $0.execute(sql: "UPDATE book SET deletedAt = '2020-01-01 00:00:00.000'") }
        var left = 3
        while left > 0 {
            let done = try await site.database.write { try Trash.empty($0, site.portal.admin.resources, now: .now, limit: 2) }
            #expect(done.erased == min(left, 2))
            #expect(done.hasMore == (left > 1))
            left -= done.erased
        }
        expect(try await site.value("SELECT count(*) FROM book", as: Int.self), is: 0)
    }

    @Test func isNarrowedByWhoAndWhen() async throws {
        let site = try await site()
        try await site.browse(as: "librarian", "admin") { browsers in
            try await browsers[1].post("/admin/scope", [("scope", "1")])
            try await browsers[0].post(Self.books + "/1/deletion", [("confirmed", "yes")])
            try await browsers[1].post(Self.books + "/2/deletion", [("confirmed", "yes")])
            for (query, titles) in [
                ("", ["Alfa", "Beta"]), ("?q=alf", ["Alfa"]), ("?deletedBy=2", ["Alfa"]), ("?deletedBy=1", ["Beta"]),
                ("?deleted.from=2999-01-01", []), ("?deleted.to=2999-01-01", ["Alfa", "Beta"]),
            ] {
                let page = try await browsers[0].get(Self.books + "/trash" + query)
                #expect(page.status == 200, "\(query)")
                let found = ["Alfa", "Beta", "Gamma"].filter { page.contains("\($0)<") }
                #expect(found == titles, "\(query)")
            }
        }
    }
}
