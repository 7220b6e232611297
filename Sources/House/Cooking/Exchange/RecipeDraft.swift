import Admin
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
    var calories: Int?
    var source = ""
    var author = ""
    var ingredients: [Item] = []
    var utensils: [Item] = []
    var steps: [Step] = []

    static func all(house: Int64, id: Int64? = nil, _ db: Database) throws -> [RecipeDraft] {
        let sql = """
            SELECT recipe.id, recipe.name, recipe.description, c.name AS category, recipe.people, recipe.calories, recipe.source,
              recipe.author FROM recipe
            LEFT JOIN recipeCategory AS c ON c.id = recipe.category AND \(RecipeCategory.notTrashed("c"))
            WHERE \(Recipe.notTrashed.in(":house")) AND (:id IS NULL OR recipe.id = :id) ORDER BY recipe.folded
            """
        return try Row.fetchAll(db, sql: sql, arguments: ["house": house, "id": id]).map { row in
            var draft = RecipeDraft(
                name: row["name"], description: row["description"], category: row["category"] ?? "", people: row["people"],
                calories: row["calories"], source: row["source"], author: row["author"])
            let items = try Row.fetchAll(
                db,
                sql: """
                    SELECT kind, product.name, amount FROM recipeItem JOIN product ON product.id = recipeItem.product
                    WHERE recipe = ? ORDER BY recipeItem.position
                    """, arguments: [row["id"] as Int64])
            draft.ingredients = items.filter { $0["kind"] == "ingredient" }.map { Item(name: $0["name"], amount: $0["amount"]) }
            draft.utensils = items.filter { $0["kind"] == "utensil" }.map { Item(name: $0["name"], amount: $0["amount"]) }
            draft.steps = try Row.fetchAll(
                db, sql: "SELECT text, timer, time FROM recipeStep WHERE recipe = ? ORDER BY position", arguments: [row["id"] as Int64]
            ).map { Step(text: $0["text"], seconds: $0["timer"] == "down" ? $0["time"] : 0) }
            return draft
        }
    }
}
