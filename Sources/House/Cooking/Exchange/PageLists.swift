import Formats
import Foundation
import Web

/// The lists that a page shows below headings such as "Ingredients" and "Method", for a recipe whose data has none.
struct PageLists {
    private let texts: [PageTexts.Text]

    private static let ingredients: Set = [
        "ingredients", "ingredienti", "zutaten", "ingrédients", "ingredientes", "ingrediënten", "ingredienser", "hozzávalók",
    ]
    private static let steps: Set = [
        "method", "directions", "instructions", "steps", "preparation", "procedimento", "preparazione", "zubereitung", "anleitung",
        "préparation", "étapes", "modo de preparo", "preparación", "elaboración", "bereiding", "elkészítés", "gör så här",
    ]
    private static let most = 100

    init(_ page: Data) { texts = PageTexts(of: page).texts }

    /// Gives a recipe without ingredients those that the page shows, and the steps if it has none either.
    func fill(_ recipe: inout SourceRecipe) {
        guard recipe.ingredients.isEmpty else { return }
        let starts = texts.indices.filter { texts[$0].isHeading && Self.ingredients.contains(Self.plain(texts[$0].words)) }
        for start in starts.reversed() {
            let end = texts.indices.dropFirst(start + 1).first { isEnd($0) } ?? texts.count
            var found = SourceRecipe(recipe.name)
            add(start + 1, end, to: &found)
            let amounts = found.ingredients.count { !$0.reading.quantity.isEmpty }
            // A list of ingredients has amounts; links to other recipes have none.
            guard found.ingredients.count > 1, 2 * amounts >= found.ingredients.count else { continue }
            recipe.take(found, isFromText: true)
            if recipe.steps.isEmpty, end < texts.count { addSteps(end, to: &recipe) }
            return
        }
    }

    private static func plain(_ words: String) -> String { words.lowercased().trimming { ": ".contains($0) } }

    private func isEnd(_ place: Int) -> Bool { texts[place].isHeading && Self.steps.contains(Self.plain(texts[place].words)) }

    private func add(_ start: Int, _ end: Int, to recipe: inout SourceRecipe) {
        var section = ""
        for place in start..<max(start, min(end, start + Self.most)) {
            let text = texts[place]
            // Pages repeat a heading as the text of its box.
            if !text.isHeading, place + 1 < end, texts[place + 1].isHeading, texts[place + 1].words == text.words { continue }
            if !text.isHeading, place > start, texts[place - 1].words == text.words { continue }
            if text.isHeading, !text.words.contains(where: \.isNumber) {
                section = text.words.trimming { ": ".contains($0) }
            } else if text.words.contains(where: \.isLetter) {
                recipe.addIngredient(text.words, &section)
            }
        }
    }

    /// The lines below the heading of the steps, until the next heading.
    private func addSteps(_ heading: Int, to recipe: inout SourceRecipe) {
        var lines: [String] = []
        for text in texts.dropFirst(heading + 1).prefix(Self.most) {
            if text.isHeading {
                if lines.isEmpty { continue }
                break
            }
            if text.words != lines.last, text.words.contains(where: \.isLetter) { lines.append(text.words) }
        }
        recipe.add(steps: lines)
    }
}
