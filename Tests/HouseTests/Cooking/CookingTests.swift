import Foundation
import GRDB
import TestSupport
import Testing

@testable import House

@Suite struct CookingTests {
    private let address = "/house/recipes/\(Kitchen.recipe)"

    @Test func nobodyCooksWhoDidNotComeIn() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.site.browse(as: "", "educator") { browsers in
            for browser in browsers {
                for path in ["/house/recipes", address, address + "/steps/1", "/house/timers", "/house/clock", "/house/euro"] {
                    let answer = try await browser.get(path)
                    #expect(answer.status == 303, "\(path)")
                    #expect(answer.location == "/house", "\(path)")
                }
            }
        }
    }

    @Test func aRecipeIsFoundThroughItsCategory() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            let categories = try await guest.get("/house/recipes")
            #expect(categories.contains("/house/recipes/categories/1"))
            let recipes = try await guest.get("/house/recipes/categories/1")
            #expect(recipes.contains("Pasta"))
            #expect(!recipes.contains("Segreta"))
            #expect(!recipes.contains("Zuppa"))
            let recipe = try await guest.get(address)
            #expect(recipe.contains("Per 2 persone"))
            #expect(recipe.contains("480 calorie a persona"))
            #expect(recipe.contains("Iniziamo!"))
        }
    }

    @Test func whatAGuestMayNotSeeIsNotThere() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            for path in ["2", "3", "999", "abc", "9223372036854775808", "1/steps/0", "1/steps/x", "categories/9"] {
                let answer = try await guest.get("/house/recipes/\(path)")
                #expect(answer.status == 404, "\(path)")
            }
            for (path, fields) in [
                ("2/progress", [("step", "1")]), ("3/shopping", [("kind", "ingredient")]),
                ("1/things", [("kind", "utensil"), ("product", "1")]),
            ] {
                let answer = try await guest.post("/house/recipes/\(path)", fields)
                #expect(answer.status == 404, "\(path)")
            }
        }
    }

    @Test func stepsAreShownInTheirOrderUntilAClearEnd() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            for (number, text) in ["Bolli l’acqua.", "Cuoci la pasta.", "Scola la pasta."].enumerated() {
                let answer = try await guest.post(address + "/progress", [("step", "\(number + 1)")])
                #expect(answer.location == address + "/steps/\(number + 1)")
                let page = try await guest.get(answer.location ?? "")
                #expect(page.contains(text))
                #expect(page.contains("Passo \(number + 1) di 3"))
            }
            let last = try await guest.get(address + "/steps/3")
            #expect(last.contains("Ho finito"))
            #expect(!last.contains("Avanti"))
            let answer = try await guest.post(address + "/progress", [("step", "4")])
            #expect(answer.location == address + "/end")
            let end = try await guest.get(address + "/end")
            #expect(end.contains("Hai finito!"))
            #expect(end.contains("Hai cucinato: Pasta."))
        }
    }

    @Test func cookingGoesOnWhereItStopped() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            try await guest.post(address + "/progress", [("step", "2")])
            let recipe = try await guest.get(address)
            #expect(recipe.contains("Continua dal passo 2"))
            #expect(recipe.contains(address + "/steps/2"))
            let door = try await guest.get("/house/recipes")
            #expect(door.contains("Continua: Pasta, passo 2 di 3"))
            try await kitchen.site.database.write { try $0.execute(sql: "DELETE FROM recipeStep WHERE recipe = 1 AND position > 1") }
            let shorter = try await guest.get(address + "/steps/2")
            #expect(shorter.location == address + "/steps/1")
            try await guest.post(address + "/progress", [("step", "2")])
            let over = try await guest.get("/house/recipes")
            #expect(!over.contains("Continua: Pasta"))
        }
    }

    @Test func thingsSayWhereTheyAreKeptAndStayTicked() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            let before = try await guest.get(address + "/ingredients")
            #expect(before.contains("Dove: Dispensa"))
            #expect(before.contains("1 pacco"))
            // Nobody wrote down where the salt is: it is still on the list.
            #expect(before.contains("Sale"))
            #expect(before.contains("Dove? Chiedi."))
            #expect(before.contains("Hai preso 0 di 2"))
            let answer = try await guest.post(
                address + "/things", [("kind", "ingredient"), ("product", "1"), ("ready", "yes"), ("page", "1")])
            #expect(answer.location == address + "/ingredients?page=1#thing-1")
            let after = try await guest.get(address + "/ingredients")
            #expect(after.contains("Hai preso 1 di 2"))
            #expect(after.contains(#"aria-pressed="true""#))
            try await guest.post(address + "/things", [("kind", "ingredient"), ("product", "1"), ("ready", "no")])
            let back = try await guest.get(address + "/ingredients")
            #expect(back.contains("Hai preso 0 di 2"))
        }
    }

    @Test func whatIsMissingGoesToTheListOnce() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            try await guest.post(address + "/things", [("kind", "ingredient"), ("product", "2"), ("ready", "yes")])
            try await guest.post(address + "/shopping", [("kind", "ingredient")])
            let missing = try await guest.get(address + "/missing")
            #expect(missing.contains("Ho messo nella lista: Spaghetti."))
            try await guest.post(address + "/shopping", [("kind", "ingredient")])
            let again = try await guest.get(address + "/missing")
            #expect(again.contains("C’era già: Spaghetti."))
            #expect(!again.contains("Ho messo"))
        }
        let rows = try await kitchen.site.database.read { db in
            try Row.fetchAll(db, sql: "SELECT product, quantity, note FROM listItem").map {
                "\($0[0] as Int) \($0[1] as Int) \($0[2] as String)"
            }
        }
        // The pot was not asked for, the salt is at hand.
        #expect(rows == ["1 1 1 pacco"])
        let version = try await kitchen.site.value("SELECT version FROM shoppingList", as: Int.self)
        #expect(version == 2)
    }

    @Test func aListRowKeepsItsQuantityAndOneThatWasBoughtComesBack() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            try await kitchen.site.database.write { db in
                try db.execute(sql: "INSERT INTO shoppingList (houseID) VALUES (1)")
                try db.execute(sql: "INSERT INTO listItem (listID, product, quantity) VALUES (1, 1, 4)")
                try db.execute(sql: "INSERT INTO listItem (listID, product, quantity, bought) VALUES (1, 2, 3, 1)")
            }
            try await guest.post(address + "/shopping", [("kind", "ingredient")])
        }
        let rows = try await kitchen.site.database.read { db in
            try String.fetchAll(db, sql: "SELECT product || ' ' || quantity || ' ' || bought FROM listItem ORDER BY product")
        }
        #expect(rows == ["1 4 0", "2 1 0"])
    }

    @Test(arguments: [(nil, [2]), ("no", [1, 2])] as [(String?, [Int])])
    func whatIsAtHomeIsNotPutOnTheListUnlessTheEducatorChoseSo(_ choice: String?, _ listed: [Int]) async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            try await kitchen.site.database.write { db in
                if let choice {
                    let sql = "INSERT INTO livingPreference (houseID, guestID, key, value) VALUES (1, 1, 'skipInPantry', ?)"
                    try db.execute(sql: sql, arguments: [choice])
                }
                try db.execute(sql: "UPDATE product SET stock = 2 WHERE id = 1")
            }
            try await guest.post(address + "/shopping", [("kind", "ingredient")])
        }
        let products = try await kitchen.site.database.read { try Int.fetchAll($0, sql: "SELECT product FROM listItem ORDER BY product") }
        #expect(products == listed)
    }

    @Test func whatIsAtHomeIsNamed() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            try await kitchen.site.database.write { try $0.execute(sql: "UPDATE product SET stock = 2 WHERE id = 1") }
            let some = try await guest.get(address + "/missing")
            #expect(some.contains("Già in casa: Spaghetti."))
            try await kitchen.site.database.write { try $0.execute(sql: "UPDATE product SET stock = 2 WHERE id = 2") }
            let all = try await guest.get(address + "/missing")
            #expect(all.contains("C’è già tutto in casa."))
        }
    }

    @Test func hostileWordsAreOnlyWords() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            try await kitchen.site.database.write { db in
                try db.execute(sql: "UPDATE recipe SET name = '<script>alert(1)</script>', description = '\"><img src=x>' WHERE id = 1")
                try db.execute(sql: "UPDATE recipeStep SET text = '<b>Caffè 🍝</b>' WHERE recipe = 1")
                try db.execute(sql: "UPDATE product SET name = 'L''olio <i>' WHERE id = 1")
            }
            try await guest.post(address + "/progress", [("step", "1")])
            try await guest.post(address + "/steps/1/timer")
            for path in ["", "/ingredients", "/missing", "/steps/1", "/end", "/print"] {
                let page = try await guest.get(address + path)
                #expect(page.status == 200)
                #expect(!page.contains("<script>alert"))
                #expect(!page.contains("<img src=x>"))
                #expect(!page.contains("<b>Caffè"))
                #expect(!page.contains("olio <i>"))
            }
        }
    }

    @Test func aGuestReadsTheRecipeInHisLanguageAsFarAsItIsTranslated() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            try await kitchen.site.database.write { db in
                try db.execute(sql: "INSERT INTO livingPreference (houseID, guestID, key, value) VALUES (1, 1, 'language', 'en')")
                for (table, field, text) in [
                    ("recipe", "name", "Noodles"), ("product", "name", "Thin noodles"), ("position", "name", "Larder"),
                ] {
                    try db.execute(
                        sql: "UPDATE \(table) SET translations = ? WHERE id = 1", arguments: [#"{"en":{"\#(field)":{"text":"\#(text)"}}}"#])
                }
                try db.execute(
                    sql: "UPDATE recipeStep SET translations = ? WHERE recipe = 1 AND position = 2",
                    arguments: [#"{"en":{"text":{"text":"Boil the noodles."}}}"#])
            }
            let things = try await guest.get(address + "/ingredients")
            #expect(things.contains("Thin noodles"))
            #expect(things.contains("Where: Larder"))
            #expect(things.contains("Sale"))
            let (first, second) = (try await guest.get(address + "/steps/1"), try await guest.get(address + "/steps/2"))
            #expect(first.contains("Bolli l’acqua."))
            #expect(second.contains("Boil the noodles."))
            #expect(second.contains("Noodles"))
            let tiles = try await guest.get("/house/recipes/categories/1")
            #expect(tiles.contains("Noodles"))
            #expect(!tiles.contains("Pasta"))
            let bought = try await guest.get("/house/euro/200/products")
            #expect(bought.contains("Thin noodles"))
        }
    }

    @Test func thePrintedRecipeHasEverything() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.site.database.write { try $0.execute(sql: "UPDATE recipe SET author = 'Zia Pina' WHERE id = 1") }
        try await kitchen.visit { guest in
            let page = try await guest.get(address + "/print")
            let places = try #require(
                order(
                    of: [
                        "Utensili", "Pentola", "Ingredienti", "Spaghetti", "1 pacco", "Bolli l’acqua.", "Cuoci la pasta.",
                        "Scola la pasta.", "Ricetta di: Zia Pina",
                    ], in: page.text))
            #expect(places == places.sorted())
            #expect(page.contains("1 minuto"))
        }
    }
}
