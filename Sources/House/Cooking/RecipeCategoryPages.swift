import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// The recipes to choose from, under `/house/recipes`.
struct RecipeCategoryPages: Sendable {
    let guests: GuestPages

    func addRoutes(to router: RouterGroup<GuestRequestContext>) {
        router.get("recipes", use: categories)
        router.get("recipes/categories/{id}", use: category)
        router.get("recipes/others", use: others)
    }

    @Sendable private func categories(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let words = guests.words(person)
        let (tiles, progress) = try await guests.database.read { db in
            let sql = """
                SELECT c.id, \(person.language.said("c", "name")), picture.file FROM recipeCategory AS c
                LEFT JOIN picture ON picture.id = c.picture AND picture.deletedAt IS NULL
                WHERE c.houseID = ? AND c.deletedAt IS NULL AND c.published
                  AND EXISTS (SELECT 1 FROM recipe WHERE recipe.category = c.id AND recipe.published AND recipe.deletedAt IS NULL)
                ORDER BY c.ordering, c.folded
                """
            var tiles = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [person.guest.houseID]).map { row in
                GuestTile(label: row[1], href: "/house/recipes/categories/\(row[0] as Int64)", file: row[2], icon: "recipe")
            }
            let rest = try recipeTiles(person, words, where: Self.isUncategorised, db)
            if tiles.isEmpty {
                tiles = rest
            } else if !rest.isEmpty {
                tiles.append(GuestTile(label: words("cooking.others"), href: "/house/recipes/others", icon: "recipe"))
            }
            return (tiles, try Progress.latest(person, now: .now, db))
        }
        let links = progress.map { progress -> [Values] in
            let place = ["name": progress.name, "step": String(progress.step), "of": String(progress.steps)]
            return [
                [
                    "href": "/house/recipes/\(progress.recipe)/steps/\(progress.step)", "label": words("cooking.goOn", place),
                    "icon": "recipe",
                ]
            ]
        }
        let values: Values = ["none": words("cooking.none"), "links": links ?? []]
        return try guests.choices(words("cooking.title"), back: "/house/home", tiles, values, for: person.visitor, request)
    }

    @Sendable private func category(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let id = try person.id()
        let words = guests.words(person)
        let (name, tiles) = try await guests.database.read { db in
            let sql =
                "SELECT \(person.language.said("recipeCategory", "name")) FROM recipeCategory WHERE id = ? AND houseID = ? AND deletedAt IS NULL AND published"
            guard let name = try String.fetchOne(db, sql: sql, arguments: [id, person.guest.houseID]) else { throw HTTPError(.notFound) }
            return (name, try recipeTiles(person, words, where: "recipe.category = \(id)", db))
        }
        let values: Values = ["none": words("cooking.none")]
        return try guests.choices(name, back: "/house/recipes", tiles, values, for: person.visitor, request)
    }

    @Sendable private func others(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let words = guests.words(person)
        let tiles = try await guests.database.read { try recipeTiles(person, words, where: Self.isUncategorised, $0) }
        let values: Values = ["none": words("cooking.none")]
        return try guests.choices(words("cooking.others"), back: "/house/recipes", tiles, values, for: person.visitor, request)
    }

    private static let isUncategorised = """
        NOT EXISTS (SELECT 1 FROM recipeCategory AS c WHERE c.id = recipe.category AND c.published AND c.deletedAt IS NULL)
        """

    /// `condition` is trusted SQL, never user input.
    private func recipeTiles(_ person: GuestRequestContext, _ words: Words, where condition: String, _ db: Database) throws -> [GuestTile] {
        let sql = """
            SELECT recipe.id, \(person.language.said("recipe", "name")), picture.file, recipe.difficulty FROM recipe
            LEFT JOIN picture ON picture.id = recipe.picture AND picture.deletedAt IS NULL
            WHERE recipe.houseID = ? AND recipe.deletedAt IS NULL AND recipe.published AND \(condition) ORDER BY recipe.folded
            """
        return try Row.fetchAll(db, sql: sql, arguments: [person.guest.houseID]).map { row in
            GuestTile(
                label: row[1], href: "/house/recipes/\(row[0] as Int64)", file: row[2], icon: "recipe",
                text: words("house.difficulty.\(row[3] as String)"))
        }
    }
}
