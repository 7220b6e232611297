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

    @Test func mutatedRecipesEndNothing() {
        let page = "<html><head><script type=\"application/ld+json\">\(Self.recipe)</script></head><body></body></html>"
        var read = 0
        let tried = Fuzzing.mutate("recipes", [Self.recipe, page], 200) { read += RecipeReading.drafts(in: Data($0)).count }
        #expect(tried >= 400)
        #expect(read > 100)
    }

    @Test(arguments: Hostile.json) func aHostileValueInAnyPlaceIsNoCrash(_ value: String) {
        for place in ["6", "200", "1.320", "PT1H30M", "3.0", "PT1H5M"] {
            let text = Self.recipe.replacing("\"\(place)\"", with: value).replacing(" \(place),", with: " \(value),")
            #expect(RecipeReading.drafts(in: Data(text.utf8)).count <= 1)
        }
    }
}
