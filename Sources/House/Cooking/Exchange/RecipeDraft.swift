import Foundation
import GRDB

/// A recipe in an imported or exported file, with names instead of record ids.
struct RecipeDraft: Codable, Equatable, Sendable {
    struct Item: Codable, Equatable, Sendable {
        var name: String
        var amount = ""
    }

    struct Step: Codable, Equatable, Sendable {
        var text: String
        /// The timer in seconds; 0 is none.
        var seconds = 0
    }

    var name: String
    var description = ""
    var category = ""
    var people = 2
    /// Kilocalories per person.
    var calories: Int?
    var ingredients: [Item] = []
    var utensils: [Item] = []
    var steps: [Step] = []

    static func all(house: Int64, id: Int64? = nil, _ db: Database) throws -> [RecipeDraft] {
        let sql = """
            SELECT recipe.id, recipe.name, recipe.description, c.name, recipe.people, recipe.calories FROM recipe
            LEFT JOIN recipeCategory AS c ON c.id = recipe.category AND c.deletedAt IS NULL
            WHERE recipe.houseID = :house AND recipe.deletedAt IS NULL AND (:id IS NULL OR recipe.id = :id) ORDER BY recipe.folded
            """
        return try Row.fetchAll(db, sql: sql, arguments: ["house": house, "id": id]).map { row in
            var draft = RecipeDraft(
                name: row[1], description: row[2], category: row[3] ?? "", people: row[4], calories: row[5])
            let items = try Row.fetchAll(
                db,
                sql: """
                    SELECT kind, product.name, amount FROM recipeItem JOIN product ON product.id = recipeItem.product
                    WHERE recipe = ? ORDER BY recipeItem.position
                    """, arguments: [row[0] as Int64])
            draft.ingredients = items.filter { $0[0] == "ingredient" }.map { Item(name: $0[1], amount: $0[2]) }
            draft.utensils = items.filter { $0[0] == "utensil" }.map { Item(name: $0[1], amount: $0[2]) }
            draft.steps = try Row.fetchAll(
                db, sql: "SELECT text, timer, time FROM recipeStep WHERE recipe = ? ORDER BY position", arguments: [row[0] as Int64]
            ).map { Step(text: $0[0], seconds: $0[1] == "down" ? $0[2] : 0) }
            return draft
        }
    }
}
