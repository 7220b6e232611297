import Admin
import GRDB
import TestSupport
import Testing

@testable import House

/// Taking over what Casa Rossa has into Casa Blu.
@Suite struct CatalogueCopyTests {
    private static let address = "/admin/house/houses/\(TestSite.blu)/catalogue"

    /// Casa Rossa with a picture of its own and one that every house may use, and a product whose name Casa Blu has too.
    private func kitchen() async throws -> Kitchen {
        let kitchen = try await Kitchen()
        try await kitchen.site.database.write { db in
            for (id, house) in [(1, TestSite.rossa), (2, nil)] as [(Int64, Int64?)] {
                try db.execute(
                    sql: """
                        INSERT INTO picture (id, key, file, width, height, bytes, alt, credit, licence, original, scopeID, version, createdAt, updatedAt)
                        VALUES (?, ?, ?, 9, 9, 9, 'Un piatto', '', '', 'piatto.jpg', ?, 1, '2026-01-01', '2026-01-01')
                        """, arguments: [id, "piatto-\(id)", String(repeating: "abc\(id)", count: 8), house])
            }
            try db.execute(
                sql: """
                    UPDATE recipeStep SET picture = 1 WHERE position = 1; UPDATE product SET picture = 2, stock = 7 WHERE name = 'Spaghetti';
                    UPDATE product SET name = 'sale', folded = 'sale' WHERE name = 'Vino';
                    INSERT INTO clip (houseID, text, video, milliseconds, madeAt)
                      VALUES (1, 'Cuoci la pasta.', x'00', 1000, '2026-01-01'), (1, 'Buongiorno', x'00', 1000, '2026-01-01');
                    """)
        }
        return kitchen
    }

    @Test func takesWhatIsNewWithAllItPointsToAndLeavesWhatIsThere() async throws {
        let kitchen = try await kitchen()
        try await kitchen.site.browse(as: "admin") { browsers in
            let outlook = try await browsers[0].get(Self.address + "?from=\(TestSite.rossa)")
            #expect(outlook.contains("Prendi 7 schede") || outlook.contains("Take 7 records"))
            let taken = try await browsers[0].post(Self.address, [("from", String(TestSite.rossa))])
            #expect(taken.location == Self.address)
            let again = try await browsers[0].post(Self.address, [("from", String(TestSite.rossa))])
            #expect(again.status == 303)
        }
        try await kitchen.site.database.read { db in
            let products = try String.fetchAll(db, sql: "SELECT name || stock FROM product WHERE houseID = 2 ORDER BY id")
            #expect(products == ["sale0", "Spaghetti0", "Pentola0", "Gomma0"])
            let id = try Int64.fetchOne(db, sql: "SELECT id FROM recipe WHERE houseID = 2 AND name = 'Pasta'")
            let recipe = try #require(try id.flatMap { try Recipe.fetch(db, id: $0) })
            #expect(recipe.steps.map(\.text) == ["Bolli l’acqua.", "Cuoci la pasta.", "Scola la pasta."])
            let houses = try Int64.fetchAll(
                db, sql: "SELECT p.houseID FROM recipeItem i JOIN product p ON p.id = i.product WHERE i.recipe = ?", arguments: [id])
            #expect(houses == [2, 2, 2])
            let picture = try #require(try Picture.fetchOne(db, key: recipe.steps[0].picture))
            #expect(picture.file == String(repeating: "abc1", count: 8))
            #expect(picture.scopeID == 2)
            // Of the videos, those of its steps.
            #expect(try String.fetchAll(db, sql: "SELECT text FROM clip WHERE houseID = 2") == ["Cuoci la pasta."])
            let shared = try Int64.fetchOne(db, sql: "SELECT picture FROM product WHERE houseID = 2 AND name = 'Spaghetti'")
            #expect(shared == 2)
            let place = "SELECT o.houseID FROM product p JOIN position o ON o.id = p.position WHERE p.houseID = 2"
            #expect(try Int64.fetchAll(db, sql: place) == [2])
        }
    }

    @Test func whatWasTakenGoesBackInOneAct() async throws {
        let kitchen = try await kitchen()
        try await kitchen.site.browse(as: "admin") { browsers in
            try await browsers[0].post(Self.address, [("from", String(TestSite.rossa))])
            let act = try await kitchen.site.database.read {
                try Int64.fetchOne($0, sql: "SELECT id FROM act WHERE kind = 'house.products'")
            }
            let undone = try await browsers[0].post("/admin/house/products/bulk/undoing", [("act", String(act ?? 0))])
            #expect(undone.status == 303)
            let left = "SELECT name FROM product WHERE houseID = 2 AND deletedAt IS NULL"
            #expect(try await kitchen.site.database.read { try String.fetchAll($0, sql: left) } == ["sale"])
        }
    }

    /// The undo of the recipes archives the videos that came with them; its own undo brings both back.
    @Test func videosGoAndComeBackWithTheirRecipes() async throws {
        let kitchen = try await kitchen()
        let videos = "SELECT text FROM clip WHERE houseID = 2 AND deletedAt IS NULL"
        let newest = "SELECT max(id) FROM act WHERE kind = 'house.recipes'"
        try await kitchen.site.browse(as: "admin") { browsers in
            try await browsers[0].post(Self.address, [("from", String(TestSite.rossa))])
            for left in [[], ["Cuoci la pasta."]] {
                let act = try await kitchen.site.database.read { try Int64.fetchOne($0, sql: newest) }
                try await browsers[0].post("/admin/house/recipes/bulk/undoing", [("act", String(act ?? 0))])
                #expect(try await kitchen.site.database.read { try String.fetchAll($0, sql: videos) } == left)
            }
        }
    }

    @Test func aVideoThatOtherWordsNeedStays() async throws {
        let kitchen = try await kitchen()
        try await kitchen.site.browse(as: "admin") { browsers in
            try await browsers[0].post(Self.address, [("from", String(TestSite.rossa))])
            let act = try await kitchen.site.database.write { db in
                var moment = DayMoment()
                (moment.name, moment.stamp.scopeID) = ("Cuoci la pasta.", TestSite.blu)
                try moment.insert(db, by: .system("test"))
                return try Int64.fetchOne(db, sql: "SELECT max(id) FROM act WHERE kind = 'house.recipes'")
            }
            try await browsers[0].post("/admin/house/recipes/bulk/undoing", [("act", String(act ?? 0))])
            let videos = "SELECT count(*) FROM clip WHERE houseID = 2 AND deletedAt IS NULL"
            #expect(try await kitchen.site.database.read { try Int.fetchOne($0, sql: videos) } == 1)
        }
    }

    @Test func onlyWhoKeepsBothHousesMayTake() async throws {
        let kitchen = try await kitchen()
        try await kitchen.site.browse(as: "educator-blu", "") { browsers in
            let own = try await browsers[0].get(Self.address)
            #expect(own.status == 200)
            #expect(!own.contains("Casa Rossa"))
            #expect(!own.contains(#"href="/admin/house/houses""#))
            let taken = try await browsers[0].post(Self.address, [("from", String(TestSite.rossa))])
            #expect(taken.status == 404)
            let foreign = try await browsers[0].get("/admin/house/houses/\(TestSite.rossa)/catalogue")
            #expect(foreign.status == 404)
            let stranger = try await browsers[1].post(Self.address, [("from", String(TestSite.rossa))])
            #expect(stranger.status == 303)
            #expect(stranger.location?.hasPrefix("/sign-in") == true)
        }
    }
}
