import Foundation
import Testing

@testable import House

/// The groups of ingredients that only a page shows.
@Suite struct PageSectionsTests {
    private func page(_ name: String, _ ingredients: [String], _ body: String) -> Data {
        let lines = ingredients.map { "\"\($0)\"" }.joined(separator: ", ")
        let data =
            "{\"@type\": \"Recipe\", \"name\": \"\(name)\", \"recipeIngredient\": [\(lines)], \"recipeInstructions\": [\"Mescola.\"]}"
        return Data("<html><body><script type=\"application/ld+json\">\(data)</script>\(body)</body></html>".utf8)
    }

    private func sections(_ page: Data) throws -> [String] {
        try #require(RecipeSource.recipes(page: page).first).ingredients.map { "\($0.section): \($0.line)" }
    }

    @Test func aGroupMayHaveTheNameOfTheRecipeBesideOthers() throws {
        let body = """
            <h2>Ingredients</h2><h3>Coating</h3><ul><li>50 g sugar</li></ul><h3>Churros</h3><ul><li>200 g flour</li><li>2 eggs</li></ul>
            """
        let found = try sections(page("Churros", ["50 g sugar", "200 g flour", "2 eggs"], body))
        #expect(found == ["Coating: 50 g sugar", "Churros: 200 g flour", "Churros: 2 eggs"])
    }

    @Test func theNameOfTheRecipeAloneIsNoGroup() throws {
        let body = "<h2>Churros</h2><ul><li>200 g flour</li><li>2 eggs</li></ul>"
        #expect(try sections(page("Churros", ["200 g flour", "2 eggs"], body)) == [": 200 g flour", ": 2 eggs"])
    }

    @Test func aHeadingMayNameTheProductBelowIt() throws {
        let body = "<h3>Chicken</h3><ul><li>6 chicken wings</li></ul><h3>Batter</h3><ul><li>100 g corn flour</li><li>2 eggs</li></ul>"
        let found = try sections(page("Wings", ["6 chicken wings", "100 g corn flour", "2 eggs"], body))
        #expect(found == ["Chicken: 6 chicken wings", "Batter: 100 g corn flour", "Batter: 2 eggs"])
    }

    @Test func shortTextsBetweenLinesAreHeadings() throws {
        let body = """
            <h2>Ingredienti</h2><p>Polpette</p><p>300 g manzo</p><p>1 uovo</p><p>Salsa al curry</p><p>40 g burro</p><p>1 cipolla</p>
            """
        let found = try sections(page("Piatto", ["300 g manzo", "1 uovo", "40 g burro", "1 cipolla"], body))
        #expect(found == ["Polpette: 300 g manzo", "Polpette: 1 uovo", "Salsa al curry: 40 g burro", "Salsa al curry: 1 cipolla"])
    }

    @Test func aWordForAGroupAboveAnAmountIsNoIngredient() throws {
        let lines = ["Sauce", "100 ml soy sauce", "50 ml mirin", "To serve", "2 onions"]
        let found = try sections(page("Sukiyaki", lines, "<p>Buon appetito</p>"))
        #expect(found == ["Sauce: 100 ml soy sauce", "Sauce: 50 ml mirin", "To serve: 2 onions"])
        // Where no amount follows it is a product.
        #expect(try sections(page("Riso", ["200 g riso", "Sauce"], "<p>Buon appetito</p>")) == [": 200 g riso", ": Sauce"])
    }

    @Test func boxesWithinALineAreApart() throws {
        let body = """
            <h3>Impasto</h3><ul><li><span>2,5 dl</span><span>latte</span></li><li><span>1</span><span>uovo</span></li></ul>
            <h3>Glassa</h3><ul><li><span>50 g</span><span>zucchero</span></li></ul>
            """
        let found = try sections(page("Panini", ["2,5 dl latte", "1 uovo", "50 g zucchero"], body))
        #expect(found == ["Impasto: 2,5 dl latte", "Impasto: 1 uovo", "Glassa: 50 g zucchero"])
    }

    @Test func aPageWhoseDataHasNoIngredientsIsReadByItsHeadings() throws {
        let body = """
            <h2>Ingredients</h2><h3>For the sponge</h3><ul><li>225 g flour</li><li>3 eggs</li></ul><h3>Ganache</h3><ul><li>300 g chocolate</li>
            </ul><h2>Method</h2><p>Mix the flour with the eggs.</p><p>Bake for 30 minutes.</p><h2>Other cakes</h2><ul><li>Plum cake</li></ul>
            """
        let bare = Data(
            "<html><body><script type=\"application/ld+json\">{\"@type\": \"Recipe\", \"name\": \"Cake\"}</script>\(body)</body></html>"
                .utf8)
        let recipe = try #require(RecipeSource.recipes(page: bare).first)
        let found = recipe.ingredients.map { "\($0.section): \($0.line)" }
        #expect(found == ["For the sponge: 225 g flour", "For the sponge: 3 eggs", "Ganache: 300 g chocolate"])
        #expect(recipe.steps.map(\.text) == ["Mix the flour with the eggs.", "Bake for 30 minutes."])
        // A person is told to look.
        #expect(recipe.imported.remarks.contains { $0.key == "pageText" })
    }

    @Test func linksBelowAHeadingAreNoIngredients() throws {
        let body = "<h2>Ingredients</h2><ul><li>Plum cake</li><li>Apple pie</li><li>Other recipes</li></ul>"
        let bare = Data(
            "<html><body><script type=\"application/ld+json\">{\"@type\": \"Recipe\", \"name\": \"Cake\"}</script>\(body)</body></html>"
                .utf8)
        #expect(try #require(RecipeSource.recipes(page: bare).first).ingredients.isEmpty)
    }
}
