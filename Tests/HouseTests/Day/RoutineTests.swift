import Foundation
import GRDB
import TestSupport
import Testing

@testable import House

/// Other things to do than cooking, on the same steps.
@Suite struct RoutineTests {
    private let address = "/house/recipes/\(Kitchen.recipe)"

    private func kitchen() async throws -> Kitchen {
        let kitchen = try await Kitchen()
        try await kitchen.site.database.write { db in
            try db.execute(sql: "UPDATE recipeCategory SET routines = 1, name = 'Pulizie'")
            try db.execute(sql: "UPDATE recipe SET name = 'Lavare i piatti' WHERE id = 1")
        }
        return kitchen
    }

    @Test func aRoutineHasItsOwnDoorAndTheSameSteps() async throws {
        let kitchen = try await kitchen()
        try await kitchen.visit { guest in
            let home = try await guest.get("/house/home")
            #expect(home.contains(#"href="/house/routines""#))
            let recipes = try await guest.get("/house/recipes")
            #expect(!recipes.contains("Pulizie"))
            #expect(!recipes.contains("Lavare i piatti"))
            let routines = try await guest.get("/house/routines")
            #expect(routines.contains("Pulizie"))
            let category = try await guest.get("/house/recipes/categories/1")
            #expect(category.contains("Lavare i piatti"))
            #expect(category.contains(#"href="/house/routines""#))
            #expect(!category.contains("Facile"))
            let page = try await guest.get(address)
            #expect(page.contains("Poi fai così"))
            #expect(!page.contains("Per 2 persone"))
            let step = try await guest.get(address + "/steps/2")
            #expect(step.contains("Fai partire il timer: 1 minuto"))
            try await guest.post(address + "/progress", [("step", "2")])
            let going = try await guest.get("/house/routines")
            #expect(going.contains("Continua: Lavare i piatti, passo 2 di 3"))
            let others = try await guest.get("/house/recipes")
            #expect(!others.contains("Continua: "))
            let end = try await guest.get(address + "/end")
            #expect(end.contains("Hai fatto: Lavare i piatti."))
            #expect(!end.contains("fornelli"))
            #expect(end.contains(#"href="/house/routines""#))
        }
    }

    @Test func aHouseWithoutRoutinesHasNoDoorForThem() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            let home = try await guest.get("/house/home")
            #expect(!home.contains("/house/routines"))
            let none = try await guest.get("/house/routines")
            #expect(none.contains("Qui non c’è ancora niente da fare."))
        }
    }

    /// A hidden category hides its routines: they do not turn up among the recipes.
    @Test func aHiddenCategoryHidesItsRoutines() async throws {
        let kitchen = try await kitchen()
        try await kitchen.site.database.write { try $0.execute(sql: "UPDATE recipeCategory SET published = 0") }
        try await kitchen.visit { guest in
            for path in ["/house/home", "/house/recipes", "/house/recipes/others", "/house/routines"] {
                let page = try await guest.get(path)
                #expect(!page.contains("Lavare i piatti"), "\(path)")
            }
        }
    }

    /// The week's recipes fill the educators' list; what two of them need goes on it once.
    @Test func theRecipesOfTheWeekFillTheList() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.site.database.write { db in
            try db.execute(sql: "INSERT INTO recipeItem (recipe, position, kind, product, amount) VALUES (2, 1, 'ingredient', 2, 'q.b.')")
            for (name, days, recipe) in [("Cena del lunedì", "monday", 1), ("Cena del martedì", "tuesday", 2), ("Pranzo", "every", 1)] {
                try db.execute(
                    sql: """
                        INSERT INTO dayMoment (key, createdAt, updatedAt, folded, words, houseID, name, hour, minute, days, recipe)
                        VALUES (?, '2026-01-01', '2026-01-01', ?, ?, 1, ?, 19, 30, ?, ?)
                        """, arguments: [name, name, name, name, days, recipe])
            }
        }
        try await kitchen.site.browse(as: "educator") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1"), ("next", "/admin")])
            let page = try await browsers[0].get("/admin/house/lists")
            #expect(page.contains("Dalle ricette della settimana"))
            try await browsers[0].post("/admin/house/lists/week")
            let after = try await browsers[0].get("/admin/house/lists")
            #expect(after.contains("In lista ora: Spaghetti, Sale."))
            #expect(!after.contains("C’era già in lista"))
        }
        let rows = try await kitchen.site.database.read { try Int.fetchAll($0, sql: "SELECT product FROM listItem ORDER BY product") }
        #expect(rows == [1, 2])
    }

    @Test func aMomentOfTheDayLeadsToItsRoutineAndIsDoneWithOneTouch() async throws {
        let kitchen = try await kitchen()
        try await kitchen.site.database.write { db in
            for (house, name, recipe) in [(TestSite.rossa, "Piatti", 1), (TestSite.rossa, "Segreto", 2), (TestSite.blu, "Altrove", 3)] {
                try db.execute(
                    sql: """
                        INSERT INTO dayMoment (key, createdAt, updatedAt, folded, words, houseID, name, hour, minute, days, recipe)
                        VALUES (?, '2026-01-01', '2026-01-01', ?, ?, ?, ?, 0, 0, 'every', ?)
                        """, arguments: [name, name, name, house, name, recipe])
            }
            try GuestPreferences.choose("yes", .dayStrip, for: nil, house: TestSite.rossa, db)
        }
        try await kitchen.visit { guest in
            let page = try await guest.get("/house/day")
            #expect(page.contains(#"href="/house/recipes/1""#))
            // A recipe that guests do not see is no way to go.
            #expect(!page.contains(#"href="/house/recipes/2""#))
            let done = try await guest.post("/house/day/moments/1/done", [("done", "yes"), ("next", "/house/home")])
            #expect(done.location == "/house/home")
            try await guest.post("/house/day/moments/1/done", [("done", "yes")])
            let ticked = try await guest.get("/house/day")
            #expect(ticked.text.components(separatedBy: #"aria-pressed="true""#).count == 2)
            let count = try await kitchen.site.value("SELECT count(*) FROM momentDone", as: Int.self)
            #expect(count == 1)
            try await guest.post("/house/day/moments/1/done", [("done", "no")])
            let back = try await guest.get("/house/day")
            #expect(!back.contains(#"aria-pressed="true""#))
            for path in ["3", "99", "x"] {
                let answer = try await guest.post("/house/day/moments/\(path)/done", [("done", "yes")])
                #expect(answer.status == 404, "\(path)")
            }
            let nonsense = try await guest.post("/house/day/moments/1/done", [("done", "perhaps")])
            #expect(nonsense.status == 404)
        }
        let left = try await kitchen.site.value("SELECT count(*) FROM momentDone", as: Int.self)
        #expect(left == 0)
    }
}
