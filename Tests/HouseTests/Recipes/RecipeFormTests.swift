import Accounts
import GRDB
import TestSupport
import Testing

@testable import House

@Suite struct RecipeFormTests {
    private static let address = "/admin/house/recipes"
    private static let recipe = [("name", "Pasta"), ("difficulty", "easy"), ("people", "2"), ("published", "yes")]

    private static func step(_ index: Int, _ text: String, id: String = "") -> [(String, String)] {
        [("steps.\(index).id", id), ("steps.\(index).text", text), ("steps.\(index).timer", "none")]
    }

    private static func folds(_ page: String) -> [String] {
        page.matches(of: #/<details class="item-fold"( open)?><summary>([^<]*)</#).map { ($0.1 == nil ? "" : "open ") + $0.2 }
    }

    @Test func savedStepsAreFolded() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            let long = "Metti la pentola grande piena di acqua fredda sul fornello che sta in fondo a destra."
            try await educator.post(Self.address, Self.recipe + Self.step(0, "Bolli l'acqua.") + Self.step(1, long))
            let page = try await educator.get(Self.address + "/1")
            let folds = Self.folds(page.text)
            #expect(folds == ["Bolli l&#39;acqua.", "Metti la pentola grande piena di acqua fredda sul fornello …"])
        }
    }

    @Test func newAndRefusedStepsAreOpen() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            try await educator.post(Self.address, Self.recipe + Self.step(0, "Bolli.") + Self.step(1, "Cuoci."))
            let known = Self.recipe + Self.step(0, "Bolli.", id: "1") + Self.step(1, "Cuoci.", id: "2")
            let added = try await educator.post(Self.address + "/1", known + [("act", "steps.add")])
            let folds = Self.folds(added.text)
            #expect(folds == ["Bolli.", "Cuoci.", "open …"])
            let wrong = Self.recipe + Self.step(0, "Bolli.", id: "1") + Self.step(1, "", id: "2")
            let refused = try await educator.post(Self.address + "/1", wrong)
            #expect(refused.status == 422)
            let shown = Self.folds(refused.text)
            #expect(shown == ["Bolli.", "open …"])
        }
    }

    @Test func aTypedProductIsCreatedWithItsCategoryAndPlace() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            try await educator.post("/admin/house/categories", [("name", "Latticini"), ("ordering", "10"), ("published", "yes")])
            try await educator.post("/admin/house/positions", [("name", "Frigorifero"), ("ordering", "10")])
            let item = [
                ("ingredients.0.id", ""), ("ingredients.0.product.find", "Sottilette"), ("ingredients.0.amount", "4"),
                ("ingredients.0.product.create", "yes"), ("ingredients.0.product.categories", "latticini"),
            ]
            let refused = try await educator.post(Self.address, Self.recipe + item + [("ingredients.0.product.position", "Cantina")])
            #expect(refused.status == 422)
            #expect(refused.contains("«Cantina»"))
            #expect(refused.contains(#"value="latticini""#))
            let none = try await site.value("SELECT count(*) FROM product", as: Int.self)
            #expect(none == 0)
            let saved = try await educator.post(Self.address, Self.recipe + item + [("ingredients.0.product.position", "frigorifero")])
            #expect(saved.status == 303)
        }
        let sql = """
            SELECT product.name || ', ' || category.name || ', ' || position.name FROM product
            JOIN productCategory ON productCategory.product = product.id JOIN category ON category.id = productCategory.category JOIN position ON position.id = product.position
            """
        let product = try await site.value(sql, as: String.self)
        #expect(product == "Sottilette, Latticini, Frigorifero")
    }

    @Test func aProductIsCreatedWithADrawing() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            let item = [("ingredients.0.id", ""), ("ingredients.0.product.find", "Latte"), ("ingredients.0.amount", "1 bicchiere")]
            let asked = try await educator.post(Self.address, Self.recipe + item)
            #expect(asked.contains(#"name="ingredients.0.product.picture.pick" value="symbol-milk""#))
            let chosen = [("ingredients.0.product.picture.pick", "symbol-milk"), ("ingredients.0.product.position", "Cantina")]
            let refused = try await educator.post(Self.address, Self.recipe + item + [("ingredients.0.product.create", "yes")] + chosen)
            #expect(refused.status == 422)
            #expect(refused.contains(#"name="ingredients.0.product.picture" value="1""#))
            let create = [("ingredients.0.product.create", "yes"), ("ingredients.0.product.picture", "1")]
            let wrong = try await educator.post(Self.address, Self.recipe + item + [create[0], ("ingredients.0.product.picture", "99")])
            #expect(wrong.status == 422)
            let saved = try await educator.post(Self.address, Self.recipe + item + create)
            #expect(saved.status == 303)
        }
        let product = try await site.value(
            "SELECT product.name || ', ' || picture.alt FROM product JOIN picture ON picture.id = product.picture", as: String.self)
        #expect(product == "Latte, latte")
    }

    @Test(arguments: ["none", "up"])
    func aTimeWithoutACountdownIsRefusedAtItsField(_ timer: String) async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let step = [("steps.0.id", ""), ("steps.0.text", "Cuoci."), ("steps.0.timer", timer), ("steps.0.time.minutes", "3")]
            let refused = try await browsers[0].post(Self.address, Self.recipe + step)
            #expect(refused.status == 422)
            #expect(refused.contains("Questo tempo non fa partire nessun timer"))
            #expect(refused.contains(#"name="steps.0.time.minutes" value="3""#))
        }
    }

    @Test func whoMayNotAddProductsCreatesNone() async throws {
        let site = try await TestSite()
        try await site.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO ownRole (name, title, folded, scope, grants, updatedAt)
                    VALUES ('own-cooks', 'Cuochi', 'cuochi', 'house', '["house.recipes.see","house.recipes.edit","house.products.see"]', '2026-01-01')
                    """)
            let cook = try Int64.fetchOne(db, sql: "SELECT id FROM account WHERE key = 'educator-blu'")!
            try db.execute(sql: "DELETE FROM roleAssignment WHERE accountID = ?", arguments: [cook])
            try RoleAssignment(accountID: cook, role: "own-cooks", scopeID: TestSite.blu).insert(db)
        }
        try await site.browse(as: "educator-blu") { browsers in
            let item = [
                ("ingredients.0.id", ""), ("ingredients.0.product.find", "Sottilette"), ("ingredients.0.amount", "4"),
                ("ingredients.0.product.create", "yes"),
            ]
            let refused = try await browsers[0].post(Self.address, Self.recipe + item)
            #expect(refused.status == 422)
            #expect(refused.contains("Non puoi aggiungere «Sottilette»"))
            #expect(!refused.contains("Aggiungi «Sottilette» come nuovo"))
        }
        let count = try await site.value("SELECT count(*) FROM product", as: Int.self)
        #expect(count == 0)
    }
}
