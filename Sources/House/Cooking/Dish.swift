import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct Dish: Sendable {
    let id: Int64
    let name: String
    let description: String
    let difficulty: Difficulty
    /// For how many people the amounts are: as the recipe says, or as the guest chose.
    let people: Int
    /// As the recipe says.
    let writtenPeople: Int
    /// Kilocalories per person.
    let calories: Int?
    let source: String
    let author: String
    let file: String?
    let isRoutine: Bool
    let things: [Thing]
    let steps: [DishStep]

    /// Throws not found for a recipe that the guest may not see.
    static func find(_ id: Int64, _ person: GuestRequestContext, _ db: Database) throws -> Dish {
        let language = person.language
        let sql = """
            SELECT recipe.id, \(language.localizedSQL("recipe", "name")) AS name, \(language.localizedSQL("recipe", "description")) AS description,
              recipe.difficulty, recipe.people, recipe.calories, recipe.source, recipe.author, picture.file,
              EXISTS (SELECT 1 FROM recipeCategory AS c WHERE c.id = recipe.category AND c.routines) AS isRoutine FROM recipe
            LEFT JOIN picture ON picture.id = recipe.picture AND \(Picture.notTrashed)
            WHERE recipe.id = ? AND \(Recipe.published.in("?"))
            """
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [id, person.guest.houseID]) else {
            throw HTTPError(.notFound)
        }
        let chosen = try Int.fetchOne(
            db.cachedStatement(sql: "SELECT people FROM dishPeople WHERE guestID = ? AND recipe = ?"), arguments: [person.guest.id, id])
        let written: Int = row["people"]
        let people = chosen ?? written
        return Dish(
            id: row["id"], name: row["name"], description: row["description"],
            difficulty: Difficulty(rawValue: row["difficulty"]) ?? .easy, people: people, writtenPeople: written, calories: row["calories"],
            source: row["source"], author: row["author"], file: row["file"], isRoutine: row["isRoutine"],
            things: try Thing.all(of: id, person, db).map { $0.scaled(for: people, insteadOf: written, language) },
            steps: try DishStep.all(of: id, language, db))
    }

    var address: String { "/house/recipes/\(id)" }

    var listPath: String { isRoutine ? "/house/routines" : "/house/recipes" }

    func things(_ kind: Thing.Kind) -> [Thing] { things.filter { $0.kind == kind } }

    func step(_ number: Int) -> DishStep? { (1...steps.count + 1).contains(number) ? steps.dropFirst(number - 1).first : nil }
}

extension GuestRequestContext {
    func dish(_ database: any DatabaseWriter) async throws -> Dish {
        let id = try id()
        return try await database.read { try Dish.find(id, self, $0) }
    }
}

struct Thing: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case ingredient, utensil

        var path: String { self == .ingredient ? "ingredients" : "utensils" }
    }

    let kind: Kind
    let product: Int64
    let name: String
    var amount: String
    let file: String?
    let place: String?
    let isReady: Bool
    let isListed: Bool
    /// Whether the house has some and the guest's list should skip it then.
    let isSkipped: Bool
    let shown: ShownFields<Product>

    static func all(of recipe: Int64, _ person: GuestRequestContext, _ db: Database) throws -> [Thing] {
        let list = try ShoppingList.existing(person, db)
        let language = person.language
        let sql = """
            SELECT recipeItem.kind, product.id AS product, \(language.localizedSQL("product", "name")) AS name,
              \(language.localizedSQL("recipeItem", "amount")) AS amount, picture.file, \(language.localizedSQL("position", "name")) AS place,
              EXISTS (SELECT 1 FROM thingAtHand AS t WHERE t.guestID = :guest AND t.recipe = recipeItem.recipe AND t.kind = recipeItem.kind
                AND t.product = product.id) AS isReady,
              EXISTS (SELECT 1 FROM listItem WHERE listID = :list AND listItem.product = product.id AND removal IS NULL AND NOT bought)
                AS isListed, product.stock\(ShownFields<Product>.columns())
            FROM recipeItem JOIN product ON product.id = recipeItem.product
            LEFT JOIN picture ON picture.id = product.picture AND \(Picture.notTrashed)
            LEFT JOIN position ON position.id = product.position AND \(Position.notTrashed)
            WHERE recipeItem.recipe = :recipe ORDER BY recipeItem.kind, recipeItem.position
            """
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: sql), arguments: ["guest": person.guest.id, "list": list?.id, "recipe": recipe])
        let (skips, shows) = (person.preferences.isOn(.skipInPantry), person.preferences.isOn(.showPosition))
        return rows.map { row in
            Thing(
                kind: Kind(rawValue: row["kind"]) ?? .ingredient, product: row["product"], name: row["name"], amount: row["amount"],
                file: row["file"], place: shows ? row["place"] : nil, isReady: row["isReady"], isListed: row["isListed"],
                isSkipped: skips && row["stock"] as Int > 0, shown: ShownFields(row))
        }
    }
}

extension Thing {
    /// The same for another number of people. Utensils stay, and so do amounts without a number.
    fileprivate func scaled(for people: Int, insteadOf written: Int, _ language: Language) -> Thing {
        guard kind == .ingredient, people != written else { return self }
        var thing = self
        thing.amount = ScaledAmount.scaled(amount, for: people, insteadOf: written, language) ?? amount
        return thing
    }

    /// Whether a step speaks of it: by the first word of its name, without endings.
    func isNamed(in stems: Set<String>) -> Bool {
        guard let first = Symbols.stems(of: name).first, first.count > 2 else { return false }
        return stems.contains(first)
    }
}

struct DishStep: Sendable {
    let text: String
    /// As the educators wrote it; a video belongs to these words.
    let original: String
    let timer: StepTimer
    /// Seconds that the timer counts down from.
    let seconds: Int
    let file: String?
    let alt: String

    static func all(of recipe: Int64, _ language: Language, _ db: Database) throws -> [DishStep] {
        let sql = """
            SELECT \(language.localizedSQL("recipeStep", "text")) AS text, recipeStep.text AS original, recipeStep.timer, recipeStep.time, picture.file, picture.alt
            FROM recipeStep LEFT JOIN picture ON picture.id = recipeStep.picture AND \(Picture.notTrashed)
            WHERE recipe = ? ORDER BY position
            """
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [recipe]).map { row in
            DishStep(
                text: row["text"], original: row["original"], timer: StepTimer(rawValue: row["timer"]) ?? .none, seconds: row["time"],
                file: row["file"], alt: row["alt"] ?? "")
        }
    }
}
