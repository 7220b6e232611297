import Foundation
import GRDB
import TestSupport
import Testing

@testable import House

@Suite struct ShoppingListAdminPagesTests {
    @Test func aFinishedListIsCopiedOnceAndTheReportSaysWhatWasThere() async throws {
        let house = try await GuestSite()
        try await house.live(1) { educator, guests in
            for product in ["1", "1", "2"] { try await guests[0].post("/house/list/items", [("product", product)]) }
            for item in ["1", "2"] { try await guests[0].post("/house/list/items/\(item)/purchase", [("bought", "yes")]) }
            try await guests[0].post("/house/list/finishing")
            try await guests[0].post("/house/list/items", [("product", "2")])
            let page = try await educator.get("/admin/house/lists")
            #expect(page.contains("La lista della casa · finita oggi alle"))
            #expect(page.contains("2 cose"))
            let answer = try await educator.post("/admin/house/lists/copying", [("source", "1")])
            #expect(answer.status == 303)
            let said = try await educator.get("/admin/house/lists")
            #expect(said.contains("In lista ora: Riso. C’era già in lista: Pane."))
            try await educator.post("/admin/house/lists/copying", [("source", "1")])
            let again = try await educator.get("/admin/house/lists")
            #expect(again.contains("La lista resta com’è. C’era già in lista: Pane, Riso."))
        }
        let list = try await house.list()
        #expect(list == ["Riso": 2, "Pane": 1])
        let state = try await house.site.value("SELECT sum(bought) FROM listItem WHERE listID = 2", as: Int.self)
        #expect(state == 0)
    }

    @Test func anEducatorFindsAProductByItsNameAndPutsItIn() async throws {
        let house = try await GuestSite()
        try await house.live(1) { educator, _ in
            try await educator.post("/admin/house/guests/1/living", [("ownList", "yes")])
            let none = try await educator.get("/admin/house/lists?q=xyzzy")
            #expect(none.contains("Nessun prodotto si chiama così."))
            let found = try await educator.get("/admin/house/lists?guest=1&q=caffe")
            #expect(found.contains(#"<button name="product" value="5">"#))
            #expect(!found.contains(#"<button name="product" value="1">"#))
            // Another house's products are not found.
            let other = try await educator.get("/admin/house/lists?q=casa%20blu")
            #expect(!other.contains(#"<button name="product""#))
            try await educator.post("/admin/house/lists/items", [("guest", "1"), ("product", "5"), ("quantity", "1")])
        }
        let list = try await house.list(of: 1)
        #expect(list == ["Caffè": 1])
    }

    @Test func theListOfTheHouseIsCopiedIntoAGuestsOwn() async throws {
        let house = try await GuestSite()
        try await house.live(1) { educator, _ in
            try await educator.post("/admin/house/guests/1/living", [("ownList", "yes")])
            try await educator.post("/admin/house/lists/items", [("product", "1"), ("quantity", "4")])
            try await educator.post("/admin/house/lists/copying", [("guest", "1"), ("source", "1")])
        }
        let list = try await house.list(of: 1)
        #expect(list == ["Riso": 4])
    }

    @Test func savingWithoutAChangeTellsNobody() async throws {
        let house = try await GuestSite()
        try await house.browse(devices: 0) { educator, _ in
            try await educator.post("/admin/house/lists/emptying")
            let empty = try await educator.get("/admin/house/lists")
            #expect(empty.contains("Non è cambiato niente."))
            try await educator.post("/admin/house/lists/items", [("product", "1"), ("quantity", "2")])
            let before = try await house.site.value("SELECT version FROM shoppingList", as: Int.self)
            try await educator.post("/admin/house/lists", [("quantity-1", "2"), ("was-1", "2")])
            let page = try await educator.get("/admin/house/lists")
            #expect(page.contains("Non è cambiato niente."))
            let after = try await house.site.value("SELECT version FROM shoppingList", as: Int.self)
            #expect(before == after)
        }
    }

    @Test func whatAGuestTookOutMeanwhileComesBackForALaterChangeOnly() async throws {
        let house = try await GuestSite()
        try await house.live(1) { educator, guests in
            for product in ["1", "2"] { try await guests[0].post("/house/list/items", [("product", product)]) }
            for item in ["1", "2"] { try await guests[0].post("/house/list/items/\(item)/removal") }
            try await educator.post(
                "/admin/house/lists", [("quantity-1", "3"), ("was-1", "1"), ("quantity-2", "1"), ("was-2", "1"), ("quantity-x", "1")])
        }
        let list = try await house.list()
        #expect(list == ["Riso": 3])
    }

