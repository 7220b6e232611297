import AdminTestSupport
import Foundation
import GRDB
import Testing

@testable import Admin

/// Which versions are forgotten in time, and what people see of what they did themselves.
@Suite struct HistoryRetentionTests {
    private static let books = "/admin/sample/books"
    private static func book(_ copies: Int, version: Int) -> [(String, String)] {
        [("name", "Riso"), ("copies", "\(copies)"), ("ordering", "10"), ("scope", "1"), ("version", "\(version)")]
    }

    /// A book with five versions, all of them old.
    private func site() async throws -> SampleSite {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            try await browsers[0].post(Self.books, Self.book(1, version: 0))
            for version in 1...4 {
                expect(try await browsers[0].post(Self.books + "/1", Self.book(version + 1, version: version)).status, is: 303)
            }
        }
        try await site.database.write { try $0.execute(sql: "UPDATE revision SET at = '2020-01-0' || version || ' 10:00:00.000'") }
        return site
    }

    private func versions(_ site: SampleSite) async throws -> [Int] {
        try await site.database.read { try Int.fetchAll($0, sql: "SELECT version FROM revision ORDER BY id") }
    }

    @Test func theFirstAndTheNewestStay() async throws {
        let site = try await site()
        expect(try await versions(site), is: [1, 2, 3, 4, 5])
        expect(try await Revision.prune(site.database, days: 0, now: .now), is: 0)
        let third = try #require(MomentFieldType.moment("2020-01-03T09:00:00Z"))
        expect(try await Revision.prune(site.database, days: 1, now: third + 86_400), is: 1)
        expect(try await versions(site), is: [1, 3, 4, 5])
        expect(try await Revision.prune(site.database, days: 30, now: .now), is: 2)
        expect(try await versions(site), is: [1, 5])
        expect(try await Revision.prune(site.database, days: 30, now: .now), is: 0)
        try await site.browse(as: "librarian") { browsers in
            let page = try await browsers[0].get(Self.books + "/1/history")
            #expect(page.status == 200)
        }
    }

    @Test func theNightForgetsWhatTheSettingsSay() async throws {
        let site = try await site()
        try await site.database.write { db in
            var settings = try SiteSettings.load(db)
            settings.historyDays = 30
            try settings.save(db)
            try Jobs.enqueue(db, "history", by: .system("test"))
        }
        try await site.portal.jobs.runDue(now: .now + 5)
        expect(try await versions(site), is: [1, 5])
    }

    @Test func eachPersonSeesTheirOwnActsAndTakesThemBack() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian", "librarian-blu", "admin") { browsers in
            try await browsers[0].post(Self.books, Self.book(1, version: 0))
            try await browsers[0].post(Self.books + "/1", Self.book(7, version: 1))
            let page = try await browsers[0].get("/admin/acts")
            #expect(page.contains("Riso (libro)"))
            for browser in browsers[1...] {
                let other = try await browser.get("/admin/acts")
                #expect(other.status == 200)
                #expect(!other.contains("Riso"))
            }
            // The newest can be taken back; the one before has been changed since.
            let forms = page.text.matches(of: #/name="revision" value="(\d+)"/#).map { String($0.1) }
            #expect(Set(forms).count == 1)
            try await browsers[0].post("/admin/undoing", [("revision", try #require(forms.first))])
            expect(try await site.value("SELECT copies FROM book", as: Int.self), is: 1)
            // People of another library cannot undo the act.
            let newest = try #require(try await site.value("SELECT max(id) FROM revision", as: Int64.self))
            try await browsers[1].post("/admin/undoing", [("revision", String(newest))])
            expect(try await site.value("SELECT copies FROM book", as: Int.self), is: 1)
        }
    }
}
