import Formats
import Foundation
import Web

/// Recipes as text: Cooklang, Markdown with a head (Chowdown), tables of other programs, and what people write.
enum RecipeText {
    static func recipes(in text: String, name: String) -> [SourceRecipe] {
        if CooklangRecipe.fits(text) { return [CooklangRecipe(text, name: title(of: name)).recipe] }
        if let recipe = FrontMatter(text)?.recipe { return [recipe] }
        if let table = RecipeTable(text) { return table.recipes }
        return PlainRecipe(text).recipe.map { [$0] } ?? []
    }

    static func title(of name: String) -> String {
        let last = name.split(separator: "/").last.map(String.init) ?? name
        let parts = last.split(separator: ".", omittingEmptySubsequences: false)
        return (parts.count > 1 ? parts.dropLast().joined(separator: ".") : last).replacing("_", with: " ")
    }
}

/// The head of a Markdown file between two lines of `---`, as simple YAML.
struct FrontMatter {
    private(set) var values: [String: String] = [:]
    private(set) var lists: [String: [String]] = [:]
    let body: String

    init?(_ text: String) {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        guard let start = lines.firstIndex(where: { !$0.trimmingSpaces().isEmpty }), lines[start].trimmingSpaces() == "---",
            let end = lines[(start + 1)...].firstIndex(where: { $0.trimmingSpaces() == "---" })
        else { return nil }
        var key = ""
        for line in lines[(start + 1)..<end] {
            let plain = line.trimmingSpaces()
            if plain.hasPrefix("- "), !key.isEmpty {
                lists[key, default: []].append(Self.unquoted(String(plain.dropFirst(2))))
            } else if let colon = plain.firstIndex(of: ":"), line.first?.isWhitespace != true {
                key = plain[..<colon].lowercased().trimmingSpaces()
                let value = Self.unquoted(plain[plain.index(after: colon)...].trimmingSpaces())
                if value.hasPrefix("["), value.hasSuffix("]") {
                    lists[key] = value.dropFirst().dropLast().split(separator: ",").map { Self.unquoted($0.trimmingSpaces()) }
                } else if !value.isEmpty {
                    values[key] = value
                }
            }
        }
        body = lines[(end + 1)...].joined(separator: "\n")
    }

    private static func unquoted(_ text: String) -> String {
        guard text.count > 1, let first = text.first, "\"'".contains(first), text.last == first else { return text.trimmingSpaces() }
        return String(text.dropFirst().dropLast())
    }

    /// As Chowdown writes it; nil without ingredients and directions.
    var recipe: SourceRecipe? {
        guard let title = values["title"] ?? values["name"], let ingredients = lists["ingredients"] ?? lists["components"] else {
            return nil
        }
        var recipe = SourceRecipe(title)
        recipe.add(ingredients: ingredients)
        recipe.add(steps: lists["directions"] ?? lists["instructions"] ?? lists["steps"] ?? [])
        for key in ["servings", "yield", "serves"] { if let value = values[key] { recipe.setYield(value) } }
        recipe.keywords = lists["tags"] ?? values["tags"]?.split(separator: ",").map { $0.trimmingSpaces() } ?? []
        recipe.pictures = values["image"].map { [$0] } ?? []
        recipe.description = body.trimmingSpaces()
        (recipe.author, recipe.address) = (values["author"] ?? "", values["source"] ?? values["url"] ?? "")
        (recipe.prepTime, recipe.cookTime) = (
            values["preptime"].flatMap(RecipeTime.minutes), values["cooktime"].flatMap(RecipeTime.minutes)
        )
        recipe.totalTime = values["totaltime"].flatMap(RecipeTime.minutes)
        return recipe
    }
}

/// A table with a recipe in each row, as Plan to Eat and MyRecipeBox export it.
struct RecipeTable {
    private let rows: [[String]]
    private var columns: [String: Int] = [:]
    private static let names: [String: [String]] = [
        "name": ["title", "name", "recipe name", "titolo", "recipe"], "ingredients": ["ingredients", "ingredienti"],
        "steps": ["directions", "instructions", "method", "preparation", "preparazione", "procedimento", "istruzioni"],
        "description": ["description", "descrizione"], "yield": ["servings", "quantity", "porzioni", "serves"], "amount": ["yield"],
        "category": ["course", "category", "categories", "categoria"], "keywords": ["tags", "keywords"], "source": ["url", "source url"],
        "author": ["source", "author"],
        "prep": ["prep time", "preparationtime", "preptime"], "cook": ["cook time", "cookingtime", "cooktime"],
        "total": ["total time", "totaltime"],
        "calories": ["calories"], "picture": ["photo url", "originalpicture", "image"], "notes": ["notes", "note"],
    ]

    /// nil for a table without names, ingredients and steps.
    init?(_ text: String) {
        guard text.prefix(2_000).contains(where: { ",;\t".contains($0) }) else { return nil }
        var reader = CSVReader(finding: Array(text.utf8), separator: nil)
        guard let header = try? reader.next() else { return nil }
        for (index, cell) in header.enumerated() {
            let plain = cell.trimmingSpaces().lowercased()
            if let role = Self.names.first(where: { $0.value.contains(plain) })?.key, columns[role] == nil { columns[role] = index }
        }
        guard columns["name"] != nil, columns["ingredients"] != nil, columns["steps"] != nil else { return nil }
        var rows: [[String]] = []
        while let row = try? reader.next() { if row.contains(where: { !$0.trimmingSpaces().isEmpty }) { rows.append(row) } }
        self.rows = rows
    }

    var recipes: [SourceRecipe] {
        rows.compactMap { row in
            func cell(_ role: String) -> String {
                columns[role].flatMap { row.indices.contains($0) ? row[$0].trimmingSpaces() : nil } ?? ""
            }
            guard !cell("name").isEmpty else { return nil }
            var recipe = SourceRecipe(cell("name"))
            // Plan to Eat writes a heading as an ingredient without an amount: ", Heading".
            recipe.add(
                ingredients: cell("ingredients").split(whereSeparator: \.isNewline).map { line in
                    line.hasPrefix(", ")
                        ? String(line.dropFirst(2)).trimmingSpaces() + ":"
                        : String(line).replacing("((", with: "(").replacing("))", with: ")")
                })
            recipe.add(steps: [cell("steps")])
            recipe.setYield(cell("yield"))
            if !cell("amount").isEmpty { recipe.yield = cell("amount") }
            (recipe.description, recipe.category, recipe.address, recipe.author) = (
                cell("description"), cell("category"), cell("source"), cell("author")
            )
            recipe.keywords = cell("keywords").split(separator: ",").map { $0.trimmingSpaces() }
            (recipe.prepTime, recipe.cookTime) = (RecipeTime.minutes(cell("prep")), RecipeTime.minutes(cell("cook")))
            recipe.totalTime = RecipeTime.minutes(cell("total"))
            recipe.calories = Int(cell("calories"), in: 1...5_000)
            recipe.pictures = cell("picture").isEmpty ? [] : [cell("picture")]
            recipe.notes = cell("notes")
            return recipe
        }
    }
}
