import Accounts
import AdminTestSupport
import Foundation
import GRDB
import Testing

@testable import Admin

/// Erasing a person: no page and no row names him any more, what he did stays, and the log still holds together.
@Suite struct ErasureTests {
    private static let books = "/admin/sample/books"
    private static let book = [("name", "Riso"), ("copies", "1"), ("ordering", "10"), ("scope", "1")]

    /// An librarian with a name that nothing else has, who has left traces everywhere.
    private func site() async throws -> SampleSite {
        let site = try await SampleSite()
        try await site.database.write {
            try $0.execute(sql: "UPDATE account SET name = 'Ortensia Vellutini', key = 'vellutini' WHERE key = 'librarian'")
        }
        try await site.browse(as: "vellutini") { browsers in
            let librarian = browsers[0]
            try await librarian.post("/sign-in", [("name", "vellutini"), ("password", "falsa")])
            try await librarian.post(Self.books, Self.book + [("schedule.from", "2099-12-01T08:00")])
            try await librarian.post(Self.books + "/1", Self.book + [("version", "1"), ("published", "yes")])
            try await librarian.post(Self.books + "/1", Self.book + [("version", "2"), ("act", "draft")])
            try await librarian.post(Self.books + "/1/preview-links", [("days", "7")])
            try await librarian.post(Self.books + "/new/working-copy", [("name", "Pandoro")])
        }
        return site
    }

    /// The rows in which a word still stands, whatever the table.
    private func rows(with word: String, _ site: SampleSite) async throws -> [String] {
        try await site.database.read { db in
            let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT GLOB '*Words_*'"
            return try String.fetchAll(db, sql: sql).flatMap { table in
                try Row.fetchAll(db, sql: "SELECT * FROM \"\(table)\"").map { "\(table) \($0)" }
                    .filter { $0.localizedCaseInsensitiveContains(word) }
            }
        }
    }

    @Test func nothingNamesThePersonAnyMoreAndTheLogHolds() async throws {
        let site = try await site()
        expect(try await rows(with: "Vellutini", site).count > 5)
        let counts =
            "SELECT (SELECT count(*) FROM revision) || ' ' || (SELECT count(*) FROM draft) || ' ' || (SELECT count(*) FROM book)"
        let before = try await site.value(counts, as: String.self)
        try await site.browse(as: "admin", "librarian-blu") { browsers in
            let admin = browsers[0]
            expect(try await admin.get("/admin/people/2").contains("/admin/people/2/erasure"))
            let page = try await admin.get("/admin/people/2/erasure")
            #expect(page.contains("Ortensia Vellutini"))
            #expect(page.contains("Che cosa resta"))
            #expect(page.contains("a nome di «#2»"))
            let wrong = try await admin.post("/admin/people/2/erasure", [("key", "vellutina")])
            #expect(wrong.status == 422)
            #expect(wrong.contains("value=\"vellutina\""))
            #expect(wrong.contains("f-key-error"))
            expect(try await browsers[1].post("/admin/people/2/erasure", [("key", "vellutini")]).status == 403)
            expect(try await admin.post("/admin/people/1/erasure", [("key", "admin")]).status == 422)
            expect(try await rows(with: "Vellutini", site).isEmpty == false)

            expect(try await admin.post("/admin/people/2/erasure", [("key", "vellutini")]).location == "/admin/people")
            let left = try await rows(with: "Vellutini", site)
            #expect(left == [])
            for address in [
                "/admin/audit", Self.books + "/1/history", "/admin/people", "/admin/people/trash", "/admin/calendar", "/admin/jobs",
            ] {
                let page = try await admin.get(address)
                #expect(page.status == 200, "\(address)")
                #expect(!page.contains("ellutini"), "\(address)")
            }
            expect(try await admin.get("/admin/audit").contains("<td data-label=\"Chi\">#2</td>"))
            expect(try await admin.get(Self.books + "/1/history").contains("#2"))
            expect(try await admin.get("/admin/audit?q=vellutini").contains("<td data-label=\"Chi\">#2</td>") == false)
            // Nobody is there to be brought back or erased again.
            try await admin.post("/admin/people/trash", [("act", "restore"), ("id", "2")])
            for path in ["/admin/people/2", "/admin/people/2/erasure"] { expect(try await admin.get(path).status == 404) }
        }
        expect(try await site.value(counts, as: String.self) == before)
        expect(try await site.value("SELECT count(*) FROM session WHERE accountID = 2", as: Int.self) == 0)
        expect(try await site.value("SELECT count(*) FROM roleAssignment WHERE accountID = 2", as: Int.self) == 0)
        expect(try await site.database.read { try AuditEntry.verify($0) } == nil)
        expect(try await site.portal.admin.backups.examine(site.database) == [])
    }

    @Test(arguments: [
        // Another's entry, and what an erasure does not touch.
        "UPDATE audit SET actor = 'x' WHERE accountID = 3", "UPDATE audit SET action = 'x' WHERE accountID = 2",
        "DELETE FROM auditErasure", "UPDATE auditErasure SET erasure = erasure + 1",
    ])
    func theLogIsStillNotChangedOtherwise(_ sql: String) async throws {
        let site = try await site()
        try await site.browse(as: "admin", "librarian-blu") { browsers in
            try await browsers[0].post("/admin/people/2/erasure", [("key", "vellutini")])
        }
        await #expect(throws: DatabaseError.self) { try await site.database.write { try $0.execute(sql: sql) } }
    }

    @Test func anEntryOfSomebodyElseIsFoundEvenWhereAnErasureIsClaimedForIt() async throws {
        let site = try await site()
        try await site.browse(as: "admin", "librarian-blu") { browsers in
            try await browsers[0].post("/admin/people/2/erasure", [("key", "vellutini")])
        }
        let broken = try await site.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO auditErasure SELECT min(a.id), max(e.id) FROM audit a, audit e WHERE a.accountID = 3 AND e.action = 'account.erase';
                    DROP TRIGGER auditIsNotChanged;
                    UPDATE audit SET actor = 'x' WHERE id = (SELECT min(id) FROM audit WHERE accountID = 3)
                    """)
            return try AuditEntry.verify(db)
        }
        #expect(broken != nil)
    }
}
