import Admin
import Foundation
import TestSupport
import Testing

@testable import House

/// Recipes of other programs, broken in every way.
@Suite struct HostileRecipeTests {
    private static let recipe = """
        {"@type": "Recipe", "name": "Torta", "recipeYield": ["6", "6 porzioni"], "nutrition": {"calories": "1.320 kcal"},
         "recipeIngredient": ["3 mele", "200 g di farina (00)", "1/2 cucchiaio"], "totalTime": "PT1H30M",
         "ingredients": [{"food": {"name": "sale"}, "quantity": 3.0, "unit": "g"}], "recipeCategory": ["Dolci"],
         "recipeInstructions": [{"@type": "HowToSection", "itemListElement": [{"text": "Taglia.", "timeRequired": "PT1H5M"}]}, "Cuoci 5 minuti."]}
        """

    private func count(_ bytes: [UInt8]) -> Int {
        guard var reader = try? RecipeFormat(ImportSource("x", bytes)) else { return 0 }
        var count = 0
        while let item = try? reader.next() { if item.content != nil { count += 1 } }
        return count
    }

    @Test func mutatedRecipesEndNothing() {
        let page = "<html><head><script type=\"application/ld+json\">\(Self.recipe)</script></head><body></body></html>"
        var read = 0
        let documents = [Self.recipe, page] + RecipeReadingTests.kinds.map(\.text)
        let tried = Fuzzing.mutate("recipes", documents, 100) { read += count($0) }
        #expect(tried >= 400)
        #expect(read > 100)
    }

    @Test(arguments: Hostile.json) func aHostileValueInAnyPlaceIsNoCrash(_ value: String) {
        for place in ["6", "200", "1.320", "PT1H30M", "3.0", "PT1H5M"] {
            let text = Self.recipe.replacing("\"\(place)\"", with: value).replacing(" \(place),", with: " \(value),")
            #expect(count(Array(text.utf8)) <= 1)
        }
    }
}
