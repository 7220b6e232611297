import Admin
import Web

/// The database of a backup of Mealie: tables with rows that name each other by id.
struct MealieBackup {
    private let json: JSON

    init?(_ json: JSON) {
        guard json["recipes"]?.list != nil, json["recipes_ingredients"]?.list != nil || json["recipe_instructions"]?.list != nil else {
            return nil
        }
        self.json = json
    }

    var recipes: [SourceRecipe] {
        let (units, foods) = (names("ingredient_units"), names("ingredient_foods"))
        let ingredients = grouped("recipes_ingredients")
        let steps = grouped("recipe_instructions")
        let (categories, tags) = (
            linked("recipes_to_categories", "category_id", names("categories")), linked("recipes_to_tags", "tag_id", names("tags"))
        )
        let notes = grouped("notes")
        return (json["recipes"]?.list ?? []).compactMap { row in
            let id = key(row["id"])
            let lines = ordered(ingredients[id] ?? []).map { line -> JSON in
                var line = line
                if let unit = units[key(line["unit_id"])] { line["unit"] = .text(unit) }
                if let food = foods[key(line["food_id"])] { line["food"] = .text(food) }
                return line
            }
            var whole = row
            whole["@type"] = .text("Recipe")
            whole["recipe_ingredient"] = .list(lines)
            whole["recipe_instructions"] = .list(
                ordered(steps[id] ?? []).map { .object([("title", $0["title"] ?? .null), ("text", $0["text"] ?? .null)]) })
            whole["recipe_category"] = .list((categories[id] ?? []).map(JSON.text))
            if !id.isEmpty, row["image"]?.text?.isEmpty == false { whole["image"] = .text("\(folder(id))/images/original.webp") }
            whole["tags"] = .list((tags[id] ?? []).map(JSON.text))
            whole["notes"] = .list(notes[id] ?? [])
            return RecipeReader(whole.inCamelCase).recipe
        }
    }

    private func key(_ value: JSON?) -> String { value?.text ?? value?.number.map(String.init) ?? "" }

    /// The folder of a recipe has hyphens in its name, its id need not.
    private func folder(_ id: String) -> String {
        guard id.count == 32, id.allSatisfy(\.isHexDigit) else { return id }
        var rest = id[...]
        return [8, 4, 4, 4, 12].map { count in
            defer { rest = rest.dropFirst(count) }
            return String(rest.prefix(count))
        }.joined(separator: "-")
    }

    private func names(_ table: String) -> [String: String] {
        Dictionary((json[table]?.list ?? []).map { (key($0["id"]), $0["name"]?.text ?? "") }) { first, _ in first }
    }

    private func grouped(_ table: String) -> [String: [JSON]] { Dictionary(grouping: json[table]?.list ?? []) { key($0["recipe_id"]) } }

    private func linked(_ table: String, _ column: String, _ names: [String: String]) -> [String: [String]] {
        grouped(table).mapValues { $0.compactMap { names[key($0[column])] } }
    }

    private func ordered(_ rows: [JSON]) -> [JSON] { rows.sorted { ($0["position"]?.number ?? 0) < ($1["position"]?.number ?? 0) } }
}
