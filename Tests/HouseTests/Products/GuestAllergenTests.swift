import Admin
import Foundation
import GRDB
import TestSupport
import Testing

/// What guests and their programs learn about allergens: not stated is never “without”.
@Suite struct GuestAllergenTests {
    /// Five products on one shelf: bread states gluten, coffee none, the others nothing.
    private func house() async throws -> GuestSite {
        let house = try await GuestSite()
        try await house.database.write { db in
            try db.execute(
                sql: """
                    DELETE FROM productCategory;
                    INSERT INTO productCategory SELECT id, 2 FROM product WHERE houseID = 1;
                    UPDATE product SET allergens = '["gluten","sesame"]' WHERE name = 'Pane';
                    UPDATE product SET allergens = '["none-of-these"]' WHERE name = 'Caffè';
                    """)
        }
        return house
    }

    private func tiles(_ page: Answer) -> [String] {
        page.text.matches(of: #/<span class="tile-label">([^<]+)</#).map { String($0.1) }
    }

    /// The words beside the signs, in order.
    private func signs(_ page: Answer) -> [String] {
        page.text.matches(of: #/<span class="sign-word"><svg.*?#([a-z-]+)"\/><\/svg><span data-read>([^<]+)</#).map { "\($0.1) \($0.2)" }
    }

    @Test func theProductPageSaysThemWithSignAndWord() async throws {
        try await house().live(1) { _, guests in
            for (id, said) in [
                (2, ["allergen-gluten Glutine", "allergen-sesame Sesamo"]), (5, ["allergen-none-of-these Nessun allergene, controllato"]),
                (1, ["question Non scritti"]),
            ] {
                let page = try await guests[0].get("/house/shopping/products/\(id)")
                #expect(signs(page) == said, "\(id)")
            }
        }
    }

    @Test func withoutLeavesOutWhatIsNotStatedToo() async throws {
        try await house().live(1) { _, guests in
            let shelf = "/house/shopping/categories/2"
            let all = try await guests[0].get(shelf)
            #expect(tiles(all).count == 5)
            #expect(all.contains("\(shelf)?without=sesame"))
            #expect(!all.contains("without=milk"))
            let without = try await guests[0].get(shelf + "?without=gluten")
            #expect(tiles(without) == ["Caffè"])
            #expect(without.contains("Solo cose senza: glutine."))
            #expect(without.contains("3 cose non si vedono: i loro allergeni non sono scritti."))
            #expect(without.contains("\(shelf)?without=gluten&amp;without=sesame"))
            // No product here states milk; those without a statement are left out all the same.
            let milk = try await guests[0].get(shelf + "?without=milk")
            #expect(tiles(milk).sorted() == ["Caffè", "Pane"])
        }
    }

    @Test func nothingSurelyWithoutSaysSo() async throws {
        let house = try await house()
        try await house.database.write { try $0.execute(sql: "UPDATE product SET allergens = NULL WHERE name = 'Caffè'") }
        try await house.live(1) { _, guests in
            let page = try await guests[0].get("/house/shopping/categories/2?without=gluten")
            #expect(tiles(page) == [])
            #expect(page.contains("Qui non c’è niente che sia di sicuro senza: glutine."))
        }
    }

    @Test func thePagesOfAShelfKeepWhatIsLeftOut() async throws {
        let house = try await house()
        try await house.database.write { db in
            for number in 1...7 {
                try db.execute(
                    sql: """
                        INSERT INTO product (houseID, key, createdAt, updatedAt, folded, words, name, allergens)
                        VALUES (1, :key, '2026-01-01', '2026-01-01', :key, :key, :key, '["milk"]')
                        """, arguments: ["key": "latte-\(number)"])
                try db.execute(sql: "INSERT INTO productCategory VALUES (?, 2)", arguments: [db.lastInsertedRowID])
            }
        }
        try await house.live(1) { _, guests in
            let page = try await guests[0].get("/house/shopping/categories/2?without=gluten&without=eggs")
            #expect(page.contains("?page=2&amp;without=gluten&amp;without=eggs"))
            let next = try await guests[0].get("/house/shopping/categories/2?page=2&without=gluten&without=eggs")
            #expect(tiles(next).count == 2)
        }
    }

    @Test func whereNothingIsStatedTheShelfIsAsBefore() async throws {
        let house = try await house()
        try await house.database.write { try $0.execute(sql: "UPDATE product SET allergens = NULL") }
        try await house.live(1) { _, guests in
            let page = try await guests[0].get("/house/shopping/categories/2")
            #expect(signs(page) == [])
            #expect(!page.contains("without="))
        }
    }

    @Test func programsOfGuestsReadThem() async throws {
        try await house().run(1) { _, programs in
            let bread = try await programs[0].get("products/2")
            #expect(bread["allergens"] == .list([.text("gluten"), .text("sesame")]))
            let rice = try await programs[0].get("products/1")
            #expect(rice["allergens"]?.isNull == true)
            let all = try await programs[0].get("products")
            #expect(all["items"]?.list?.allSatisfy { $0.names.contains("allergens") } == true)
        }
    }

    /// Spaghetti and salt are the ingredients of the recipe of `Kitchen`.
    @Test func aRecipeSaysWhatItsIngredientsStateAndWhichStateNothing() async throws {
        let kitchen = try await Kitchen()
        let said: @Sendable (String?, String?) async throws -> Void = { spaghetti, salt in
            try await kitchen.site.database.write { db in
                try db.execute(sql: "UPDATE product SET allergens = ? WHERE name = 'Spaghetti'", arguments: [spaghetti])
                try db.execute(sql: "UPDATE product SET allergens = ? WHERE name = 'Sale'", arguments: [salt])
            }
        }
        let none = #"["none-of-these"]"#
        try await kitchen.visit { browser in
            for (spaghetti, salt, signs, unstated) in [
                (#"["gluten"]"#, nil, ["allergen-gluten Glutine"], "Non scritti per: Sale."),
                (none, nil, [], "Non scritti per: Sale."), (nil, nil, [], "Non scritti per: Spaghetti, Sale."),
                (none, none, ["allergen-none-of-these Nessun allergene, controllato"], nil),
                (#"["gluten"]"#, none, ["allergen-gluten Glutine"], nil),
            ] as [(String?, String?, [String], String?)] {
                try await said(spaghetti, salt)
                for path in ["/house/recipes/1", "/house/recipes/1/print"] {
                    let page = try await browser.get(path)
                    #expect(self.signs(page) == signs, "\(path) \(spaghetti ?? "-") \(salt ?? "-")")
                    #expect(page.contains("Non scritti per") == (unstated != nil))
                    #expect(page.contains(unstated ?? "Allergeni"))
                }
            }
        }
    }

    @Test func thePreviewSaysWhatGuestsWillSee() async throws {
        let site = try await TestSite()
        try await site.addProducts([("Riso", 1, 100)])
        try await site.database.write { try $0.execute(sql: #"UPDATE product SET allergens = '["milk"]'"#) }
        try await site.browse(as: "educator") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1"), ("next", "/admin")])
            let preview = try await browsers[0].get("/admin/house/products/1/preview")
            #expect(signs(preview) == ["allergen-milk Latte"])
        }
    }
}
