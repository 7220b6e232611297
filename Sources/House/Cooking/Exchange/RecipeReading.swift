import Admin
import Foundation
import Web

/// Finds recipes in files: schema.org JSON-LD, alone or in a saved page, and exports of Mealie and Tandoor, alone or in ZIP archives.
enum RecipeReading {
    static let limit = 200

    static func drafts(in bytes: Data) -> [RecipeDraft] {
        var budget = 64 << 20
        return Array(drafts(in: bytes, depth: 0, &budget).prefix(limit))
    }

    private static func drafts(in bytes: Data, depth: Int, _ budget: inout Int) -> [RecipeDraft] {
        guard ZipArchive.isArchive(bytes) else {
            return values(in: bytes).flatMap { drafts(in: $0.inCamelCase, depth: 0) }
        }
        // Tandoor puts each recipe into an archive of its own inside the archive.
        guard depth < 2,
            let archive = ZipArchive(
                bytes, budget: &budget, wanted: { $0.hasSuffix(".json") || $0.hasSuffix(".jsonld") || $0.hasSuffix(".zip") })
        else { return [] }
        var found: [RecipeDraft] = []
        for file in archive.files where found.count < limit { found += drafts(in: file.bytes, depth: depth + 1, &budget) }
        return found
    }

    private static func values(in bytes: Data) -> [JSON] {
        if let json = try? JSON(parsing: bytes) { return [json] }
        return LinkedData.texts(in: bytes).compactMap { try? JSON(parsing: Data($0.utf8)) }
    }

    private static func drafts(in json: JSON, depth: Int) -> [RecipeDraft] {
        guard depth < 6 else { return [] }
        if let items = json.list { return items.flatMap { drafts(in: $0, depth: depth + 1) } }
        if let draft = RecipeReader(json).draft { return [draft] }
        return ["@graph", "mainEntity", "recipes", "items"].flatMap { key in json[key].map { drafts(in: $0, depth: depth + 1) } ?? [] }
    }
}

struct RecipeReader {
    let json: JSON

    init(_ json: JSON) { self.json = json }

    var draft: RecipeDraft? {
        // `Recipe`, `schema:Recipe` or `http://schema.org/Recipe`.
        let types = json["@type"].map { $0.list ?? [$0] }?.compactMap { $0.text?.split { "/:#".contains($0) }.last } ?? []
        let isTandoor = json["steps"]?.list?.contains { $0["instruction"] != nil } == true
        let isOther = json["recipeIngredient"] != nil || json["recipeInstructions"] != nil
        guard types.contains("Recipe") || (types.isEmpty && (isTandoor || isOther)) else { return nil }
        let name = words(json["name"] ?? json["headline"])
        guard !name.isEmpty else { return nil }
        var draft = RecipeDraft(name: name.shortened(to: 80))
        draft.description = (json["description"]?.text?.plainWords(lines: true) ?? words(json["description"])).shortened(to: 2000)
        draft.category = words(json["recipeCategory"])
        draft.people = people
        draft.calories = [json["nutrition"]?["calories"], json["calories"]].lazy.compactMap { $0 }.compactMap { kilocalories($0) }
            .first { (1...5000).contains($0) }
        draft.ingredients = Self.unique(isTandoor ? tandoorIngredients : ingredients)
        draft.utensils = Self.unique((json["tool"] ?? json["tools"]).map { items($0) } ?? [])
        let read = isTandoor ? tandoorSteps : json["recipeInstructions"].map { steps($0, depth: 0) } ?? []
        draft.steps = Array(read.flatMap(Self.parts).prefix(60))
        (draft.ingredients, draft.utensils) = (Array(draft.ingredients.prefix(60)), Array(draft.utensils.prefix(40)))
        return draft
    }

    private var people: Int {
        for key in ["recipeServings", "recipeYield", "servings"] {
            if let value = json[key], Self.namesPeople(value), let number = firstNumber(value), (1...50).contains(number) { return number }
        }
        return 2
    }

    /// `24 biscotti` do not mean 24 people.
    private static func namesPeople(_ value: JSON) -> Bool {
        if let first = value.list?.first { return namesPeople(first) }
        guard let text = value.text?.lowercased(), text.contains(where: \.isLetter) else { return true }
        return ["person", "porzion", "serv", "people", "guest", "ospit", "per ", "for "].contains(where: text.contains)
    }

