import AdminTestSupport
import Foundation
import GRDB
import Testing

@testable import Admin

/// Each thing that can break, broken once.
@Suite struct CheckTests {
    let site: SampleSite
    let samples: Samples

    init() async throws {
        (site, samples) = (try await SampleSite(), try Samples())
        _ = try await site.add(samples, width: 20, scopeID: SampleSite.rossa)
        try await site.browse(as: "librarian") { browsers in
            try await browsers[0].post(
                "/admin/sample/books", [("name", "Riso rosso"), ("copies", "3"), ("ordering", "10"), ("price", "")])
        }
    }

    private func found() async throws -> [String] {
        try await site.portal.admin.backups.examine(site.database).map { $0.saying.key.replacing("check.findings.", with: "") }
    }

    private func breaking(_ sql: String) async throws -> [String] {
        try await site.database.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA foreign_keys = OFF")
            try db.execute(sql: sql)
        }
        return try await found()
    }

    @Test func findsNothingWhereNothingIsWrong() async throws {
        expect(try await site.value("SELECT count(*) FROM book", as: Int.self) == 1)
        expect(try await found() == [])
    }

    @Test(arguments: [
        ("UPDATE book SET libraryID = 99", ["reference"]),
        ("UPDATE picture SET scopeID = 99", ["pictureOfNowhere"]),
        ("UPDATE roleAssignment SET scopeID = 99 WHERE scopeID = 1", ["roleOfNowhere"]),
        ("UPDATE roleAssignment SET role = 'king' WHERE scopeID = 1", ["unknownRole"]),
        ("INSERT INTO grdb_migrations VALUES ('moon 001')", ["newer"]),
        ("DELETE FROM grdb_migrations WHERE identifier = (SELECT max(identifier) FROM grdb_migrations)", ["older"]),
        ("DROP TRIGGER auditIsNotChanged; UPDATE audit SET actor = 'Nobody' WHERE id = 1", ["audit"]),
        ("DROP TRIGGER search_book_update; UPDATE book SET folded = 'pane'", ["derived"]),
        (
            "DROP TRIGGER book_words_update; DROP TRIGGER search_book_update; UPDATE book SET words = 'pane'",
            ["derived", "search", "list"]
        ),
        ("INSERT INTO searchWords (searchWords) VALUES ('delete-all')", ["search"]),
        ("UPDATE picture SET file = '00000000000000000000000000000000'", ["pictureMissing", "pictureWithoutRow"]),
    ])
    func findsWhatIsWrongInTheDatabase(_ sql: String, _ expected: [String]) async throws {
        let found = try await breaking(sql)
        #expect(expected.allSatisfy(found.contains), "\(sql): \(found)")
        #expect(found.allSatisfy { expected.contains($0) || $0 == "search" }, "\(sql): \(found)")
    }

    /// A table that a coming migration makes is no damage.
    @Test func anOlderDatabaseIsNotCalledDamaged() async throws {
        let found = try await breaking(
            """
            DELETE FROM grdb_migrations WHERE identifier IN ('accounts 004 second factors, own roles and viewing as a role', 'accounts 003 audit');
            DROP TABLE ownRole; DROP TABLE audit
            """)
        #expect(found == ["older"])
    }

    @Test func findsPicturesThatAreGoneOrChanged() async throws {
        let file = try #require(try await site.value("SELECT file FROM picture", as: String.self))
        let folder = site.data + "/pictures/" + file
        let master = try Data(contentsOf: URL(fileURLWithPath: folder + "/master.webp"))
        try Data(master.dropLast() + [1]).write(to: URL(fileURLWithPath: folder + "/master.webp"))
        expect(try await found() == ["pictureDamaged"])
        unlink(folder + "/1200.jpg")
        expect(try await found() == ["pictureMissing"])
    }

    @Test func mendsTheSearch() async throws {
        expect(try await breaking("UPDATE book SET words = 'pane', folded = 'pane'").contains("derived"))
        expect(try await breaking("INSERT INTO searchWords (searchWords) VALUES ('delete-all')").contains("search"))
        expect(try await site.portal.admin.backups.examine(site.database, repairing: true) == [])
        try await site.browse(as: "librarian") { browsers in
            expect(try await browsers[0].get("/admin/search?q=rosso").contains("Riso rosso"))
        }
    }

    @Test func everyFindingHasItsWords() async throws {
        let texts = site.portal.admin.pages.templates.texts
        for name in [
            "integrity", "newer", "older", "reference", "pictureOfNowhere", "roleOfNowhere", "unknownRole", "pictureMissing",
            "pictureDamaged", "morePictures", "pictureWithoutRow", "audit", "derived", "search", "list", "count",
        ] {
            #expect(texts.has("check.findings.\(name)"), "\(name)")
        }
    }
}
