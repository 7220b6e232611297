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
            if line.count > 3, text.hasPrefix(line.text), count < line.count + (line.count > 8 ? 300 : 60) { return true }
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
        guard recipe.ingredients.count > 1 else { return }
        liftHeadings(&recipe)
        guard recipe.ingredients.allSatisfy({ $0.section.isEmpty }) else { return }
        let lines = recipe.ingredients.map { Key($0.line) }
        let said = Set(recipe.ingredients.map { $0.line.folded })
        guard let places = places(of: lines, said) else { return divideInAnyOrder(&recipe, lines, said) }
        let name = Key(recipe.name).text
        var sections = sections(at: places) { isGroup($0, lines, said) }
        // Without marked headings, a short text between two lines is one.
        if sections.allSatisfy({ $0.isEmpty || Self.isTitle($0, of: name) }) {
            let short = self.sections(at: places) { texts[$0].isHeading || isShortText($0, lines) }
            if Set(short).count > 1 { sections = short }
        }
        guard Set(sections).count > 1 || sections.first.map({ !$0.isEmpty && !Self.isTitle($0, of: name) }) == true else { return }
        // Beside other groups, that of the recipe's own name is a group too.
        let hasGroups = sections.contains { !Self.isTitle($0, of: name) }
        for index in recipe.ingredients.indices {
            let isTitle = Self.isTitle(sections[index], of: hasGroups ? "" : name)
            recipe.ingredients[index].section = isTitle ? "" : sections[index].trimming { ": ".contains($0) }
        }
    }

    /// The heading above each of the places.
    private func sections(at places: [Int], _ isGroup: (Int) -> Bool) -> [String] {
        var (sections, current): ([String], String) = ([], "")
        for (index, place) in places.enumerated() {
            // Before the first line only the nearest heading counts.
            let from = index == 0 ? max(0, place - 6) : places[index - 1]
            if let heading = (from..<place).last(where: isGroup) { current = texts[heading].words }
            sections.append(current)
        }
        return sections
    }

    /// Whether a text that is not marked may be a heading: a few words without numbers, and no ingredient.
    private func isShortText(_ place: Int, _ lines: [Key]) -> Bool {
        let (words, key) = (texts[place].words, keys[place])
        guard words.count <= 40, key.count > 2, words.first?.isUppercase == true, words.split(separator: " ").count <= 6,
            !words.contains(where: { $0.isNumber || ".,;()!?".contains($0) })
        else { return false }
        return !lines.contains { key.words.isSubset(of: $0.words) }
    }

    /// A line of the list that the page shows as the heading of the next one is no ingredient, nor is "Sauce" above an amount.
    private func liftHeadings(_ recipe: inout SourceRecipe) {
        let all = recipe.ingredients
        func isHeading(_ index: Int) -> Bool {
            guard index + 1 < all.count, all[index].reading.quantity.isEmpty, all[index].line.count <= 60,
                all[index].line.first(where: \.isLetter)?.isUppercase == true,
                !all[index].line.contains(where: \.isNumber)
            else { return false }
            let isGroup = IngredientLine.groups.contains(all[index].line.lowercased())
            if isGroup, !all[index + 1].reading.quantity.isEmpty { return true }
            let (key, next) = (Key(all[index].line), Key(all[index + 1].line))
            return texts.indices.contains { place in
                guard texts[place].isHeading, keys[place].text == key.text else { return false }
                let after = keys.indices.dropFirst(place + 1).prefix(4).first { keys[$0].isLike(next) }
                return after.map { !texts[$0].isHeading } ?? false
            }
        }
        let headings = all.indices.filter(isHeading)
        guard !headings.isEmpty, headings.count * 2 <= all.count else { return }
        var (kept, section, under): ([SourceRecipe.Ingredient], String, String) = ([], "", "")
        for index in all.indices {
            var item = all[index]
            if headings.contains(index) {
                (section, under) = (item.line.trimming { ":# ".contains($0) }, item.section)
                continue
            }
            // The next group of the data ends one that was lifted.
            if item.section != under { section = "" }
            if !section.isEmpty { item.section = section }
            kept.append(item)
        }
        recipe.ingredients = kept
    }

    /// The data may list the groups in another order than the page; then only equal lines count.
    private func divideInAnyOrder(_ recipe: inout SourceRecipe, _ lines: [Key], _ said: Set<String>) {
        let known = lines.map { line in keys.lastIndex { $0.text == line.text && line.count > 1 } }
        let found = known.compactMap { $0 }.sorted()
        guard found.count * 10 >= lines.count * 7, let first = found.first, let last = found.last, last - first < lines.count * 6 + 40
        else {
            return
        }
        var current = ""
        let name = Key(recipe.name).text
        for index in recipe.ingredients.indices {
            // A line that the page writes otherwise is looked for among the others.
            if let place = known[index] ?? (max(0, first - 6)...last).first(where: { isLine($0, lines[index]) }) {
                current = (max(0, first - 6)..<place).last { isGroup($0, lines, said) }.map { texts[$0].words } ?? ""
            }
            recipe.ingredients[index].section = Self.isTitle(current, of: name) ? "" : current.trimming { ": ".contains($0) }
        }
    }

    /// Whether a text is a line; a heading may begin as its first line does: "Chicken:" above "6 chicken wings".
    private func isLine(_ place: Int, _ line: Key) -> Bool {
        if keys[place] == line { return true }
        return keys[place].isLike(line) && !texts[place].isHeading && !texts[place].words.hasSuffix(":")
    }

    private func places(of lines: [Key], _ said: Set<String>) -> [Int]? {
        let starts = keys.indices.filter { isLine($0, lines[0]) }
        var best: (places: [Int], found: Int, score: Int, groups: Int)?
        for start in starts.reversed() {
            // Equal lines count twice: directions name the ingredients too.
            var (places, next, found, score) = ([start], start + 1, 1, keys[start] == lines[0] ? 2 : 1)
            for line in lines.dropFirst() {
                // A line that the page writes otherwise is where the one before is.
                guard let place = keys.indices[next...].prefix(40).first(where: { isLine($0, line) }) else {
                    places.append(places[places.count - 1])
                    continue
                }
                places.append(place)
                next = place + 1
                found += 1
                score += keys[place] == line ? 2 : 1
            }
            guard score >= best?.score ?? 1 else { continue }
            // Pages that repeat the lines with their directions have the headings in the list.
            let groups = (start..<(places.last ?? start)).count { isGroup($0, lines, said) }
            if score > best?.score ?? 0 || groups > 0 && best?.groups == 0 { best = (places, found, score, groups) }
        }
        return best.flatMap { $0.found * 10 >= lines.count * 7 ? $0.places : nil }
    }

    private func isGroup(_ place: Int, _ lines: [Key], _ said: Set<String>) -> Bool {
        let (text, key) = (texts[place], keys[place])
        guard text.isHeading || IngredientLine.isHeading(text.words) || StepText.isHeading(text.words) else { return false }
        guard text.words.count <= 100, key.count > 0, !said.contains(text.words.folded) else { return false }
        // A marked heading may name the product of a line: "Ground beef" above "500 g ground beef".
        return text.isHeading || !lines.contains { $0.text == key.text }
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
