import Web

/// A recipe in Cooklang, where ingredients, things and times are marked within the steps.
struct CooklangRecipe {
    private(set) var recipe: SourceRecipe
    private nonisolated(unsafe) static let mark = #/@[\p{L}\p{N}][^@#~\n{}]*\{[^{}\n]*\}|@[\p{L}\p{N}]+/#

    static func fits(_ text: String) -> Bool {
        let plain = text.prefix(200_000)
        let hasBraces =
            plain.firstMatch(of: #/[@#~][\p{L}\p{N}][^@#~\n{}]*\{[^{}\n]*\}/#) != nil || plain.firstMatch(of: #/(?m)^>>\s*\S+\s*:/#) != nil
        return hasBraces && plain.firstMatch(of: Self.mark) != nil && !plain.contains("<html")
    }

    init(_ text: String, name: String) {
        let head = FrontMatter(text)
        var facts = head?.values ?? [:]
        recipe = SourceRecipe(name)
        recipe.keywords = head?.lists["tags"] ?? []
        var (section, open): (String, [String]) = ("", [])
        func close(_ recipe: inout SourceRecipe) {
            let step = open.joined(separator: " ")
            open = []
            if !step.isEmpty { Self.add(step, section, to: &recipe) }
        }
        let body = (head?.body ?? text).replacing(#/\[-.*?-\]/#.dotMatchesNewlines(), with: "")
        for line in body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let plain = (line.firstRange(of: "--").map { line[..<$0.lowerBound] } ?? line[...]).trimmingSpaces()
            if plain.hasPrefix(">>") {
                let parts = plain.dropFirst(2).split(separator: ":", maxSplits: 1).map { $0.trimmingSpaces() }
                if parts.count == 2 { facts[parts[0].lowercased()] = parts[1] }
            } else if plain.hasPrefix(">") {
                recipe.notes += (recipe.notes.isEmpty ? "" : "\n") + plain.dropFirst().trimmingSpaces()
            } else if plain.hasPrefix("="), plain.contains(where: \.isLetter) {
                close(&recipe)
                section = plain.trimming { "= ".contains($0) }
            } else if plain.isEmpty {
                close(&recipe)
            } else {
                open.append(plain)
            }
        }
        close(&recipe)
        if let title = facts["title"] ?? facts["name"], !title.isEmpty { recipe.name = title }
        for key in ["servings", "serves", "yield"] { if let value = facts[key] { recipe.setYield(value) } }
        (recipe.address, recipe.author) = (facts["source"] ?? facts["source.url"] ?? "", facts["author"] ?? "")
        (recipe.category, recipe.description) = (facts["course"] ?? facts["category"] ?? "", facts["description"] ?? "")
        recipe.prepTime = (facts["prep time"] ?? facts["time.prep"]).flatMap(RecipeTime.minutes)
        recipe.cookTime = (facts["cook time"] ?? facts["time.cook"]).flatMap(RecipeTime.minutes)
        recipe.totalTime = (facts["time"] ?? facts["time required"] ?? facts["duration"]).flatMap(RecipeTime.minutes)
        recipe.pictures = (facts["image"] ?? facts["picture"]).map { [$0] } ?? []
        recipe.keywords += (facts["tags"] ?? "").split(separator: ",").map { $0.trimmingSpaces() }
    }

    private static func add(_ step: String, _ section: String, to recipe: inout SourceRecipe) {
        var (text, seconds) = ("", 0)
        var rest = step[...]
        while let sign = rest.firstIndex(where: { "@#~".contains($0) }) {
            text += rest[..<sign]
            let kind = rest[sign]
            let after = rest[rest.index(after: sign)...]
            guard let (name, amount, end) = marked(after), !name.isEmpty || kind == "~" else {
                text.append(kind)
                rest = after
                continue
            }
            let parts = amount.split(separator: "%", maxSplits: 1).map { $0.trimmingSpaces() }
            var note = ""
            rest = end
            if rest.first == "(", let close = rest.firstIndex(of: ")") {
                note = String(rest[rest.index(after: rest.startIndex)..<close])
                rest = rest[rest.index(after: close)...]
            }
            let said = parts.joined(separator: " ")
            switch kind {
            case "@":
                let plain = name.trimming { "&?-+./ ".contains($0) }
                let line = [said, plain].filter { !$0.isEmpty }.joined(separator: " ") + (note.isEmpty ? "" : " (\(note))")
                let reading = IngredientLine(
                    quantity: parts.first ?? "", unit: parts.count > 1 ? parts[1] : "",
                    product: String(plain.split(separator: "|").first ?? plain[...]), note: note)
                recipe.ingredients.append(SourceRecipe.Ingredient(line: line, reading: reading, section: section))
                text += plain.split(separator: "|").last.map(String.init) ?? plain
            case "#":
                let reading = IngredientLine(quantity: said, unit: "", product: name, note: note)
                if !recipe.utensils.contains(where: { $0.reading.product.folded == name.folded }) {
                    recipe.utensils.append(SourceRecipe.Ingredient(line: name, reading: reading))
                }
                text += name
            default:
                text += said.isEmpty ? name : said
                let times = StepText.durations(in: said)
                if times.count == 1 { seconds = times[0].seconds }
            }
        }
        text += rest
        recipe.steps.append(SourceRecipe.Step(text: text, section: section, seconds: seconds <= 86_400 ? seconds : 0))
    }

    /// `olive oil{2%tbsp}` or `salt`: the name, the amount and the rest.
    private static func marked(_ text: Substring) -> (name: String, amount: String, rest: Substring)? {
        let stop = text.firstIndex { "@#~{\n".contains($0) } ?? text.endIndex
        if stop < text.endIndex, text[stop] == "{", let close = text[stop...].firstIndex(of: "}") {
            return (
                text[..<stop].trimmingSpaces(), text[text.index(after: stop)..<close].trimmingSpaces(), text[text.index(after: close)...]
            )
        }
        let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == "'" || $0 == "’" }
        return name.isEmpty ? nil : (String(name), "", text[name.endIndex...])
    }
}
