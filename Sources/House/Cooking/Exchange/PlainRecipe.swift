import Web

/// A recipe that people wrote or copied: a name, the ingredients, then what to do.
struct PlainRecipe {
    private(set) var recipe: SourceRecipe?

    private static let ingredients = [
        "ingredienti", "ingredients", "ingredient list", "zutaten", "ingrédients", "ingredientes", "cosa serve", "che cosa serve",
        "occorrente", "you need", "you will need",
    ]
    private static let steps = [
        "preparazione", "procedimento", "istruzioni", "esecuzione", "come si fa", "come fare", "svolgimento", "method", "directions",
        "instructions", "preparation", "steps", "how to make", "zubereitung", "anleitung", "préparation",
        "étapes", "preparación", "preparación", "passaggi", "procedure",
    ]
    private static let tools = ["utensili", "attrezzi", "strumenti", "equipment", "tools", "utensils"]
    private static let notes = ["note", "notes", "consigli", "tips", "consiglio", "tipps", "conservazione", "varianti"]

    private enum Part { case head, ingredients, tools, steps, notes }

    /// Whether the text looks like a recipe: it names its parts, or several lines begin with an amount.
    init(_ text: String) {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingSpaces() }.filter {
            $0.contains { $0.isLetter || $0.isNumber }
        }
        guard lines.count >= 2, lines.count < 2_000 else { return }
        var name = lines[0].trimming { "# *:".contains($0) }
        var found = SourceRecipe(name)
        var (part, section, hasParts, description): (Part, String, Set<String>, [String]) = (.head, "", [], [])
        var stepLines: [String] = []
        for (index, line) in lines.enumerated() {
            if let (next, after) = Self.heading(line) {
                var rest = after
                part = next
                section = ""
                hasParts.insert(next == .ingredients ? "ingredients" : next == .steps ? "steps" : "")
                if index == 0 { name = "" }
                if rest.isEmpty { continue }
                if next == .ingredients, RecipeYield.people(in: rest) != nil {
                    // "Ingredienti per 4 persone: 200 g di riso, sale".
                    let colon = rest.firstIndex(of: ":")
                    found.setYield(String(rest[..<(colon ?? rest.endIndex)]))
                    rest = colon.map { rest[rest.index(after: $0)...].trimmingSpaces() } ?? ""
                    if rest.isEmpty { continue }
                }
                if next == .ingredients {
                    for one in Self.list(rest) { found.addIngredient(one, &section) }
                    continue
                }
                if next == .steps { stepLines.append(rest) }
                continue
            }
            if index == 0 { continue }
            if part != .steps, part != .notes, Self.takeFact(line, &found) { continue }
            switch part {
            case .head:
                let reading = IngredientLine(line)
                let isAmount = !reading.quantity.isEmpty && line.count < 80 && !line.hasSuffix(".")
                if isAmount {
                    found.addIngredient(line, &section)
                } else if found.ingredients.isEmpty {
                    description.append(line)
                } else if Self.isLine(line) {
                    found.addIngredient(line, &section)
                } else {
                    part = .steps
                    stepLines.append(line)
                }
            case .ingredients:
                // Without a heading for the steps, the first whole sentence begins them.
                if line.hasSuffix("."), line.split(separator: " ").count > 8, !line.contains("q.b") {
                    part = .steps
                    stepLines.append(line)
                } else {
                    found.addIngredient(line, &section)
                }
            case .tools: found.utensils += Self.list(line).map { SourceRecipe.Ingredient(line: $0, reading: IngredientLine($0)) }
            case .steps: stepLines.append(line)
            case .notes: found.notes += (found.notes.isEmpty ? "" : "\n") + line
            }
        }
        found.add(steps: stepLines)
        found.name = name.isEmpty ? description.first ?? lines[1] : name
        found.description = description.joined(separator: "\n")
        let amounts = found.ingredients.count { !$0.reading.quantity.isEmpty }
        guard hasParts.contains("ingredients") && !found.ingredients.isEmpty || amounts >= 2 && !found.steps.isEmpty && lines.count >= 4
        else { return }
        recipe = found
    }

    private static func isLine(_ line: String) -> Bool { line.split(separator: " ").count <= 6 && !line.hasSuffix(".") }

    /// "Ingredienti per 4 persone:", "## Method".
    private static func heading(_ line: String) -> (Part, rest: String)? {
        let plain = line.trimming { "#*_ ".contains($0) }
        let low = plain.lowercased()
        for (part, words) in [(Part.ingredients, ingredients), (.steps, steps), (.tools, tools), (.notes, notes)] {
            guard let word = words.first(where: { low.hasPrefix($0) }), low.count == plain.count else { continue }
            let rest = plain.dropFirst(word.count)
            // "Preparation time: 10 minutes" is a fact, "Note di cannella" an ingredient.
            if let first = rest.first, first != ":", first != " ", first != "(" { continue }
            let after = rest.trimming { ":* ".contains($0) }
            let isBare =
                after.isEmpty || rest.first == ":" || rest.trimmingSpaces().first == ":"
                || part == .ingredients && RecipeYield.people(in: after) != nil
            if isBare { return (part, after) }
        }
        return nil
    }

    /// "200 g di farina, 2 uova e sale": not inside decimals.
    private static func list(_ text: String) -> [String] {
        text.replacing(#/,(?=\s)/#, with: "\u{1F}").split { $0 == "\u{1F}" || $0 == ";" }.map {
            $0.trimmingSpaces().trimming { ".".contains($0) }
        }.filter { !$0.isEmpty }
    }

    /// "Per 4 persone", "Tempo di preparazione: 20 minuti", "Fonte: …".
    private static func takeFact(_ line: String, _ recipe: inout SourceRecipe) -> Bool {
        let low = line.lowercased()
        guard line.count < 100, low.count == line.count else { return false }
        let isYield = [
            "per ", "dosi", "porzioni", "serves", "servings", "yield", "für ", "pour ", "persone", "makes", "resa", "portionen", "quantità",
        ].contains(where: low.hasPrefix)
        if isYield, let people = RecipeYield.people(in: low), recipe.people == nil {
            recipe.setYield(line.trimming { ": ".contains($0) })
            recipe.people = people
            return true
        }
        let value = line.firstIndex(of: ":").map { line[line.index(after: $0)...].trimmingSpaces() } ?? ""
        if let minutes = RecipeTime.minutes(value), !value.isEmpty {
            if ["tempo di preparazione", "preparazione", "prep", "preparation", "vorbereitung"].contains(where: low.hasPrefix) {
                recipe.prepTime = minutes; return true
            }
            if ["tempo di cottura", "cottura", "cook", "cooking", "kochzeit"].contains(where: low.hasPrefix) {
                recipe.cookTime = minutes; return true
            }
            if ["tempo", "total", "time", "ready in", "gesamt", "temps"].contains(where: low.hasPrefix) {
                recipe.totalTime = minutes; return true
            }
        }
        if ["fonte", "source", "quelle", "url"].contains(where: low.hasPrefix), !value.isEmpty { recipe.address = value; return true }
        if ["autore", "author", "di:", "by:"].contains(where: low.hasPrefix), !value.isEmpty { recipe.author = value; return true }
        if ["categoria", "category", "portata", "course"].contains(where: low.hasPrefix), !value.isEmpty {
            recipe.category = value; return true
        }
        return false
    }
}