    @Test func anotherHousesListIsNotThere() async throws {
        let house = try await GuestSite()
        try await house.database.write { db in
            let other = try ShoppingList.open(of: nil, house: 2, db)
            try other.add(6, db)
        }
        try await house.browse(devices: 0) { educator, _ in
            let page = try await educator.get("/admin/house/lists")
            #expect(!page.contains(#"name="source""#))
            let answer = try await educator.post("/admin/house/lists/copying", [("source", "1")])
            #expect(answer.status == 404)
            // Another house's guest, and nobody: the house's own list is not meant instead.
            for guest in ["4", "1x"] {
                let answer = try await educator.post("/admin/house/lists/items", [("product", "1"), ("guest", guest)])
                #expect(answer.status == 404, "\(guest)")
            }
        }
        let list = try await house.list()
        #expect(list["Riso"] == nil)
    }

    /// A recipe of rice (2 in the house), bread and a pot.
    private func cook(_ house: GuestSite) async throws {
        try await house.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO recipe (key, createdAt, updatedAt, folded, words, houseID, name, published)
                    VALUES ('r', '2026', '2026', 'riso', 'riso', 1, 'Riso al pane', 1);
                    UPDATE product SET stock = 2 WHERE id = 1;
                    INSERT INTO recipeItem (recipe, kind, product, amount, position) VALUES (1, 'ingredient', 1, '1 tazza', 1);
                    INSERT INTO recipeItem (recipe, kind, product, amount, position) VALUES (1, 'ingredient', 2, '2 fette', 2);
                    INSERT INTO recipeItem (recipe, kind, product, amount, position) VALUES (1, 'utensil', 5, '', 1);
                    """)
        }
    }

    @Test(arguments: [("missing", ["Pane": 1]), ("ingredients", ["Pane": 1, "Riso": 1]), ("all", ["Pane": 1, "Riso": 1, "Caffè": 1])])
    func aRecipePutsWhatWasAskedFor(things: String, wanted: [String: Int]) async throws {
        let house = try await GuestSite()
        try await cook(house)
        try await house.browse(devices: 0) { educator, _ in
            try await educator.post("/admin/house/lists/recipe", [("recipe", "1"), ("things", things)])
            let page = try await educator.get("/admin/house/lists")
            #expect(page.contains("2 fette"))
            #expect(page.contains("C’è già in casa: Riso.") == (things == "missing"))
            let wrong = try await educator.post("/admin/house/lists/recipe", [("recipe", "1"), ("things", "pots")])
            #expect(wrong.status == 404)
        }
        let list = try await house.list()
        #expect(list == wanted)
    }

    @Test func aNumberOfPiecesThatIsNoneComesBackAsItWasTyped() async throws {
        let house = try await GuestSite()
        try await house.browse(devices: 0) { educator, _ in
            let refused = try await educator.post("/admin/house/lists/items", [("product", "2"), ("quantity", "100")])
            #expect(refused.status == 422)
            #expect(refused.contains("Scegli un numero da 1 a 99."))
            #expect(refused.contains(#"value="100""#))
            #expect(refused.contains(#"<option value="2" selected>"#))
            try await educator.post("/admin/house/lists/items", [("product", "2")])
            for typed in ["0", "abc", ""] {
                let answer = try await educator.post(
                    "/admin/house/lists", [("quantity-1", typed), ("was-1", "1"), ("bought-1", "yes")])
                #expect(answer.status == 422)
                #expect(answer.contains("Scegli un numero da 1 a 99."))
                #expect(answer.contains(#"name="quantity-1" value="\#(typed)""#))
                #expect(answer.contains(#"value="yes" checked"#))
            }
        }
        let list = try await house.list()
        #expect(list == ["Pane": 1])
    }

    @Test func thePaperShowsWhatIsToBuyAndNothingElse() async throws {
        let house = try await GuestSite()
        try await house.browse(devices: 0) { educator, _ in
            for product in ["1", "2"] { try await educator.post("/admin/house/lists/items", [("product", product)]) }
            try await educator.post("/admin/house/lists", [("quantity-1", "1"), ("was-1", "1"), ("bought-1", "yes")])
            let paper = try await educator.get("/admin/house/lists/print")
            #expect(paper.contains("Pane"))
            #expect(!paper.contains("Riso"))
            #expect(paper.contains("data-print"))
            let other = try await educator.get("/admin/house/lists/print?guest=1")
            #expect(other.status == 404)
        }
    }
}
