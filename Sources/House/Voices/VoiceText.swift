import Admin
import GRDB

struct VoiceText: Sendable {
    /// Where texts occur, in the order of the list; `own` are typed by educators and occur nowhere else.
    enum Place: String, CaseIterable, Sendable {
        case step, recipe, about, product, category, day, own
    }

    let text: String
    let place: Place
    let name: String
    let milliseconds: Int?

    /// `spoken` selects texts with or without a recording; `search` is folded and matches the text or the record's name.
    static func all(of house: Int64, place: Place?, spoken: Bool?, search: String, _ db: Database) throws -> [VoiceText] {
        let sql = """
            WITH said(place, position, text, name) AS (
              SELECT 'step', recipe.id * 1000 + recipeStep.position, recipeStep.text, recipe.name FROM recipeStep
                JOIN recipe ON recipe.id = recipeStep.recipe WHERE \(Recipe.notTrashed.in(":house"))
              UNION ALL SELECT 'recipe', id, name, name FROM recipe WHERE \(Recipe.notTrashed.in(":house"))
              UNION ALL SELECT 'about', id, description, name FROM recipe WHERE \(Recipe.notTrashed.in(":house"))
              UNION ALL SELECT 'product', id, name, name FROM product WHERE \(Product.notTrashed.in(":house"))
              UNION ALL SELECT 'category', id, name, name FROM category WHERE \(Category.notTrashed.in(":house"))
              UNION ALL SELECT 'category', id, name, name FROM recipeCategory WHERE \(RecipeCategory.notTrashed.in(":house"))
              UNION ALL SELECT 'day', id, name, name FROM dayMoment WHERE \(DayMoment.notTrashed.in(":house"))
              UNION ALL SELECT 'own', id, text, '' FROM voice WHERE \(Voice.notTrashed.in(":house"))
            )
            SELECT text, place, name, min(position) FROM said WHERE text <> ''
            GROUP BY text, place ORDER BY \(order), min(position)
            """
        let lengths = Dictionary(try Voice.all(of: house, db).map { ($0.text, $0.milliseconds) }) { first, _ in first }
        var seen: Set<String> = []
        return try Row.fetchAll(db, sql: sql, arguments: ["house": house]).compactMap { row in
            let words = Voice.plain(row["text"])
            guard let stands = Place(rawValue: row["place"]), words.unicodeScalars.count <= Voice.longest, seen.insert(words).inserted
            else { return nil }
            let text = VoiceText(text: words, place: stands, name: row["name"], milliseconds: lengths[words])
            guard place == nil || place == stands, spoken == nil || spoken == (text.milliseconds != nil) else { return nil }
            return search.isEmpty || (text.text + " " + text.name).folded.contains(search) ? text : nil
        }
    }

    /// The next text without a recording, in the order of the list; after the last one the first.
    static func next(after text: String, in all: [VoiceText]) -> String? {
        let place = all.firstIndex { $0.text == text }.map { $0 + 1 } ?? 0
        return (all[place...] + all[..<place]).first { $0.milliseconds == nil && $0.text != text }?.text
    }

    private static let order =
        "CASE place " + Place.allCases.enumerated().map { "WHEN '\($1.rawValue)' THEN \($0)" }.joined(separator: " ") + " END"
}
