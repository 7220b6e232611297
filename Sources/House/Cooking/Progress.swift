import Foundation
import GRDB
import Web

/// A guest's position in an unfinished recipe; table `cooking`.
struct Progress: Sendable {
    let recipe: Int64
    let name: String
    let step: Int
    let steps: Int

    private static func sql(_ language: Language) -> String {
        """
        SELECT cooking.recipe, \(language.localizedSQL("recipe", "name")) AS name, cooking.step,
          (SELECT count(*) FROM recipeStep WHERE recipe = recipe.id) AS steps
        FROM cooking JOIN recipe ON recipe.id = cooking.recipe
        WHERE cooking.guestID = ? AND \(Recipe.published.in("?")) AND steps > 0
        """
    }

    static func of(_ recipe: Int64, _ person: GuestRequestContext, _ db: Database) throws -> Progress? {
        let statement = try db.cachedStatement(sql: sql(person.language) + " AND cooking.recipe = ?")
        return try Row.fetchOne(statement, arguments: [person.guest.id, person.guest.houseID, recipe]).map(Progress.init)
    }

    /// Returns the recipe, or the routine, that was begun last, unless it paused for more than a day.
    static func latest(routines: Bool, _ person: GuestRequestContext, now: Date, _ db: Database) throws -> Progress? {
        let kind = "recipe.category IN (SELECT id FROM recipeCategory WHERE routines)"
        let statement = try db.cachedStatement(
            sql: sql(person.language) + " AND ifnull(\(kind), 0) = \(routines ? 1 : 0) AND cooking.at > ? ORDER BY cooking.at DESC LIMIT 1")
        return try Row.fetchOne(statement, arguments: [person.guest.id, person.guest.houseID, now - 86400]).map(Progress.init)
    }

    private init(row: Row) {
        (recipe, name, steps) = (row["recipe"], row["name"], row["steps"])
        step = min(row["step"], steps)
    }

    static func set(_ step: Int, of dish: Dish, _ person: GuestRequestContext, now: Date, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO cooking (guestID, recipe, step, at) VALUES (?, ?, ?, ?)
                ON CONFLICT (guestID, recipe) DO UPDATE SET step = excluded.step, at = excluded.at
                """, arguments: [person.guest.id, dish.id, step, now])
    }

    static func end(_ dish: Dish, _ person: GuestRequestContext, _ db: Database) throws {
        for table in ["cooking", "dishPeople", "thingAtHand"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE guestID = ? AND recipe = ?", arguments: [person.guest.id, dish.id])
        }
    }
}
