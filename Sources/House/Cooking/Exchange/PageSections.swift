import Formats
import Foundation
import Web

/// The headings of groups of ingredients, which pages show and JSON-LD does not say.
struct PageSections {
    private let texts: [PageTexts.Text]
    private let keys: [Key]

    /// What a line says without numbers, signs and measures, which pages and their data write in different ways.
    private struct Key: Equatable {
        let text: String
        let words: Set<String>

        init(_ line: String) {
            let all = line.folded.split { !$0.isLetter }.map(String.init)
            let own = all.filter { !IngredientWords.units.contains($0) }
            words = Set(own.isEmpty ? all : own)
            text = (own.isEmpty ? all : own).joined()
        }

        var count: Int { text.count }

        /// Whether both are the same line, perhaps in another order or with a note.
        func isLike(_ line: Key) -> Bool {
            guard line.count > 1, count > 1 else { return false }
            if text == line.text || count > 3 && line.text.hasPrefix(text) { return true }
            if line.count > 3, text.hasPrefix(line.text), count < line.count + 30 { return true }
            let (few, many) = (min(words.count, line.words.count), max(words.count, line.words.count))
            let common = words.intersection(line.words).count
            if few >= 2, many <= 3 * few, common * 4 >= few * 3 { return true }
            guard min(count, line.count) > 8 else { return false }
            return text.contains(line.text) && count < line.count + 30 || line.text.contains(text)
        }
    }

    init(_ page: Data) {
        texts = PageTexts(of: page).texts
        keys = texts.map { Key($0.words) }
    }

    /// Gives each ingredient the heading above its line, if the lines of the page are those of the recipe.
    func divide(_ recipe: inout SourceRecipe) {
        guard recipe.ingredients.count > 1, recipe.ingredients.allSatisfy({ $0.section.isEmpty }) else { return }
        liftHeadings(&recipe)
        guard recipe.ingredients.allSatisfy({ $0.section.isEmpty }) else { return }
        let lines = recipe.ingredients.map { Key($0.line) }
        guard let places = places(of: lines) else { return divideInAnyOrder(&recipe, lines) }
        let name = Key(recipe.name).text
        var (sections, current): ([String], String) = ([], "")
        for (index, place) in places.enumerated() {
            // Before the first line only the nearest heading counts.
            let from = index == 0 ? max(0, place - 6) : places[index - 1]
            if let heading = texts[from..<place].last(where: { Self.isGroup($0, lines) }) { current = heading.words }
            sections.append(current)
        }
        guard Set(sections).count > 1 || sections.first.map({ !$0.isEmpty && !Self.isTitle($0, of: name) }) == true else { return }
        for index in recipe.ingredients.indices {
            recipe.ingredients[index].section =
                Self.isTitle(sections[index], of: name) ? "" : sections[index].trimming { ": ".contains($0) }
        }
    }

    /// A line of the list that the page shows as the heading of the next one is no ingredient.
    private func liftHeadings(_ recipe: inout SourceRecipe) {
        let all = recipe.ingredients
        func isHeading(_ index: Int) -> Bool {
            guard index + 1 < all.count, all[index].reading.quantity.isEmpty, all[index].line.count <= 60,
                all[index].line.first(where: \.isLetter)?.isUppercase == true,
                !all[index].line.contains(where: \.isNumber)
            else { return false }
            let (key, next) = (Key(all[index].line), Key(all[index + 1].line))
            return texts.indices.contains { place in
                guard texts[place].isHeading, keys[place].text == key.text else { return false }
                let after = keys.indices.dropFirst(place + 1).prefix(4).first { keys[$0].isLike(next) }
                return after.map { !texts[$0].isHeading } ?? false
            }
        }
        let headings = all.indices.filter(isHeading)
        guard !headings.isEmpty, headings.count * 2 <= all.count else { return }
        var (kept, section): ([SourceRecipe.Ingredient], String) = ([], "")
        for index in all.indices {
            if headings.contains(index) {
                section = all[index].line.trimming { ":# ".contains($0) }
            } else {
                var item = all[index]
                item.section = section
                kept.append(item)
            }
        }
        recipe.ingredients = kept
    }

    /// The data may list the groups in another order than the page; then only equal lines count.
    private func divideInAnyOrder(_ recipe: inout SourceRecipe, _ lines: [Key]) {
        let known = lines.map { line in keys.lastIndex { $0.text == line.text && line.count > 1 } }
        let found = known.compactMap { $0 }.sorted()
        guard found.count * 10 >= lines.count * 7, let first = found.first, let last = found.last, last - first < lines.count * 6 + 40
        else {
            return
        }
        var current = ""
        let name = Key(recipe.name).text
        for index in recipe.ingredients.indices {
            if let place = known[index] {
                current = texts[max(0, first - 6)..<place].last { Self.isGroup($0, lines) }?.words ?? ""
            }
            recipe.ingredients[index].section = Self.isTitle(current, of: name) ? "" : current.trimming { ": ".contains($0) }
        }
    }

    private func places(of lines: [Key]) -> [Int]? {
        let starts = keys.indices.filter { keys[$0].isLike(lines[0]) }
        var best: (places: [Int], found: Int, score: Int)?
        for start in starts.reversed() {
            // Equal lines count twice: directions name the ingredients too.
            var (places, next, found, score) = ([start], start + 1, 1, keys[start] == lines[0] ? 2 : 1)
            for line in lines.dropFirst() {
                // A line that the page writes otherwise is where the one before is.
                guard let place = keys[next...].prefix(40).firstIndex(where: { $0.isLike(line) }) else {
                    places.append(places[places.count - 1])
                    continue
                }
                places.append(place)
                next = place + 1
                found += 1
                score += keys[place] == line ? 2 : 1
            }
            if score > best?.score ?? 0 { best = (places, found, score) }
        }
        return best.flatMap { $0.found * 10 >= lines.count * 7 ? $0.places : nil }
    }

    private static func isGroup(_ text: PageTexts.Text, _ lines: [Key]) -> Bool {
        guard text.isHeading || IngredientLine.isHeading(text.words) || StepText.isHeading(text.words) else { return false }
        let key = Key(text.words)
        return text.words.count <= 100 && key.count > 0 && !lines.contains { $0.text == key.text }
    }

    /// Whether a heading is that of the whole list, or the name of the recipe.
    private static func isTitle(_ words: String, of name: String) -> Bool {
        if !name.isEmpty, Key(words).text == name { return true }
        let low = words.lowercased().trimming { ": ".contains($0) }
        return [
            "ingredients", "ingredienti", "zutaten", "ingrédients", "ingredientes", "ingrediënten", "scale", "metric", "us customary",
            "instructions", "equipment", "servings", "units", "method", "preparation", "preparazione",
        ].contains(low)
            || low.hasPrefix("ingredient") && low.split(separator: " ").count <= 4 && !low.contains(" for ") && !low.contains(" per ")
    }
}
