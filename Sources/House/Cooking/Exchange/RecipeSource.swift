import Admin
import Formats
import Foundation
import Web

/// The recipes of one file: JSON, a page, or a text, recognised by its content.
struct RecipeSource {
    let name: String
    let bytes: [UInt8]
    var address: String?

    func recipes() -> [SourceRecipe] {
        var bytes = bytes
        if Gunzip.isPacked(bytes) {
            guard let unpacked = Gunzip.unpack(bytes, limit: ImportLimits.bytes) else { return [] }
            bytes = unpacked
        }
        guard let text = try? TextDecoding.utf8(bytes), let first = text.first(where: { $0 > 0x20 }) else { return [] }
        var found: [SourceRecipe] =
            switch first {
            case UInt8(ascii: "{"), UInt8(ascii: "["): Self.recipes(json: text)
            case UInt8(ascii: "<"): Self.recipes(page: Data(bytes))
            default: RecipeText.recipes(in: String(decoding: text, as: UTF8.self), name: name)
            }
        for index in found.indices where found[index].address.isEmpty || !found[index].address.contains("://") {
            if let address { found[index].address = address }
        }
        return found
    }

    static func recipes(json text: [UInt8]) -> [SourceRecipe] {
        guard let json = try? JSON(parsing: text) else { return [] }
        if let backup = MealieBackup(json) { return backup.recipes }
        return recipes(in: [json])
    }

    static func recipes(page: Data) -> [SourceRecipe] {
        let linked = recipes(in: LinkedData.texts(in: page).compactMap { try? JSON(parsing: Data($0.utf8)) })
        if linked.contains(where: { !$0.ingredients.isEmpty || !$0.steps.isEmpty }) { return divided(linked, page) }
        let marked = StructuredDataItem.all(in: page).flatMap { recipes(marked: $0, depth: 0) }
        let read = marked.contains { !$0.ingredients.isEmpty || !$0.steps.isEmpty } ? marked : linked
        guard read.isEmpty else { return divided(read, page) }
        // What is only named may have its lists in the texts of the page.
        return divided(marked, page).filter { !$0.ingredients.isEmpty }
    }

    /// A page with several recipes may repeat lines, so only that of a single one is looked at.
    private static func divided(_ recipes: [SourceRecipe], _ page: Data) -> [SourceRecipe] {
        guard recipes.count == 1, var recipe = recipes.first else { return recipes }
        if recipe.ingredients.isEmpty {
            PageLists(page).fill(&recipe)
        } else {
            PageSections(page).divide(&recipe)
        }
        return [recipe]
    }

    private static func recipes(marked item: StructuredDataItem, depth: Int) -> [SourceRecipe] {
        guard depth < 6 else { return [] }
        if ["recipe", "hrecipe", "copied"].contains(item.type.lowercased()) {
            return RecipeReader(item.json(type: "Recipe")).recipe.map { [$0] } ?? []
        }
        return item.properties.flatMap { property -> [SourceRecipe] in
            if case .item(let inner) = property.value { recipes(marked: inner, depth: depth + 1) } else { [] }
        }
    }

    private static func recipes(in all: [JSON]) -> [SourceRecipe] {
        let all = all.map(\.inCamelCase)
        var things: [String: JSON] = [:]
        for json in all { note(json, &things, depth: 0) }
        var found = all.flatMap { recipes(in: $0, things, depth: 0) }
        // Pages repeat a recipe in several blocks.
        var seen: Set<String> = []
        found.removeAll { recipe in !seen.insert(recipe.name.folded + "\u{1F}" + (recipe.ingredients.first?.line ?? "")).inserted }
        return found
    }

    private static func note(_ json: JSON, _ things: inout [String: JSON], depth: Int) {
        guard depth < 5 else { return }
        switch json {
        case .list(let items): for item in items { note(item, &things, depth: depth + 1) }
        case .object(let pairs):
            if let id = json["@id"]?.text, pairs.count > 1 { things[id] = json }
            for key in ["@graph", "mainEntity", "author", "image"] { if let inner = json[key] { note(inner, &things, depth: depth + 1) } }
        default: break
        }
    }

    private static func recipes(in json: JSON, _ things: [String: JSON], depth: Int) -> [SourceRecipe] {
        guard depth < 8 else { return [] }
        if let items = json.list { return items.flatMap { recipes(in: $0, things, depth: depth + 1) } }
        if let recipe = RecipeReader(json, things).recipe { return [recipe] }
        return [
            "@graph", "mainEntity", "recipes", "items", "itemListElement", "item", "recipe", "hasPart", "about", "data", "mainEntityOfPage",
            "props", "pageProps",
        ]
        .flatMap { key in json[key].map { recipes(in: $0, things, depth: depth + 1) } ?? [] }
    }
}

extension StructuredDataItem {
    /// As JSON of schema.org: a property that is there more than once is a list.
    func json(type: String? = nil) -> JSON {
        let names = [
            "ingredients": "recipeIngredient", "ingredient": "recipeIngredient", "instructions": "recipeInstructions",
            "yield": "recipeYield", "photo": "image", "photo0": "image", "recipeIngredients": "recipeIngredient",
            "summary": "description", "recipeDirections": "recipeInstructions", "directions": "recipeInstructions",
            "recipeCourse": "recipeCategory", "recipeSource": "source", "recipeNotes": "notes", "tag": "keywords",
        ]
        var values: [(key: String, all: [JSON])] = [("@type", [.text(type ?? self.type)])]
        for property in properties {
            var (name, value): (String, JSON) = (names[property.name] ?? property.name, .null)
            switch property.value {
            case .text(let text): value = .text(text)
            case .item(let item): value = item.json()
            }
            if property.name == "recipeIngredientHeading" {
                (name, value) = ("recipeIngredient", .text(value.text.map { $0.hasSuffix(":") ? $0 : $0 + ":" } ?? ""))
            }
            if property.name == "recipeInstructionsHeading" {
                (name, value) = ("recipeInstructions", .text(value.text.map { $0.hasSuffix(":") ? $0 : $0 + ":" } ?? ""))
            }
            if let index = values.firstIndex(where: { $0.key == name }) {
                // The first name is the recipe's; later ones are of what it mentions.
                if !["name", "description", "@type", "_text"].contains(name) { values[index].all.append(value) }
            } else {
                values.append((name, [value]))
            }
        }
        return .object(values.map { ($0.key, $0.all.count == 1 ? $0.all[0] : .list($0.all)) })
    }
}
