import Formats
import Foundation
import Web

/// The headings of groups of ingredients, which pages show and JSON-LD does not say.
struct PageSections {
    private let texts: [PageTexts.Text]
    private let keys: [String]

    init(_ page: Data) {
        texts = PageTexts(of: page).texts
        keys = texts.map { Self.key($0.words) }
    }

    /// Only letters, because pages and their data write numbers, signs and spaces in different ways.
    private static func key(_ text: String) -> String {
        String(String.UnicodeScalarView(text.folded.unicodeScalars.filter(\.properties.isAlphabetic)))
    }

    /// Gives each ingredient the heading above its line, if the lines of the page are those of the recipe.
    func divide(_ recipe: inout SourceRecipe) {
        guard recipe.ingredients.count > 1, recipe.ingredients.allSatisfy({ $0.section.isEmpty }) else { return }
        let lines = recipe.ingredients.map { Self.key($0.line) }
        guard let places = places(of: lines) else { return }
        var (sections, current): ([String], String) = ([], "")
        for (index, place) in places.enumerated() {
            // Before the first line only the nearest heading counts.
            let from = index == 0 ? max(0, place - 4) : places[index - 1]
            if let heading = texts[from..<place].last(where: { $0.isHeading && Self.isGroup($0.words, lines) }) { current = heading.words }
            sections.append(current)
        }
        guard Set(sections).count > 1 || sections.first.map({ !$0.isEmpty && !Self.isTitle($0) }) == true else { return }
        for index in recipe.ingredients.indices {
            recipe.ingredients[index].section = Self.isTitle(sections[index]) ? "" : sections[index].trimming { ": ".contains($0) }
        }
    }

    private func places(of lines: [String]) -> [Int]? {
        let starts = keys.indices.filter { matches(keys[$0], lines[0]) }
        var best: (places: [Int], found: Int)?
        for start in starts.reversed() {
            var (places, next, found) = ([start], start + 1, 1)
            for line in lines.dropFirst() {
                // A line that the page writes otherwise is where the one before is.
                guard let place = keys[next...].prefix(40).firstIndex(where: { matches($0, line) }) else {
                    places.append(places[places.count - 1])
                    continue
                }
                places.append(place)
                next = place + 1
                found += 1
            }
            if found > best?.found ?? 0 { best = (places, found) }
        }
        return best.flatMap { $0.found * 10 >= lines.count * 7 ? $0.places : nil }
    }

    private func matches(_ text: String, _ line: String) -> Bool {
        guard line.count > 1, text.count > 1 else { return false }
        return text == line || text.count > 3 && line.hasPrefix(text)
            || line.count > 3 && text.hasPrefix(line) && text.count < line.count + 30
            || min(text.count, line.count) > 8 && (text.contains(line) && text.count < line.count + 30 || line.contains(text))
    }

    private static func isGroup(_ words: String, _ lines: [String]) -> Bool {
        let key = key(words)
        return words.count <= 80 && words.contains(where: \.isLetter) && !lines.contains { $0.contains(key) && key.count > 1 }
    }

    private static func isTitle(_ words: String) -> Bool {
        let low = words.lowercased().trimming { ": ".contains($0) }
        return [
            "ingredients", "ingredienti", "zutaten", "ingrédients", "ingredientes", "ingrediënten", "scale", "metric", "us customary",
            "instructions", "equipment", "servings", "units", "method", "preparation", "preparazione",
        ].contains(low)
            || low.hasPrefix("ingredient") && low.split(separator: " ").count <= 4
    }
}
