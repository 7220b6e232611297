import Admin
import Formats
import Foundation
import Web

/// Reads a recipe of schema.org, Mealie, Tandoor, Nextcloud or Paprika from JSON. Keys are in camel case.
struct RecipeReader {
    let json: JSON
    /// Things that others name by their `@id`.
    var things: [String: JSON] = [:]

    init(_ json: JSON, _ things: [String: JSON] = [:]) { (self.json, self.things) = (json, things) }

    var recipe: SourceRecipe? {
        guard isRecipe else { return nil }
        let name = words(json["name"] ?? json["headline"] ?? json["title"])
        var recipe = SourceRecipe(name)
        recipe.description = (json["description"]?.text?.plainWords(lines: true) ?? words(json["description"]))
        recipe.category = words(json["recipeCategory"] ?? json["categories"])
        setYield(&recipe)
        recipe.calories = [json["nutrition"]?["calories"], json["calories"], json["nutritionalInfo"]].lazy.compactMap { $0 }
            .compactMap { kilocalories($0) }.first { (1...5000).contains($0) }
        setTimes(&recipe)
        setOrigin(&recipe)
        setIngredients(&recipe)
        let tools = json["tool"] ?? json["tools"]
        recipe.utensils = tools.map { $0.list ?? [$0] }?.compactMap { tool in ingredient(tool, section: "") } ?? []
        setSteps(&recipe)
        // Without a name it is listed, to be given one; without anything it is a reference.
        return name.isEmpty && recipe.ingredients.isEmpty && recipe.steps.isEmpty ? nil : recipe
    }

    private var isRecipe: Bool {
        // `Recipe`, `schema:Recipe` or `http://schema.org/Recipe`.
        let types = json["@type"].map { $0.list ?? [$0] }?.compactMap { $0.text?.split { "/:#".contains($0) }.last } ?? []
        if types.contains("Recipe") || types.contains("HowTo") && json["recipeIngredient"] != nil { return true }
        guard types.isEmpty else { return false }
        let isTandoor = json["steps"]?.list?.contains { $0["instruction"] != nil } == true
        let isPaprika = json["ingredients"]?.text != nil && json["directions"]?.text != nil
        return isTandoor || isPaprika || json["recipeIngredient"] != nil || json["recipeInstructions"] != nil
    }

    private func setYield(_ recipe: inout SourceRecipe) {
        if let servings = json["recipeServings"] ?? json["servings"], let number = whole(servings), (1...50).contains(number) {
            recipe.people = number
        }
        for key in ["recipeYield", "yield", "servings", "servingsText"] {
            guard let value = json[key] else { continue }
            for text in yields(value) { recipe.setYield(text) }
        }
        if recipe.yield.isEmpty, let people = recipe.people { recipe.yield = String(people) }
    }

    private func yields(_ value: JSON) -> [String] {
        if let items = value.list { return items.flatMap(yields) }
        if case .object = value {
            let number = value["value"] ?? value["minValue"]
            let unit = words(value["unitText"] ?? value["unitCode"] ?? value["name"])
            return [[number.map { quantity($0) } ?? "", unit].filter { !$0.isEmpty }.joined(separator: " ")]
        }
        return [value.text.map { $0.plainWords(lines: false) } ?? quantity(value)].filter { $0 != "0" }
    }

    private func setTimes(_ recipe: inout SourceRecipe) {
        func time(_ keys: [String]) -> Int? {
            keys.lazy.compactMap { json[$0] }.compactMap { value -> Int? in
                if let number = value.number { return number > 0 ? number : nil }
                return RecipeTime.minutes(value["maxValue"].map { words($0) } ?? words(value))
            }.first
        }
        recipe.prepTime = time(["prepTime", "workingTime"])
        recipe.cookTime = time(["cookTime", "performTime", "waitingTime"])
        recipe.totalTime = time(["totalTime", "duration"])
    }

