import Foundation
import GRDB
import TestSupport
import Testing

@Suite struct ProductsTests {
    static let address = "/admin/house/products"

    private func names(_ text: String) -> [String] {
        text.matches(of: #/<th scope="row"[^>]*>.*?<a href="[^"]*"[^>]*>([^<]+)</#).map { String($0.1) }
    }

    @Test func createsAProductWithItsCategoriesAndShops() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            try await educator.post("/admin/scope", [("scope", "1"), ("next", "/admin/house/products")])
            for name in ["Verdura", "Frutta"] { try await educator.post("/admin/house/categories", [("name", name), ("ordering", "10")]) }
            try await educator.post("/admin/house/shops", [("name", "Alimentari"), ("radius", "300"), ("place", "42.35, 13.40")])
            let answer = try await educator.post(
                Self.address,
                [
                    ("name", "Zucchine d’estate"), ("categories", "1"), ("categories", "2"), ("shops", "1"), ("stock", "3"),
                    ("price", "1,60"),
                    ("ordering", "10"), ("published", "yes"),
                ])
            #expect(answer.status == 303)
            #expect(answer.location == Self.address)
            let list = try await educator.get(Self.address)
            #expect(list.contains("Zucchine d’estate"))
            #expect(list.contains("Verdura, Frutta"))
            #expect(list.contains("Creato «Zucchine d’estate»."))
        }
        expect(try await site.value("SELECT price FROM product", as: Int.self), is: 160)
        expect(try await site.value("SELECT key FROM product", as: String.self), is: "zucchine-d-estate")
        expect(try await site.value("SELECT count(*) FROM audit WHERE action = 'house.products.create'", as: Int.self), is: 1)
    }

    @Test func refusesAFormWithEveryReasonAndEverythingTyped() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let answer = try await browsers[0].post(
                Self.address, [("name", ""), ("stock", "molti"), ("price", "uno e sessanta"), ("ordering", "10"), ("published", "yes")])
            #expect(answer.status == 422)
            #expect(answer.contains("Ci sono 3 cose da correggere"))
            #expect(answer.contains(#"value="molti""#))
            #expect(answer.contains(#"value="uno e sessanta""#))
            #expect(answer.contains("Scrivi un numero intero da 0 a 9.999."))
        }
        expect(try await site.value("SELECT count(*) FROM product", as: Int.self), is: 0)
    }

    @Test func anotherHousesRecordsAreNotThere() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator", "educator-blu") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1"), ("next", "/admin")])
            try await browsers[0].post(Self.address, [("name", "Riso"), ("stock", "1"), ("ordering", "10")])
            for path in ["/1", "/1/deletion", "/abc", "/999", "/9223372036854775808"] {
                expect(try await browsers[1].get(Self.address + path).status, is: 404)
            }
            for path in ["/1", "/1/copies", "/1/deletion"] {
                expect(try await browsers[1].post(Self.address + path, [("name", "Mio"), ("version", "1")]).status, is: 404)
            }
            try await browsers[1].post(Self.address + "/bulk", [("id", "1"), ("act", "delete")])
            try await browsers[1].post(Self.address + "/bulk", [("act", "inline"), ("version.1", "1"), ("stock.1", "99")])
            expect(try await browsers[1].post("/admin/scope", [("scope", "1")]).status, is: 404)
            expect(
                try await browsers[1].post(Self.address, [("name", "Intruso"), ("stock", "1"), ("ordering", "1"), ("scope", "1")]).status,
                is: 404)
            // A category of another house cannot be linked either.
            try await browsers[0].post("/admin/house/categories", [("name", "Verdura"), ("ordering", "10")])
            let answer = try await browsers[1].post(
                Self.address, [("name", "Furbo"), ("stock", "1"), ("ordering", "1"), ("categories", "1")])
            #expect(answer.status == 422)
        }
        expect(try await site.value("SELECT name || stock || coalesce(deletedAt, '') FROM product", as: String.self), is: "Riso1")
    }

    @Test func neitherOfTwoEditorsLosesText() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator", "admin") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1"), ("next", "/admin")])
            try await browsers[0].post(Self.address, [("name", "Riso"), ("stock", "1"), ("ordering", "10")])
            let first = try await browsers[0].post(
                Self.address + "/1", [("name", "Riso Carnaroli"), ("stock", "1"), ("ordering", "10"), ("version", "1")])
            #expect(first.status == 303)
            let second = try await browsers[1].post(
                Self.address + "/1", [("name", "Riso Arborio"), ("stock", "5"), ("ordering", "10"), ("version", "1")])
            #expect(second.status == 409)
            #expect(second.contains("Riso Carnaroli"))
            #expect(second.contains("Riso Arborio"))
            #expect(second.contains("Educatrice"))
            #expect(second.contains(#"name="version" value="2""#))
            let third = try await browsers[1].post(
                Self.address + "/1", [("name", "Riso Arborio"), ("stock", "5"), ("ordering", "10"), ("version", "2")])
            #expect(third.status == 303)
        }
        expect(try await site.value("SELECT name FROM product", as: String.self), is: "Riso Arborio")
    }

    @Test func deletesToTheTrashAndUndoes() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            for name in ["Riso", "Pasta", "Farina"] {
                try await educator.post(Self.address, [("name", name), ("stock", "1"), ("ordering", "10")])
            }
            try await educator.post(Self.address + "/bulk", [("id", "1"), ("id", "2"), ("act", "delete")])
            let list = try await educator.get(Self.address)
            #expect(list.contains("2 schede sono nel cestino."))
            #expect(!list.contains(">Riso<"))
            #expect(list.contains(#"action="/admin/house/products/bulk/undoing""#))
            try await educator.post(Self.address + "/trash", [("act", "restore"), ("id", "1"), ("id", "2")])
            expect(try await educator.get(Self.address).contains("Riso"), is: true)
            try await educator.post(Self.address + "/3/deletion")
            let question = try await educator.post(Self.address + "/trash", [("act", "erase"), ("id", "3")])
            #expect(question.contains("Eliminare per sempre"))
            try await educator.post(Self.address + "/trash", [("act", "erase"), ("id", "3"), ("confirmed", "yes")])
        }
        expect(try await site.value("SELECT group_concat(name) FROM product WHERE deletedAt IS NULL", as: String.self), is: "Riso,Pasta")
        expect(try await site.value("SELECT count(*) FROM product", as: Int.self), is: 2)
    }

    @Test func aTitleTakenMeanwhileStaysInTheTrash() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            try await educator.post(Self.address, [("name", "Riso"), ("stock", "1"), ("ordering", "10")])
            try await educator.post(Self.address + "/1/deletion")
            expect(try await educator.post(Self.address, [("name", "RISO"), ("stock", "1"), ("ordering", "10")]).status, is: 303)
            expect(try await educator.post(Self.address, [("name", "riso"), ("stock", "1"), ("ordering", "10")]).status, is: 422)
            try await educator.post(Self.address + "/trash", [("act", "restore"), ("id", "1")])
            expect(try await educator.get(Self.address).contains("«Riso» resta nel cestino"), is: true)
        }
    }

    @Test func changesStockAndPriceInTheList() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            for name in ["Riso", "Pasta"] { try await educator.post(Self.address, [("name", name), ("stock", "1"), ("ordering", "10")]) }
            let fields = [
                ("act", "inline"), ("version.1", "1"), ("stock.1", "7"), ("price.1", "2,5"), ("version.2", "1"), ("stock.2", "meno"),
                ("price.2", ""),
            ]
            let answer = try await educator.post(Self.address + "/bulk", fields)
            #expect(answer.status == 422)
            #expect(answer.contains("1 riga salvata. Riso: In casa 1 → 7, Prezzo niente → 2,50"))
            #expect(answer.contains("Pasta: «meno» non va bene."))
            #expect(answer.contains(#"name="stock.2" value="meno""#))
        }
        expect(try await site.value("SELECT stock || '/' || price FROM product WHERE id = 1", as: String.self), is: "7/250")
        expect(try await site.value("SELECT stock FROM product WHERE id = 2", as: Int.self), is: 1)
    }

    @Test func findsWithoutAccentsAndFilters() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            try await educator.post("/admin/house/categories", [("name", "Bevande"), ("ordering", "10")])
            try await educator.post(
                Self.address, [("name", "Caffè d'orzo"), ("stock", "1"), ("price", "3"), ("ordering", "10"), ("categories", "1")])
            try await educator.post(Self.address, [("name", "Tè freddo"), ("stock", "0"), ("ordering", "10"), ("categories", "1")])
            try await educator.post(Self.address, [("name", "Pane"), ("stock", "0"), ("ordering", "10")])
            for (query, found) in [
                ("q=CAFFE", ["Caffè d&#39;orzo"]), ("q=orz", ["Caffè d&#39;orzo"]), ("q=%22%2A", []),
                ("categories=1", ["Caffè d&#39;orzo", "Tè freddo"]),
                ("price=absent", ["Pane", "Tè freddo"]), ("stock=absent&categories=1", ["Tè freddo"]), ("categories=none", ["Pane"]),
                ("sort=-name", ["Tè freddo", "Pane", "Caffè d&#39;orzo"]), ("sort=-price", ["Caffè d&#39;orzo", "Pane", "Tè freddo"]),
                ("sort=price;DROP", ["Caffè d&#39;orzo", "Pane", "Tè freddo"]),
                ("categories=xyz", ["Caffè d&#39;orzo", "Pane", "Tè freddo"]),
            ] {
                let page = try await educator.get(Self.address + "?" + query)
                #expect(page.status == 200)
                #expect(names(page.text) == found, "\(query)")
            }
        }
    }
}

