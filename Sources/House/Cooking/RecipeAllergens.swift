import Admin
import Web

struct RecipeAllergens: Sendable {
    private let contained: [Allergen]
    private let unstated: [String]
    private let isEmpty: Bool

    init(_ ingredients: [(name: String, allergens: [Allergen])]) {
        let all = Set(ingredients.flatMap(\.allergens))
        contained = Allergen.allCases.filter { $0 != .noneOfThese && all.contains($0) }
        unstated = ingredients.filter(\.allergens.isEmpty).map(\.name)
        isEmpty = ingredients.isEmpty
    }

    /// Returns signs and a sentence; false without ingredients. “None of these” needs a statement for every ingredient.
    func values(_ words: Words) -> any Sendable {
        guard !isEmpty else { return false }
        let signs = contained.isEmpty && unstated.isEmpty ? [Allergen.noneOfThese] : contained
        return [
            "signs": signs.map { Sign(icon: $0.icon, label: $0.name(words)).values },
            "unstated": unstated.isEmpty ? false : words("cooking.allergens.unstated", ["names": unstated.joined(separator: ", ")]),
        ] as Values
    }
}

extension Dish {
    var allergens: RecipeAllergens {
        RecipeAllergens(things(.ingredient).map { ($0.name, $0.shown.record.allergens) })
    }
}
