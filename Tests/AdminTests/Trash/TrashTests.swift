import Accounts
import Foundation
import GRDB
import Testing

@testable import Admin
@testable import AdminTestSupport

@Suite struct TrashTests {
    static let address = "/admin/sample/books"

    private func titles(_ text: String) -> [String] {
        text.matches(of: #/<th scope="row" class="main">\s*<span class="main-text">\s*<a [^>]+>([^<]+)</#).map { String($0.1) }
    }

    @Test func whatWasDeletedIsFoundByItsNameAndItsDay() async throws {
        let site = try await SampleSite()
        try await site.addBooks([("Riso", 1, nil), ("Pane", 1, nil), ("Latte", 1, nil)])
        try await site.browse(as: "librarian") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1")])
            try await browsers[0].post(Self.address + "/bulk", [("act", "delete"), ("id", "1"), ("id", "2")])
            try await site.database.write {
                try $0.execute(sql: "UPDATE book SET deletedAt = '2026-02-01 10:00:00.000' WHERE id = 2")
            }
            for (query, found) in [
                ("", ["Riso", "Pane"]), ("?q=pa", ["Pane"]), ("?q=latte", []), ("?deleted.to=2026-02-01", ["Pane"]),
                ("?deleted.from=2026-02-02", ["Riso"]), ("?deletedBy=2", ["Riso", "Pane"]), ("?deletedBy=1", []),
            ] {
                let page = try await browsers[0].get(Self.address + "/trash" + query)
                #expect(titles(page.text) == found, "\(query)")
            }
            // 90 days after the first of February.
            expect(try await browsers[0].get(Self.address + "/trash?q=pane").contains("2 maggio 2026"), is: true)
        }
    }

    @Test func aRecordComesBackWithEverythingThatHungOnIt() async throws {
        let site = try await SampleSite()
        try await site.addBooks([("Riso", 1, nil)])
        try await site.browse(as: "librarian") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1")])
            let parts = [
                ("stops.0.id", ""), ("stops.0.text", "Bolli."), ("stops.0.timer", "none"), ("books.0.id", ""),
                ("books.0.book.find", "riso"), ("books.0.amount", "2"),
            ]
            let tour = [("name", "Risotto"), ("level", "easy"), ("people", "2")]
            try await browsers[0].post("/admin/sample/tours", tour + parts)
            try await browsers[0].post("/admin/sample/tours/1/deletion", [("confirmed", "yes")])
            let asked = try await browsers[0].post("/admin/sample/tours/trash", [("act", "restore"), ("all", "yes"), ("back", "")])
            #expect(asked.contains("Rimettere a posto 1 scheda?"))
            let mark = asked.text.firstMatch(of: #/name="mark" value="([^"]+)"/#).map { String($0.1) } ?? ""
            try await browsers[0].post(
                "/admin/sample/tours/bulk", [("act", "restore"), ("all", "yes"), ("back", ""), ("confirmed", "yes"), ("mark", mark)])
        }
        let found = try await site.value(
            """
            SELECT r.name || '/' || s.text || '/' || i.amount FROM tour r JOIN tourStop s ON s.tour = r.id
            JOIN tourBook i ON i.tour = r.id WHERE r.deletedAt IS NULL
            """, as: String.self)
        expect(found, is: "Risotto/Bolli./2")
    }

    /// Three books in the trash of Biblioteca Rossa: two old ones, of which a tour needs the first, and a young one.
    private func filled() async throws -> SampleSite {
        let site = try await SampleSite()
        try await site.addBooks([("Riso", 1, nil), ("Pane", 1, nil), ("Latte", 1, nil)])
        try await site.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO tour (libraryID, key, createdAt, updatedAt, folded, words, name)
                    VALUES (1, 'risotto', '2026-01-01', '2026-01-01', 'risotto', 'risotto', 'Risotto');
                    INSERT INTO tourBook (tour, position, kind, book) VALUES (1, 1, 'book', 1);
                    UPDATE book SET deletedAt = '2026-02-01 10:00:00.000' WHERE id IN (1, 2);
                    UPDATE book SET deletedAt = '2026-05-01 10:00:00.000' WHERE id = 3;
                    """)
        }
        return site
    }

    private static func day(_ text: String) throws -> Date { try Date(text + "T12:00:00Z", strategy: .iso8601) }

    @Test func theTrashEmptiesItselfButKeepsWhatIsNeeded() async throws {
        let site = try await filled()
        let resources = site.portal.admin.resources
        let early = try await site.database.write { db in try Trash.empty(db, resources, now: try Self.day("2026-05-01")) }
        #expect(early.erased == 0)
        let outcome = try await site.database.write { db in try Trash.empty(db, resources, now: try Self.day("2026-05-03")) }
        #expect(outcome.erased == 1)
        #expect(outcome.kept == 1)
        #expect(!outcome.hasMore)
        expect(try await site.value("SELECT group_concat(name) FROM book", as: String.self), is: "Riso,Latte")
        expect(try await site.value("SELECT objectTitle FROM audit WHERE action = 'sample.books.erase'", as: String.self), is: "Pane")
    }

    @Test func aTrashThatIsKeptForEverIsNeverEmptied() async throws {
        let site = try await filled()
        let resources = site.portal.admin.resources
        try await site.database.write { try $0.execute(sql: "INSERT INTO setting (key, value) VALUES ('trashDays', '0')") }
        let outcome = try await site.database.write { db in try Trash.empty(db, resources, now: .distantFuture) }
        #expect(outcome.erased == 0)
        expect(try await site.value("SELECT count(*) FROM book", as: Int.self), is: 3)
    }

    @Test func everyNightTheTrashEmptiesItself() async throws {
        let site = try await filled()
        try await site.portal.jobs.runDue()
        expect(try await site.value("SELECT count(*) FROM book", as: Int.self), is: 3)
        try await site.portal.jobs.runDue(now: .now + 86_400)
        // Both old ones and the young one are older than 90 days by now; a tour needs the rice.
        expect(try await site.value("SELECT group_concat(name) FROM book", as: String.self), is: "Riso")
        expect(try await site.value("SELECT state FROM job WHERE kind = 'trash' ORDER BY id LIMIT 1", as: String.self), is: "done")
        // Each reader sees what came of it in his own language.
        for (language, sentence) in [("it", "2 cose cancellate per sempre."), ("en", "2 things deleted for good.")] {
            try await site.database.write { db in
                try db.execute(sql: "UPDATE account SET language = ? WHERE key = 'admin'", arguments: [language])
            }
            try await site.browse(as: "admin") { browsers in
                expect(try await browsers[0].get("/admin/jobs").contains(sentence), is: true)
            }
        }
        // Switched off, it does not wait for the next night either.
        try await site.database.write { db in
            var settings = try SiteSettings.load(db)
            settings.trashDays = 0
            try settings.save(db)
        }
        try await site.portal.jobs.runDue(now: .now + 86_400)
        expect(try await site.value("SELECT count(*) FROM job WHERE kind = 'trash' AND state = 'waiting'", as: Int.self), is: 0)
    }
}
