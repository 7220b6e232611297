import Admin
import Formats
import Web

extension SourceRecipe {
    private static let mostIngredients = 60
    private static let mostUtensils = 40
    private static let mostSteps = 60
    private static let longestAmount = 60
    private static let longestName = 80
    private static let longestStep = 500
    private static let longestDescription = 2000

    var imported: (values: [String: JSON], remarks: [ImportRemark]) {
        var remarks: [ImportRemark] = []
        var values: [String: JSON] = ["name": .text(cut(name, Self.longestName, "name", &remarks))]
        if !description.isEmpty { values["description"] = .text(cut(description, Self.longestDescription, "description", &remarks)) }
        if !category.isEmpty { values["category"] = .text(category.plain) }
        if let people { values["people"] = .number(people) } else { remarks.append(Self.withoutPeople(yield)) }
        if let calories { values["calories"] = .number(calories) }
        if !address.isEmpty { values["source"] = .text(cut(address, Recipe.longestSource, "source", &remarks)) }
        if !author.isEmpty { values["author"] = .text(cut(author, Recipe.longestAuthor, "author", &remarks)) }
        values["ingredients"] = items(ingredients, most: Self.mostIngredients, "ingredients", &remarks)
        if !utensils.isEmpty { values["utensils"] = items(utensils, most: Self.mostUtensils, "utensils", &remarks) }
        values["steps"] = stepList(&remarks)
        if isFromText { remarks.append(ImportRemark("pageText")) }
        if ingredients.isEmpty { remarks.append(ImportRemark("noIngredients")) }
        let empty = headings.filter { heading in !ingredients.contains { $0.section == heading } }
        if !empty.isEmpty { remarks.append(ImportRemark("emptySection", ["names": empty.joined(separator: ", ").shortened(to: 500)])) }
        if steps.isEmpty { remarks.append(ImportRemark("noSteps")) }
        let facts = [
            ("yield", yield), ("prepTime", Self.formatted(prepTime)), ("cookTime", Self.formatted(cookTime)),
            ("totalTime", Self.formatted(totalTime)),
            ("keywords", keywords.joined(separator: ", ")),
            ("pictures", pictures.filter { $0.utf8.count < 2_000 && !$0.hasPrefix("data:") }.joined(separator: "\n")), ("notes", notes),
        ]
        for (key, text) in facts where !text.isEmpty { values[key] = .text(text.plain) }
        return (values, remarks)
    }

    private static func withoutPeople(_ yield: String) -> ImportRemark {
        yield.isEmpty ? ImportRemark("noPeople") : ImportRemark("people", ["yield": yield.plain])
    }

    private static func formatted(_ minutes: Int?) -> String {
        guard let minutes, minutes > 0 else { return "" }
        let hours = minutes / 60
        return [hours > 0 ? "\(hours) h" : "", minutes % 60 > 0 ? "\(minutes % 60) min" : ""].filter { !$0.isEmpty }.joined(separator: " ")
    }

    private func cut(_ text: String, _ limit: Int, _ field: String, _ remarks: inout [ImportRemark]) -> String {
        let plain = text.plain
        if plain.unicodeScalars.count > limit { remarks.append(ImportRemark("cut.\(field)", ["limit": String(limit)])) }
        return plain.shortened(to: limit)
    }

    /// A row for each product: sugar for dough and for cream becomes "100 g + 20 g".
    private func items(_ all: [Ingredient], most: Int, _ field: String, _ remarks: inout [ImportRemark]) -> JSON {
        var rows: [(product: String, amount: String, lines: [String], readings: [JSON])] = []
        var places: [String: Int] = [:]
        for item in all {
            let product = item.reading.product.plain.withCapital.shortened(to: Self.longestName)
            if item.reading.product.unicodeScalars.count > Self.longestName {
                remarks.append(ImportRemark("cut.product", ["line": item.line.plain.shortened(to: 200)]))
            }
            let reading = reading(item)
            if let place = places[product.folded] {
                rows[place].amount = [rows[place].amount, amount(item)].filter { !$0.isEmpty }.joined(separator: " + ")
                rows[place].lines.append(item.line.plain)
                rows[place].readings += reading
            } else {
                places[product.folded] = rows.count
                rows.append((product, amount(item), [item.line.plain], reading))
            }
        }
        if rows.count > most {
            let left = rows[most...].flatMap(\.lines).joined(separator: "; ").shortened(to: 1_000)
            remarks.append(ImportRemark("more.\(field)", ["limit": String(most), "lines": left]))
        }
        let long = rows.prefix(most).filter { $0.amount.unicodeScalars.count > Self.longestAmount }
        for row in long {
            remarks.append(ImportRemark("cut.amount", ["limit": String(Self.longestAmount), "product": row.product, "amount": row.amount]))
        }
        return .list(
            rows.prefix(most).map { row in
                .values([
                    "product": .text(row.product), "amount": .text(row.amount.shortened(to: Self.longestAmount)),
                    "line": .text(row.lines.joined(separator: "\n")), "reading": .list(row.readings),
                ])
            })
    }

