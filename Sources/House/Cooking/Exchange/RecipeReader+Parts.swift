import Admin
import Web

extension RecipeReader {

    func setIngredients(_ recipe: inout SourceRecipe) {
        let isTandoor = json["steps"]?.list?.contains { $0["instruction"] != nil } == true
        if isTandoor {
            for step in json["steps"]?.list ?? [] { add(step["ingredients"] ?? .null, to: &recipe, section: words(step["name"])) }
            return
        }
        // `supply` separates name and amount, so it takes precedence.
        if let supply = json["supply"]?.list, !supply.isEmpty, supply.allSatisfy({ $0["name"] != nil }) {
            return add(.list(supply), to: &recipe, section: "")
        }
        let list = ["recipeIngredient", "ingredients", "recipeIngredients", "ingredient"].lazy.compactMap { json[$0] }.first { !$0.isNull }
        if let list { add(list, to: &recipe, section: "") }
    }

    private func add(_ value: JSON, to recipe: inout SourceRecipe, section: String) {
        var section = section
        add(value, to: &recipe, &section, depth: 0)
    }

    private func add(_ value: JSON, to recipe: inout SourceRecipe, _ section: inout String, depth: Int) {
        guard depth < 6 else { return }
        if let items = value.list {
            for item in items { add(item, to: &recipe, &section, depth: depth + 1) }
            return
        }
        if let text = value.text {
            for line in text.plainWords(lines: true).split(whereSeparator: \.isNewline) { recipe.addIngredient(String(line), &section) }
            return
        }
        guard case .object = value else { return }
        // A group of ingredients with a name of its own.
        if let inner = ["ingredients", "recipeIngredient", "itemListElement"].lazy.compactMap({ value[$0] }).first(where: { $0.list != nil }
        ) {
            var own = words(value["name"] ?? value["title"] ?? value["purpose"])
            return add(inner, to: &recipe, &own, depth: depth + 1)
        }
        // Mealie puts a heading before the first ingredient of a group.
        let title = words(value["title"])
        if !title.isEmpty { section = title }
        if value["isHeader"]?.flag == true {
            section = [words(value["note"]), words(value["food"])].first { !$0.isEmpty } ?? ""
            return
        }
        if let found = ingredient(value, section: section) {
            if found.reading.isHeading { section = found.reading.product } else { recipe.ingredients.append(found) }
        }
    }

    /// An ingredient of a program that keeps its parts apart, or a line.
    func ingredient(_ value: JSON, section: String) -> SourceRecipe.Ingredient? {
        if value.text != nil {
            let line = words(value)
            let reading = IngredientLine(line)
            return reading.product.isEmpty ? nil : SourceRecipe.Ingredient(line: line, reading: reading, section: section)
        }
        let original = [value["originalText"], value["display"]].lazy.map { words($0) }.first { !$0.isEmpty } ?? ""
        let note = words(value["note"])
        if let food = value["food"], case let name = words(food), !name.isEmpty {
            let (amount, unit) = (quantity(value["quantity"] ?? value["amount"]), words(value["unit"]))
            let said = [amount, unit, name].filter { !$0.isEmpty }.joined(separator: " ") + (note.isEmpty ? "" : ", \(note)")
            return makeIngredient(original.isEmpty ? said : original, amount, unit, name, note, section)
        }
        if case let name = words(value["name"]), !name.isEmpty {
            let amount = quantity(value["requiredQuantity"] ?? value["amount"])
            if amount.isEmpty, value["requiredQuantity"] == nil, value["@type"] == nil { return ingredient(.text(name), section: section) }
            return makeIngredient([amount, name].filter { !$0.isEmpty }.joined(separator: " "), amount, "", name, "", section)
        }
        let line = [original, note, words(value["text"]), words(value["Text"])].first { !$0.isEmpty }
        return line.flatMap { ingredient(.text($0), section: section) }
    }

