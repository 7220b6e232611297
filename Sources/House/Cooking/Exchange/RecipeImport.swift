import Accounts
import Admin
import GRDB
import Web

struct RecipeImport: Sendable {
    let house: Int64

    struct Outlook: Sendable {
        let draft: RecipeDraft
        /// Whether the house has a recipe of this name, which then stays unchanged.
        let isThere: Bool
        /// Products to create, hidden from guests until an educator reviews them.
        let newProducts: [String]
    }

    func outlook(_ drafts: [RecipeDraft], _ db: Database) throws -> [Outlook] {
        var titles = try Set(ids(Recipe.self, db).keys)
        var products = try Set(self.products(db).keys)
        return drafts.map { draft in
            let isThere = !titles.insert(draft.name.folded).inserted
            let new = isThere ? [] : (draft.ingredients + draft.utensils).map(\.name).filter { products.insert($0.folded).inserted }
            return Outlook(draft: draft, isThere: isThere, newProducts: new)
        }
    }

    func make(_ drafts: [RecipeDraft], _ db: Database, by actor: Actor) throws -> [String] {
        var products = try products(db)
        let categories = try ids(RecipeCategory.self, db)
        return try outlook(drafts, db).filter { !$0.isThere }.map { outlook in
            let draft = outlook.draft
            var recipe = Recipe()
            recipe.stamp.scopeID = house
            (recipe.name, recipe.description, recipe.category) = (draft.name, draft.description, categories[draft.category.folded])
            (recipe.people, recipe.calories) = (draft.people, draft.calories)
            recipe.ingredients = try items(draft.ingredients, &products, db, by: actor)
            recipe.utensils = try items(draft.utensils, &products, db, by: actor)
            recipe.steps = draft.steps.map { step in
                var made = RecipeStep()
                (made.text, made.timer, made.time) = (step.text, step.seconds > 0 ? .down : .none, step.seconds)
                return made
            }
            try recipe.insert(db, by: actor)
            return draft.name
        }
    }

    private func items(
        _ items: [RecipeDraft.Item], _ products: inout [String: Int64], _ db: Database, by actor: Actor
    ) throws -> [RecipeItem] {
        try items.map { item in
            var made = RecipeItem()
            made.amount = item.amount
            if let known = products[item.name.folded] {
                made.product = known
            } else {
                var product = Product()
                product.stamp.scopeID = house
                (product.name, product.published) = (item.name, false)
                try product.insert(db, by: actor)
                made.product = product.stamp.id
                products[item.name.folded] = product.stamp.id
            }
            return made
        }
    }

    private func products(_ db: Database) throws -> [String: Int64] { try ids(Product.self, db) }

    private func ids(_ kind: any Resource.Type, _ db: Database) throws -> [String: Int64] {
        let sql = "SELECT folded, id FROM \(kind.table) WHERE \(kind.notTrashed.in("?"))"
        return Dictionary(try Row.fetchAll(db, sql: sql, arguments: [house]).map { ($0["folded"], $0["id"]) }) { first, _ in first }
    }
}