    private func amount(_ item: Ingredient) -> String {
        let measure = [item.reading.quantity, item.reading.unit].filter { !$0.isEmpty }.joined(separator: " ")
        let said = [measure, item.reading.note].filter { !$0.isEmpty }.joined(separator: ", ").plain
        return item.section.isEmpty || ingredients.allSatisfy { $0.section == item.section }
            ? said : said + (said.isEmpty ? "" : " ") + "(\(item.section.plain))"
    }

    private func reading(_ item: Ingredient) -> [JSON] {
        let parts = [
            ("quantity", item.reading.quantity), ("unit", item.reading.unit), ("product", item.reading.product),
            ("note", item.reading.note),
            ("section", item.section),
        ]
        return parts.filter { !$0.1.isEmpty }.map { .values(["name": .text($0.0), "text": .text($0.1.plain)]) }
    }

    private struct Action {
        var text: String
        var seconds = 0
        let line: String
    }

    private func stepList(_ remarks: inout [ImportRemark]) -> JSON {
        var all = actions(isDivided: true)
        if all.count > Self.mostSteps { all = actions(isDivided: false) }
        if all.count > Self.mostSteps {
            let left = all[Self.mostSteps...].map(\.text).joined(separator: " ").shortened(to: 1_000)
            remarks.append(ImportRemark("more.steps", ["limit": String(Self.mostSteps), "lines": left]))
        }
        return .list(
            all.prefix(Self.mostSteps).map { action in
                var step: [(key: String, value: JSON)] = [("text", .text(action.text))]
                if action.seconds > 0 { step += [("timer", .text(StepTimer.down.rawValue)), ("time", .number(action.seconds))] }
                let reading: [JSON] =
                    action.seconds > 0 ? [.values(["name": .text("timer"), "text": .text(ISODuration.clock(action.seconds))])] : []
                return .object(step + [("line", .text(action.line)), ("reading", .list(reading))])
            })
    }

    private func actions(isDivided: Bool) -> [Action] {
        var (all, section): ([Action], String) = ([], "")
        for step in steps {
            let text = step.text.plain
            var parts = (isDivided ? StepText.actions(text) : [text]).flatMap(Self.pieces).map {
                Action(text: $0, seconds: StepText.timer(in: $0), line: $0)
            }
            guard !parts.isEmpty else { continue }
            if step.seconds > 0, !parts.contains(where: { $0.seconds == step.seconds }) {
                parts[parts.count - 1].seconds = min(step.seconds, 86_400)
            }
            if step.section != section, !step.section.isEmpty, !parts[0].text.folded.hasPrefix(step.section.folded) {
                let whole = step.section.plain.shortened(to: 100) + ": " + parts[0].text
                if whole.unicodeScalars.count <= Self.longestStep { parts[0].text = whole }
            }
            section = step.section
            all += parts
        }
        return all
    }

    private static func pieces(_ text: String) -> [String] {
        guard text.unicodeScalars.count > longestStep else { return [text] }
        var pieces: [String] = []
        for word in text.split(whereSeparator: \.isWhitespace) {
            if let last = pieces.last, last.unicodeScalars.count + word.unicodeScalars.count < longestStep {
                pieces[pieces.count - 1] = last + " " + word
            } else {
                pieces.append(String(word).shortened(to: longestStep))
            }
        }
        return pieces
    }
}

extension String {
    fileprivate var plain: String { withoutControls.trimmingSpaces() }
}
