import Admin
import GRDB
import Hummingbird
import Web

struct GuestRecipeAPI: Sendable {
    let guests: GuestPages

    static let routes: [GuestRoute] = [
        GuestRoute(.get, "recipes", "recipes", .guest { try await Self(guests: $0).recipes($1, $2) }) {
            $0.query = [("category", Shape.id), ("q", Shape.text(0...200))]
            $0.answer = Shape.items(briefShape)
            $0.answered =
                #"{"items": [{"id": 3, "name": "Amatriciana", "image": null, "category": {"id": 1, "name": "Primi"}, "difficulty": "easy", "people": 5, "routine": false}]}"#
        },
        GuestRoute(.get, "recipes/{id}", "recipe", .guest { try await Self(guests: $0).recipe($1, $2) }) {
            let thing = Shape.object([
                "product": Shape.object(["id": Shape.whole, "name": Shape.text, "image": Shape.image]).describing(
                    ShownFields<Product>.self),
                "amount": Shape.orNull("string"),
                "position": Shape.orNull("string"), "at_hand": Shape.flag, "in_list": Shape.flag,
            ])
            let step = Shape.object([
                "number": Shape.whole, "text": Shape.text, "image": Shape.image,
                "timer": Shape.choice(StepTimer.allCases.map(\.rawValue)), "seconds": Shape.whole,
            ])
            $0.answer = Shape.object([
                "id": Shape.whole, "name": Shape.text, "image": Shape.image, "description": Shape.text,
                "difficulty": Shape.choice(Difficulty.allCases.map(\.rawValue)), "people": Shape.whole,
                "calories": Shape.orNull("integer"), "routine": Shape.flag, "ingredients": Shape.list(thing), "utensils": Shape.list(thing),
                "steps": Shape.list(step),
            ])
        },
    ]

    private static let briefShape = Shape.object([
        "id": Shape.whole, "name": Shape.text, "image": Shape.image, "category": Shape.orNull(Shape.named),
        "difficulty": Shape.choice(Difficulty.allCases.map(\.rawValue)), "people": Shape.whole,
        "routine": Shape.flag,
    ])

    private func recipes(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let query = APIQuery(request)
        let category = try query.number("category", in: APIQuery.ids)
        let typed = query["q"].flatMap { $0.isEmpty ? nil : $0 }
        let house = person.guest.houseID
        let sql = """
            SELECT recipe.id, \(person.language.localizedSQL("recipe", "name")) AS name, picture.id AS picture, c.id AS category,
              \(person.language.localizedSQL("c", "name")) AS categoryName, recipe.difficulty, recipe.people,
              ifnull(c.routines, 0) AS routine FROM recipe
            LEFT JOIN picture ON picture.id = recipe.picture AND \(Picture.notTrashed)
            LEFT JOIN recipeCategory AS c ON c.id = recipe.category AND \(RecipeCategory.published("c"))
            WHERE \(Recipe.published.in(":house"))
              AND (:category IS NULL OR c.id = :category) AND (:found IS NULL OR recipe.id IN (SELECT value FROM json_each(:found))) ORDER BY recipe.folded
            """
        let recipes = try await guests.database.read { db in
            if let category {
                let known = "SELECT EXISTS (SELECT 1 FROM recipeCategory WHERE id = ? AND \(RecipeCategory.published.in("?")))"
                guard try Bool.fetchOne(db, sql: known, arguments: [category, house]) == true else { throw HTTPError(.notFound) }
            }
            let found = try typed.map { try NameSearch($0).recipes(for: person, db).json }
            return try Row.fetchAll(db, sql: sql, arguments: ["house": house, "category": category, "found": found]).map(Self.brief)
        }
        return .json(.items(recipes))
    }

    private static func brief(_ row: Row) -> JSON {
        let category = (row["category"] as Int64?).map { JSON.values(["id": .id($0), "name": .text(row["categoryName"])]) } ?? .null
        return .values([
            "id": .id(row["id"]), "name": .text(row["name"]), "image": .image(row["picture"]), "category": category,
            "difficulty": .text(row["difficulty"]), "people": .number(row["people"]), "routine": .flag(row["routine"]),
        ])
    }

    private func recipe(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let id = try person.id()
        let (dish, pictures) = try await guests.database.read { db in
            let dish = try Dish.find(id, person, db)
            return (dish, try Self.pictures(of: dish, db))
        }
        let image = { (file: String?) in JSON.image(file.flatMap { pictures[$0] }) }
        let things = { (kind: Thing.Kind) in
            JSON.list(
                dish.things(kind).map { thing in
                    .values([
                        "product": .values(["id": .id(thing.product), "name": .text(thing.name), "image": image(thing.file)])
                            .with(thing.shown),
                        "amount": .optional(thing.amount.isEmpty ? nil : thing.amount), "position": .optional(thing.place),
                        "at_hand": .flag(thing.isReady), "in_list": .flag(thing.isListed),
                    ])
                })
        }
        let steps = dish.steps.enumerated().map { index, step in
            JSON.values([
                "number": .number(index + 1), "text": .text(step.text), "image": image(step.file), "timer": .text(step.timer.rawValue),
                "seconds": .number(step.seconds),
            ])
        }
        return .json(
            .values([
                "id": .id(dish.id), "name": .text(dish.name), "image": image(dish.file), "description": .text(dish.description),
                "difficulty": .text(dish.difficulty.rawValue), "people": .number(dish.people), "calories": .optional(dish.calories),
                "routine": .flag(dish.isRoutine),
                "ingredients": things(.ingredient), "utensils": things(.utensil), "steps": .list(steps),
            ]))
    }

    private static func pictures(of dish: Dish, _ db: Database) throws -> [String: Int64] {
        let files = Set(([dish.file] + dish.things.map(\.file) + dish.steps.map(\.file)).compactMap { $0 })
        let marks = databaseQuestionMarks(count: files.count)
        let rows = try Row.fetchAll(
            db, sql: "SELECT file, min(id) AS picture FROM picture WHERE \(Picture.notTrashed) AND file IN (\(marks)) GROUP BY file",
            arguments: StatementArguments(files))
        return Dictionary(rows.map { ($0["file"], $0["picture"]) }) { $1 }
    }
}