    private func setOrigin(_ recipe: inout SourceRecipe) {
        let own = ["orgUrl", "orgURL", "sourceUrl", "url", "source", "mainEntityOfPage", "recipeSource"].lazy.compactMap { json[$0] }
        recipe.address = own.map { value in words(value["@id"] ?? value["url"] ?? value) }.first { !$0.isEmpty } ?? ""
        recipe.author =
            (json["author"] ?? json["creator"]).map { value in
                (value.list ?? [value]).map { words(known($0)) }.filter { !$0.isEmpty && !$0.hasPrefix("http") }.joined(separator: ", ")
            } ?? ""
        let keywords = json["keywords"] ?? json["tags"]
        recipe.keywords = (keywords.map { $0.list ?? [$0] } ?? []).flatMap { item -> [String] in
            words(item).split(separator: ",").map { $0.trimmingSpaces() }
        }.filter { !$0.isEmpty }
        recipe.pictures = addresses(json["image"] ?? json["imageUrl"] ?? json["photo"] ?? .null)
        setPhoto(&recipe)
        let notes = json["notes"]
        recipe.notes =
            notes?.text?.plainWords(lines: true)
            ?? (notes?.list ?? []).map {
                [words($0["title"]), $0["text"]?.text?.plainWords(lines: true) ?? words($0)].filter { !$0.isEmpty }.joined(separator: ": ")
            }
            .joined(separator: "\n")
    }

    /// Paprika keeps the picture in the recipe; pages may do so as a `data:` address.
    private func setPhoto(_ recipe: inout SourceRecipe) {
        let name = (recipe.name.isEmpty ? "recipe" : recipe.name) + ".jpg"
        let packed = [json["photoData"], json["photos"]?.list?.first?["data"]].lazy.compactMap { $0?.text }.first { !$0.isEmpty }
        if let packed, let bytes = Data(base64Encoded: packed, options: .ignoreUnknownCharacters), !bytes.isEmpty {
            recipe.photo = ImportPicture(words(json["photo"]).isEmpty ? name : words(json["photo"]), bytes)
        } else {
            recipe.photo = recipe.pictures.lazy.compactMap { ImportPicture(data: $0, name: name) }.first
        }
    }

    private func addresses(_ value: JSON) -> [String] {
        if let items = value.list { return items.flatMap(addresses) }
        let value = known(value)
        if let text = value.text { return text.isEmpty ? [] : [text] }
        return (value["url"] ?? value["contentUrl"] ?? value["@id"]).map(addresses) ?? []
    }

    private func known(_ value: JSON) -> JSON {
        guard value["name"] == nil, value["url"] == nil, let id = value["@id"]?.text else { return value }
        return things[id] ?? value
    }

    /// `480`, `"480 kcal"`, `"1.250 kcal"`, `"1130 kJ / 270 kcal"`; nil for kilojoules alone.
    private func kilocalories(_ value: JSON) -> Int? {
        guard let text = value.text?.lowercased() else { return whole(value) }
        let plain = text.replacing(#/(\d)[.,](\d{3})(?!\d)/#) { "\($0.1)\($0.2)" }
        if let found = plain.firstMatch(of: #/(\d{1,6})([.,]\d+)?\s*(kcal|cal)/#) { return Int(found.1, in: .whole) }
        return plain.contains("kj") ? nil : whole(.text(plain))
    }

    private func whole(_ value: JSON) -> Int? {
        if let number = value.number { return number }
        if case .decimal(let number) = value, number.magnitude < 1e6 { return Int(cutting: number) }
        guard let text = value.text, let first = text.first, first.isNumber else { return nil }
        return Int(String(decoding: text.utf8.prefix { (0x30...0x39).contains($0) }.prefix(6), as: UTF8.self), in: .whole)
    }

    func quantity(_ value: JSON?) -> String {
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

    func words(_ value: JSON?) -> String {
        guard let value else { return "" }
        if let text = value.text { return text.plainWords(lines: false) }
        if let items = value.list { return items.lazy.map { words($0) }.first { !$0.isEmpty } ?? "" }
        if let number = value.number { return String(number) }
        return (value["name"] ?? value["@value"] ?? value["url"])?.text?.plainWords(lines: false) ?? ""
    }
}

extension JSON {
    /// Converts keys to camel case without a namespace: Mealie's archives have `recipe_yield`, its pages `recipeYield`.
    var inCamelCase: JSON {
        switch self {
        case .list(let items): .list(items.map(\.inCamelCase))
        case .object(let pairs):
            .object(
                pairs.map { key, value in
                    let name = key.hasPrefix("schema:") ? key.dropFirst("schema:".count) : key[...]
                    let parts = name.split(separator: "_")
                    return (parts.dropFirst().reduce(String(parts.first ?? "")) { $0 + String($1).withCapital }, value.inCamelCase)
                })
        case .text, .number, .decimal, .flag, .null: self
        }
    }
}
