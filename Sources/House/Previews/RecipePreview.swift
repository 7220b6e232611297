import Admin
import Web

/// A recipe as a guest sees it: its page, what is needed, and every step, drawn by the parts of the guests' pages.
struct RecipePreview {
    private let recipe: Recipe
    private let context: PreviewContext
    private let products: [Int64: Product]
    private let places: [Int64: String]
    private let isRoutine: Bool

    init(_ recipe: Recipe, _ context: PreviewContext) throws {
        (self.recipe, self.context) = (recipe, context)
        var products: [Int64: Product] = [:]
        for id in Set((recipe.ingredients + recipe.utensils).compactMap(\.product)) {
            products[id] = try Product.fetch(context.db, id: id)
        }
        self.products = products
        places = try context.titles(products.values.compactMap(\.position), of: Position.self)
        isRoutine = try recipe.category.flatMap { try RecipeCategory.fetch(context.db, id: $0) }?.routines ?? false
    }

    var drawn: (template: String, values: Values) {
        get throws {
            let words = context.words
            let parts = try [("cooking.utensils", recipe.utensils), ("cooking.ingredients", recipe.ingredients)]
                .filter { !$0.1.isEmpty }
                .map { title, items -> Values in ["title": words(title), "things": try items.map(thing)] }
            let allergens = RecipeAllergens(
                recipe.ingredients.compactMap(\.product).map { (name(of: products[$0]), products[$0]?.allergens ?? []) })
            return (
                "house/previews/recipe",
                [
                    "name": localized("name", recipe.name), "picture": try source(recipe.picture, .large), "isRoutine": isRoutine,
                    "description": recipe.description.isEmpty ? false : localized("description", recipe.description),
                    "people": words("cooking.people", count: recipe.people), "level": recipe.difficulty.rawValue,
                    "difficulty": words("house.difficulty.\(recipe.difficulty.rawValue)"),
                    "calories": recipe.calories.map { words("cooking.calories", count: $0) } ?? false,
                    "allergens": allergens.values(words), "parts": parts, "steps": try recipe.steps.enumerated().map(step),
                ]
            )
        }
    }

    private func localized(_ field: String, _ original: String) -> String { context.localized(recipe.translations, field, original) }

    private func name(of product: Product?) -> String { product.map { context.localized($0.translations, "name", $0.name) } ?? "?" }

    private func source(_ picture: Int64?, _ size: PictureSize) throws -> any Sendable {
        (try context.picture(picture, size: size) as? Values)?["src"] ?? false
    }

    private func thing(_ item: RecipeItem) throws -> Values {
        let product = item.product.flatMap { products[$0] }
        let place = product?.position.flatMap { places[$0] }
        return [
            "name": name(of: product), "picture": try source(product?.picture, .medium),
            "amount": item.amount.isEmpty ? false : context.localized(item.translations, "amount", item.amount),
            "place": place.map { context.words("cooking.place", ["place": $0]) } ?? context.words("cooking.noPlace"),
        ]
    }

    private func step(_ index: Int, _ step: RecipeStep) throws -> Values {
        let words = context.words
        let (number, count) = (String(index + 1), String(recipe.steps.count))
        let drawn = try context.picture(step.picture) as? Values
        let start = words("cooking.timers.start", ["time": KitchenTimer.localized(step.time, words)])
        return [
            "recipe": localized("name", recipe.name), "number": number, "count": count,
            "place": words("cooking.stepOf", ["step": number, "of": count]),
            "text": context.localized(step.translations, "text", step.text), "picture": drawn?["src"] ?? false, "alt": drawn?["alt"] ?? "",
            "timer": step.timer == .none ? false : step.timer == .down ? start : words("cooking.timers.startUp"),
        ]
    }
}