    /// `4`, `4.0`, `"4 porzioni"`, `["4", "4 servings"]`.
    private func firstNumber(_ value: JSON) -> Int? {
        if let number = value.number { return number }
        if case .decimal(let number) = value, number.magnitude < 1e6 { return Int(cutting: number) }
        if let first = value.list?.first { return firstNumber(first) }
        guard let text = value.text else { return nil }
        let digits = text.utf8.drop { !(0x30...0x39).contains($0) }.prefix { (0x30...0x39).contains($0) }
        return Int(String(decoding: digits.prefix(6), as: UTF8.self), in: .whole)
    }

    /// `480`, `"480 kcal"`, `"1.250 kcal"`, `"1130 kJ / 270 kcal"`; nil for kilojoules alone.
    private func kilocalories(_ value: JSON) -> Int? {
        guard let text = value.text?.lowercased() else { return firstNumber(value) }
        let plain = text.replacing(#/(\d)[.,](\d{3})(?!\d)/#) { "\($0.1)\($0.2)" }
        if let found = plain.firstMatch(of: #/(\d{1,6})([.,]\d+)?\s*(kcal|cal)/#) { return Int(found.1, in: .whole) }
        return plain.contains("kj") ? nil : firstNumber(.text(plain))
    }

    private var ingredients: [RecipeDraft.Item] {
        // `supply` separates name and amount, so it takes precedence.
        if let supply = json["supply"]?.list, !supply.isEmpty, supply.allSatisfy({ $0["name"] != nil }) { return items(.list(supply)) }
        return (json["recipeIngredient"] ?? json["ingredients"]).map { items($0) } ?? []
    }

    private func items(_ value: JSON) -> [RecipeDraft.Item] { (value.list ?? [value]).compactMap(item) }

    private func item(_ value: JSON) -> RecipeDraft.Item? {
        if value.text != nil { return IngredientLine(words(value)).item }
        if value["isHeader"]?.flag == true { return nil }
        if let food = value["food"], case let name = words(food), !name.isEmpty {
            let amount = [quantity(value["quantity"] ?? value["amount"]), words(value["unit"]), words(value["note"])]
            return RecipeDraft.Item(name: name, amount: amount.filter { !$0.isEmpty }.joined(separator: " ")).cut
        }
        if case let name = words(value["name"]), !name.isEmpty {
            return RecipeDraft.Item(name: name, amount: quantity(value["requiredQuantity"])).cut
        }
        let line = [value["originalText"], value["display"], value["note"]].lazy.map { words($0) }.first { !$0.isEmpty }
        return line.flatMap { IngredientLine($0).item }
    }

    private func quantity(_ value: JSON?) -> String {
        switch value {
        case .number(let number): number == 0 ? "" : String(number)
        case .decimal(let number):
            number == 0 ? "" : number == number.rounded() && number.magnitude < 1e6 ? String(Int(cutting: number)) : Self.short(number)
        // Tandoor writes "3.0000000000".
        case .text(let text): Double(finite: text).map { quantity(.decimal($0)) } ?? words(value)
        case .object: [quantity(value?["value"]), words(value?["unitText"])].filter { !$0.isEmpty }.joined(separator: " ")
        default: ""
        }
    }

    /// Rounds to two decimals: a third of a cup is 0.33.
    private static func short(_ number: Double) -> String {
        String(number.magnitude < 0.005 ? number : (number * 100).rounded() / 100)
    }

    /// Merges rows of one product: sugar for dough and cream becomes "100 g + 20 g".
    private static func unique(_ items: [RecipeDraft.Item]) -> [RecipeDraft.Item] {
        var rows: [RecipeDraft.Item] = []
        var places: [String: Int] = [:]
        for item in items {
            if let place = places[item.name.folded] {
                rows[place].amount = [rows[place].amount, item.amount].filter { !$0.isEmpty }.joined(separator: " + ")
                rows[place] = rows[place].cut
            } else {
                places[item.name.folded] = rows.count
                rows.append(item)
            }
        }
        return rows
    }

    private func steps(_ value: JSON, depth: Int) -> [RecipeDraft.Step] {
        // The levels are instructions, section, list, step, list and direction.
        guard depth < 8 else { return [] }
        if let items = value.list { return items.flatMap { steps($0, depth: depth + 1) } }
        if let text = value.text {
            let lines = text.plainWords(lines: true).split(whereSeparator: \.isNewline).map { String($0).replacing("**", with: "") }
            // Pages already show step numbers.
            let isNumbered = lines.enumerated().allSatisfy { $1.starts(with: "\($0 + 1). ") || $1.starts(with: "\($0 + 1)) ") }
            return lines.map { RecipeDraft.Step(text: isNumbered ? $0.drop { $0 != " " }.trimmingSpaces() : $0) }
        }
        if let inner = value["itemListElement"] { return steps(inner, depth: depth + 1) }
        let seconds = words(value["timeRequired"] ?? value["performTime"] ?? value["totalTime"])
        let text = (value["text"]?.text?.plainWords(lines: true) ?? words(value["name"])).replacing("**", with: "")
        return [RecipeDraft.Step(text: text, seconds: ISODuration.seconds(seconds) ?? 0)]
    }

    private var tandoorSteps: [RecipeDraft.Step] {
        (json["steps"]?.list ?? []).flatMap { step -> [RecipeDraft.Step] in
            var lines = step["instruction"].map { steps(.text($0.text ?? ""), depth: 0) } ?? []
            if let minutes = step["time"].flatMap(firstNumber), (1...1440).contains(minutes), !lines.isEmpty {
                lines[lines.count - 1].seconds = minutes * 60
            }
            return lines
        }
    }

    private var tandoorIngredients: [RecipeDraft.Item] {
        (json["steps"]?.list ?? []).flatMap { $0["ingredients"].map { items($0) } ?? [] }
    }

    /// Splits steps over 500 characters between sentences; the last part gets the timer.
    private static func parts(_ step: RecipeDraft.Step) -> [RecipeDraft.Step] {
        let whole = step.text.trimmingSpaces()
        guard whole.unicodeScalars.count > 500 else { return made([whole], step) }
        var parts: [String] = []
        for sentence in whole.split(whereSeparator: \.isNewline).joined(separator: " ").split(separator: ". ") {
            let text = sentence.hasSuffix(".") ? String(sentence) : sentence + "."
            for piece in text.unicodeScalars.count <= 500 ? [text] : text.split(separator: " ").map(String.init) {
                if let last = parts.last, last.unicodeScalars.count + piece.unicodeScalars.count < 499 {
                    parts[parts.count - 1] = last + " " + piece
                } else {
                    parts.append(piece.shortened(to: 500))
                }
            }
        }
        return made(parts, step)
    }

    private static func made(_ parts: [String], _ step: RecipeDraft.Step) -> [RecipeDraft.Step] {
        parts.filter { !$0.isEmpty }.enumerated().map { index, text in
            RecipeDraft.Step(text: text, seconds: index == parts.count - 1 ? step.seconds : 0)
        }
    }

    private func words(_ value: JSON?) -> String {
        guard let value else { return "" }
        if let text = value.text { return text.plainWords(lines: false) }
        if let first = value.list?.first { return words(first) }
        if let number = value.number { return String(number) }
        return value["name"]?.text?.plainWords(lines: false) ?? ""
    }
}

extension JSON {
    /// Converts keys to camel case: Mealie's archives have `recipe_yield`, its pages `recipeYield`.
    fileprivate var inCamelCase: JSON {
        switch self {
        case .list(let items): .list(items.map(\.inCamelCase))
        case .object(let pairs):
            .object(
                pairs.map { key, value in
                    let parts = key.split(separator: "_")
                    return (parts.dropFirst().reduce(String(parts.first ?? "")) { $0 + String($1).withCapital }, value.inCamelCase)
                })
        case .text, .number, .decimal, .flag, .null: self
        }
    }
}

extension RecipeDraft.Item {
    var cut: RecipeDraft.Item { RecipeDraft.Item(name: name.withCapital.shortened(to: 80), amount: amount.shortened(to: 60)) }
}
