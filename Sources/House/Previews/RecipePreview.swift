import Admin
import Web

struct RecipePreview {
    private let recipe: Recipe
    private let context: PreviewContext
    private let names: [Int64: String]
    private let allergens: RecipeAllergens

    init(_ recipe: Recipe, _ context: PreviewContext) throws {
        (self.recipe, self.context) = (recipe, context)
        let names = try context.titles((recipe.ingredients + recipe.utensils).compactMap(\.product), of: Product.self)
        self.names = names
        allergens = RecipeAllergens(
            try recipe.ingredients.compactMap(\.product).map { id in
                (names[id] ?? "?", try Product.fetch(context.db, id: id)?.allergens ?? [])
            })
    }

    var drawn: (template: String, values: Values) {
        get throws {
            let words = context.words
            return (
                "house/previews/recipe",
                [
                    "name": context.said(recipe.translations, "name", recipe.name), "picture": try context.picture(recipe.picture),
                    "description": recipe.description.isEmpty
                        ? false : context.said(recipe.translations, "description", recipe.description),
                    "people": words("house.preview.people", count: recipe.people),
                    "difficulty": words("house.difficulty.\(recipe.difficulty.rawValue)"),
                    "allergens": allergens.values(words), "ingredients": recipe.ingredients.map(item),
                    "utensils": recipe.utensils.map(item),
                    "steps": try recipe.steps.enumerated().map(step),
                ]
            )
        }
    }

    private func item(_ item: RecipeItem) -> Values {
        [
            "name": item.product.flatMap { names[$0] } ?? "?",
            "amount": item.amount.isEmpty ? false : context.said(item.translations, "amount", item.amount),
        ]
    }

    private func step(_ index: Int, _ step: RecipeStep) throws -> Values {
        let clock = "\(step.time / 60):" + (step.time % 60 < 10 ? "0" : "") + String(step.time % 60)
        return [
            "number": String(index + 1), "text": context.said(step.translations, "text", step.text),
            "picture": try context.picture(step.picture),
            "timer": step.timer == .down ? clock : false,
        ]
    }
}