@Suite struct RecipesTests {
    static let address = "/admin/house/recipes"
    static let recipe = [("name", "Pasta al pomodoro"), ("difficulty", "easy"), ("people", "2"), ("published", "yes")]

    @Test func keepsStepsInOrderAndAddsAProductOnTheSpot() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            try await educator.post("/admin/house/products", [("name", "Spaghetti"), ("stock", "1"), ("ordering", "10")])
            let steps = [
                ("steps.0.id", ""), ("steps.0.text", "Metti l'acqua."), ("steps.0.timer", "none"), ("steps.1.id", ""),
                ("steps.1.text", "Cuoci."),
                ("steps.1.timer", "down"), ("steps.1.time.minutes", "9"),
            ]
            let items = [
                ("ingredients.0.id", ""), ("ingredients.0.product.find", "spaghetti"), ("ingredients.0.amount", "1 pacco"),
                ("ingredients.1.id", ""),
                ("ingredients.1.product.find", "Pomodori"), ("ingredients.1.amount", "5"),
            ]
            let refused = try await educator.post(Self.address, Self.recipe + steps + items)
            #expect(refused.status == 422)
            #expect(refused.contains("Aggiungi «Pomodori» come nuovo"))
            #expect(refused.contains("Metti l&#39;acqua."))
            expect(try await site.value("SELECT count(*) FROM product", as: Int.self), is: 1)
            let saved = try await educator.post(Self.address, Self.recipe + steps + items + [("ingredients.1.product.create", "yes")])
            #expect(saved.status == 303)
        }
        expect(
            try await site.value("SELECT group_concat(text, '|') FROM recipeStep ORDER BY position", as: String.self),
            is: "Metti l'acqua.|Cuoci.")
        expect(try await site.value("SELECT time FROM recipeStep WHERE position = 2", as: Int.self), is: 540)
        expect(
            try await site.value(
                "SELECT group_concat(name) FROM product JOIN recipeItem ON product.id = recipeItem.product", as: String.self),
            is: "Spaghetti,Pomodori")
    }

    @Test func movesInsertsAndDeletesStepsWithoutSavingThem() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let fields =
                Self.recipe
                + (0..<3).flatMap { [("steps.\($0).id", ""), ("steps.\($0).text", "Passo numero \($0)"), ("steps.\($0).timer", "none")] }
            func texts(_ act: String) async throws -> [String] {
                let page = try await browsers[0].post(Self.address, fields + [("act", act)])
                #expect(page.status == 200)
                return page.text.matches(of: #/<textarea[^>]*name="steps\.\d+\.text"[^>]*>\n?([^<]*)</#).map { String($0.1) }
            }
            expect(try await texts("steps.up.2"), is: ["Passo numero 0", "Passo numero 2", "Passo numero 1"])
            expect(try await texts("steps.down.0"), is: ["Passo numero 1", "Passo numero 0", "Passo numero 2"])
            expect(try await texts("steps.delete.1"), is: ["Passo numero 0", "Passo numero 2"])
            expect(try await texts("steps.insert.1"), is: ["Passo numero 0", "", "Passo numero 1", "Passo numero 2"])
            expect(try await texts("steps.add"), is: ["Passo numero 0", "Passo numero 1", "Passo numero 2", ""])
            expect(try await texts("steps.up.0"), is: ["Passo numero 0", "Passo numero 1", "Passo numero 2"])
        }
        expect(try await site.value("SELECT count(*) FROM recipe", as: Int.self), is: 0)
    }

    @Test func refusesACountdownWithoutTime() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let answer = try await browsers[0].post(
                Self.address, Self.recipe + [("steps.0.id", ""), ("steps.0.text", "Aspetta."), ("steps.0.timer", "down")])
            #expect(answer.status == 422)
            #expect(answer.contains("Passo 1, tempo: Per il conto alla rovescia scrivi da quanto tempo si parte."))
        }
    }

    @Test(arguments: ["none", "up"])
    func refusesATimeThatStartsNoTimer(_ timer: String) async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let step = [
                ("steps.0.id", ""), ("steps.0.text", "Aspetta."), ("steps.0.timer", timer), ("steps.0.time.minutes", "3"),
                ("steps.0.time.seconds", ""),
            ]
            let answer = try await browsers[0].post(Self.address, Self.recipe + step)
            #expect(answer.status == 422)
            #expect(answer.contains("Passo 1, tempo: Questo tempo non fa partire nessun timer"))
            #expect(answer.contains(#"name="steps.0.time.minutes" value="3""#) || answer.contains(#"value="3""#))
        }
        expect(try await site.value("SELECT count(*) FROM recipe", as: Int.self), is: 0)
    }

    @Test func duplicatesWithEverythingButHidden() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            try await educator.post(
                Self.address, Self.recipe + [("steps.0.id", ""), ("steps.0.text", "Bolli."), ("steps.0.timer", "none")])
            for _ in 0..<2 { expect(try await educator.post(Self.address + "/1/copies").status, is: 303) }
        }
        expect(
            try await site.value("SELECT group_concat(name, '|') FROM recipe", as: String.self),
            is: "Pasta al pomodoro|Pasta al pomodoro (copia)|Pasta al pomodoro (copia 2)")
        expect(try await site.value("SELECT count(*) FROM recipeStep", as: Int.self), is: 3)
        expect(try await site.value("SELECT group_concat(published, '') FROM recipe", as: String.self), is: "100")
    }

    @Test func asksBeforeDeletingAProductThatARecipeNeeds() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            try await educator.post(
                "/admin/house/products", [("name", "Spaghetti"), ("stock", "1"), ("ordering", "10"), ("published", "yes")])
            try await educator.post(
                Self.address,
                Self.recipe + [("ingredients.0.id", ""), ("ingredients.0.product.find", "spaghetti"), ("ingredients.0.amount", "")])
            let question = try await educator.post("/admin/house/products/1/deletion")
            #expect(question.status == 200)
            #expect(question.contains("Pasta al pomodoro"))
            expect(try await site.value("SELECT deletedAt FROM product", as: String.self), is: nil)
            try await educator.post("/admin/house/products/1/deletion", [("act", "unpublish")])
            expect(try await site.value("SELECT published FROM product", as: Int.self), is: 0)
            try await educator.post("/admin/house/products/1/deletion", [("confirmed", "yes")])
            try await educator.post("/admin/house/products/trash", [("act", "erase"), ("id", "1"), ("confirmed", "yes")])
            expect(
                try await educator.get("/admin/house/products/trash").contains("resta nel cestino perché qualcosa la usa ancora"), is: true)
        }
        expect(try await site.value("SELECT count(*) FROM product", as: Int.self), is: 1)
    }
}

/// `#expect(try await …)` does not compile; this does, and shows both sides.
func expect<Value: Equatable>(_ value: Value, is expected: Value, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(value == expected, sourceLocation: sourceLocation)
}
