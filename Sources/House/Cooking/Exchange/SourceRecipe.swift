import Admin
import Formats
import Web

/// A recipe as another program or a page describes it, with each line of the source beside its reading.
struct SourceRecipe: Equatable, Sendable {
    struct Ingredient: Equatable, Sendable {
        var line: String
        var reading: IngredientLine
        /// The part of the recipe it is for, such as "Per la crema".
        var section = ""
    }

    struct Step: Equatable, Sendable {
        var text: String
        var section = ""
        /// The timer that the source gives; 0 is none.
        var seconds = 0
    }

    var name: String
    var description = ""
    var category = ""
    var yield = ""
    var people: Int?
    var calories: Int?
    /// Minutes.
    var prepTime: Int?
    var cookTime: Int?
    var totalTime: Int?
    var address = ""
    var author = ""
    var keywords: [String] = []
    /// Addresses, or names of files beside it.
    var pictures: [String] = []
    var photo: ImportPicture?
    var notes = ""
    var ingredients: [Ingredient] = []
    /// The headings in the list of ingredients, also those that nothing follows.
    private(set) var headings: [String] = []
    /// Whether the lists are taken from the texts of a page, whose data has none.
    private(set) var isFromText = false
    var utensils: [Ingredient] = []
    var steps: [Step] = []

    init(_ name: String) { self.name = name }

    mutating func addIngredient(_ line: String, _ section: inout String) {
        let reading = IngredientLine(line)
        if reading.isHeading {
            section = reading.product
            headings.append(section)
        } else if !reading.product.isEmpty {
            ingredients.append(Ingredient(line: line, reading: reading, section: section))
        }
    }

    /// Takes the ingredients of another reading.
    mutating func take(_ found: SourceRecipe, isFromText: Bool) {
        (ingredients, headings, self.isFromText) = (found.ingredients, found.headings, isFromText)
    }

    mutating func add(ingredients lines: [String]) {
        var section = ""
        for line in lines { addIngredient(line, &section) }
    }

    mutating func add(steps lines: [String]) {
        var section = ""
        for line in StepText.lines(lines) {
            if StepText.isHeading(line) {
                section = line.trimming { ":#* ".contains($0) }
            } else {
                steps.append(Step(text: line, section: section))
            }
        }
    }

    /// Reads how much it gives: for how many people, or of what.
    mutating func setYield(_ text: String) {
        let text = text.trimmingSpaces()
        guard !text.isEmpty else { return }
        if yield.isEmpty || yield.allSatisfy(\.isNumber) { yield = text }
        if people == nil { people = RecipeYield.people(in: text) }
    }
}