    private func makeIngredient(
        _ line: String, _ amount: String, _ unit: String, _ name: String, _ note: String, _ section: String
    ) -> SourceRecipe.Ingredient {
        SourceRecipe.Ingredient(
            line: line, reading: IngredientLine(quantity: amount, unit: unit, product: name, note: note), section: section)
    }

    func setSteps(_ recipe: inout SourceRecipe) {
        if let steps = json["steps"]?.list, steps.contains(where: { $0["instruction"] != nil }) {
            for step in steps { addTandoor(step, to: &recipe) }
            return
        }
        let list = ["recipeInstructions", "recipeDirections", "directions", "instructions", "step"].lazy.compactMap { json[$0] }.first {
            !$0.isNull
        }
        var section = ""
        if let list { addSteps(list, to: &recipe, &section, depth: 0) }
    }

    private func addTandoor(_ step: JSON, to recipe: inout SourceRecipe) {
        let count = recipe.steps.count
        var lines = StepText.lines([step["instruction"]?.text?.plainWords(lines: true) ?? ""])
        let isLong = lines.count > 1
        lines.removeAll { $0.hasPrefix("#") && isLong && $0.count < 20 && $0.lowercased().contains("source") }
        let section = words(step["name"])
        recipe.steps += lines.map { SourceRecipe.Step(text: $0, section: section) }
        if let minutes = step["time"]?.number, (1...1440).contains(minutes), recipe.steps.count > count {
            recipe.steps[recipe.steps.count - 1].seconds = minutes * 60
        }
    }

    private func addSteps(_ value: JSON, to recipe: inout SourceRecipe, _ section: inout String, depth: Int) {
        // The levels are instructions, section, list, step, list and direction.
        guard depth < 9 else { return }
        if let items = value.list {
            for item in items { addSteps(item, to: &recipe, &section, depth: depth + 1) }
            return
        }
        if let text = value.text {
            for line in StepText.lines([text.plainWords(lines: true)]) {
                if StepText.isHeading(line) {
                    section = line.trimming { ":#* ".contains($0) }
                } else {
                    recipe.steps.append(SourceRecipe.Step(text: line, section: section))
                }
            }
            return
        }
        guard case .object = value else { return }
        let name = words(value["name"] ?? value["title"])
        if let inner = ["itemListElement", "steps", "step", "itemListItem"].lazy.compactMap({ value[$0] }).first {
            var own = name.isEmpty || isCount(name) ? section : name
            addSteps(inner, to: &recipe, &own, depth: depth + 1)
            return
        }
        let text = (value["text"] ?? value["Text"] ?? value["description"] ?? value["_text"])?.text?.plainWords(lines: true) ?? ""
        let lines = StepText.lines([text.isEmpty ? name : text])
        guard !lines.isEmpty else { return }
        // A name that says more than the beginning of its text is a heading.
        let isOwn =
            !name.isEmpty && !text.isEmpty && !isCount(name) && !text.folded.hasPrefix(name.folded.trimming { ".:… ".contains($0) })
            && !name.folded.hasPrefix(text.folded.prefix(20))
        let own = isOwn && name.count <= 80 ? name : section
        recipe.steps += lines.map { SourceRecipe.Step(text: $0, section: own) }
        let time = words(value["timeRequired"] ?? value["performTime"] ?? value["totalTime"])
        if let seconds = ISODuration.seconds(time), seconds > 0 { recipe.steps[recipe.steps.count - 1].seconds = seconds }
    }

    /// "Step 1", "Passo 2", "3.".
    private func isCount(_ name: String) -> Bool { name.wholeMatch(of: #/(?i)[a-zà-ù]{0,10}\.?\s*\d{1,2}\s*[.:)]?/#) != nil }
}

extension IngredientLine {
    init(quantity: String, unit: String, product: String, note: String) {
        self.init("")
        (self.quantity, self.unit, self.product, self.note) = (quantity, unit, product, note)
    }
}
