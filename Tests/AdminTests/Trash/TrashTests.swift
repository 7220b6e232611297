import Accounts
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Admin
@testable import House

@Suite struct TrashTests {
    static let address = "/admin/house/products"

    private func titles(_ text: String) -> [String] {
        text.matches(of: #/<th scope="row" class="main">\s*<span class="main-text">\s*<a [^>]+>([^<]+)</#).map { String($0.1) }
    }

    @Test func whatWasDeletedIsFoundByItsNameAndItsDay() async throws {
        let site = try await TestSite()
        try await site.addProducts([("Riso", 1, nil), ("Pane", 1, nil), ("Latte", 1, nil)])
        try await site.browse(as: "educator") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1")])
            try await browsers[0].post(Self.address + "/bulk", [("act", "delete"), ("id", "1"), ("id", "2")])
            try await site.database.write {
                try $0.execute(sql: "UPDATE product SET deletedAt = '2026-02-01 10:00:00.000' WHERE id = 2")
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
        let site = try await TestSite()
        try await site.addProducts([("Riso", 1, nil)])
        try await site.browse(as: "educator") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1")])
            let parts = [
                ("steps.0.id", ""), ("steps.0.text", "Bolli."), ("steps.0.timer", "none"), ("ingredients.0.id", ""),
                ("ingredients.0.product.find", "riso"), ("ingredients.0.amount", "2"),
            ]
            let recipe = [("name", "Risotto"), ("difficulty", "easy"), ("people", "2")]
            try await browsers[0].post("/admin/house/recipes", recipe + parts)
            try await browsers[0].post("/admin/house/recipes/1/deletion", [("confirmed", "yes")])
            let asked = try await browsers[0].post("/admin/house/recipes/trash", [("act", "restore"), ("all", "yes"), ("back", "")])
            #expect(asked.contains("Rimettere a posto 1 scheda?"))
            let mark = asked.text.firstMatch(of: #/name="mark" value="([^"]+)"/#).map { String($0.1) } ?? ""
            try await browsers[0].post(
                "/admin/house/recipes/bulk", [("act", "restore"), ("all", "yes"), ("back", ""), ("confirmed", "yes"), ("mark", mark)])
        }
        let found = try await site.value(
            """
            SELECT r.name || '/' || s.text || '/' || i.amount FROM recipe r JOIN recipeStep s ON s.recipe = r.id
            JOIN recipeItem i ON i.recipe = r.id WHERE r.deletedAt IS NULL
            """, as: String.self)
        expect(found, is: "Risotto/Bolli./2")
    }

    /// Three products in the trash of Casa Rossa: two old ones, of which a recipe needs the first, and a young one.
    private func filled() async throws -> TestSite {
        let site = try await TestSite()
        try await site.addProducts([("Riso", 1, nil), ("Pane", 1, nil), ("Latte", 1, nil)])
        try await site.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO recipe (houseID, key, createdAt, updatedAt, folded, words, name)
                    VALUES (1, 'risotto', '2026-01-01', '2026-01-01', 'risotto', 'risotto', 'Risotto');
                    INSERT INTO recipeItem (recipe, position, kind, product) VALUES (1, 1, 'ingredient', 1);
                    UPDATE product SET deletedAt = '2026-02-01 10:00:00.000' WHERE id IN (1, 2);
                    UPDATE product SET deletedAt = '2026-05-01 10:00:00.000' WHERE id = 3;
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
        expect(try await site.value("SELECT group_concat(name) FROM product", as: String.self), is: "Riso,Latte")
        expect(try await site.value("SELECT objectTitle FROM audit WHERE action = 'house.products.erase'", as: String.self), is: "Pane")
    }

    @Test func aTrashThatIsKeptForEverIsNeverEmptied() async throws {
        let site = try await filled()
        let resources = site.portal.admin.resources
        try await site.database.write { try $0.execute(sql: "INSERT INTO setting (key, value) VALUES ('trashDays', '0')") }
        let outcome = try await site.database.write { db in try Trash.empty(db, resources, now: .distantFuture) }
        #expect(outcome.erased == 0)
        expect(try await site.value("SELECT count(*) FROM product", as: Int.self), is: 3)
    }

    @Test func everyNightTheTrashEmptiesItself() async throws {
        let site = try await filled()
        try await site.portal.jobs.runDue()
        expect(try await site.value("SELECT count(*) FROM product", as: Int.self), is: 3)
        try await site.portal.jobs.runDue(now: .now + 86_400)
        // Both old ones and the young one are older than 90 days by now; a recipe needs the rice.
        expect(try await site.value("SELECT group_concat(name) FROM product", as: String.self), is: "Riso")
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
