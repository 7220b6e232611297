import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct RecipeCategoryPages: Sendable {
    let guests: GuestPages

    func addRoutes(to router: RouterGroup<GuestRequestContext>) {
        router.get("recipes", use: categories)
        router.get("recipes/categories/{id}", use: category)
        router.get("recipes/others", use: others)
        router.get("routines", use: routines)
    }

    @Sendable private func categories(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        try await page(routines: false, request, person)
    }

    /// Other things to do than cooking, with the same steps and timers.
    @Sendable private func routines(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        try await page(routines: true, request, person)
    }

    private func page(routines: Bool, _ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let words = guests.words(person)
        let (tiles, progress) = try await guests.database.read { db in
            let sql = """
                SELECT c.id, \(person.language.localizedSQL("c", "name")) AS name, picture.file FROM recipeCategory AS c
                LEFT JOIN picture ON picture.id = c.picture AND \(Picture.notTrashed)
                WHERE \(RecipeCategory.published.in("?")("c")) AND c.routines = ?
                  AND EXISTS (SELECT 1 FROM recipe WHERE recipe.category = c.id AND \(Recipe.published))
                ORDER BY c.ordering, c.folded
                """
            var tiles = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [person.guest.houseID, routines]).map { row in
                GuestTile(
                    label: row["name"], href: "/house/recipes/categories/\(row["id"] as Int64)", file: row["file"],
                    icon: routines ? "list" : "recipe")
            }
            let rest = routines ? [] : try recipeTiles(person, words, where: Self.isUncategorised, db)
            if tiles.isEmpty {
                tiles = rest
            } else if !rest.isEmpty {
                tiles.append(GuestTile(label: words("cooking.others"), href: "/house/recipes/others", icon: "recipe"))
            }
            return (tiles, try Progress.latest(routines: routines, person, now: .now, db))
        }
        let links = progress.map { progress -> [Values] in
            let place = ["name": progress.name, "step": String(progress.step), "of": String(progress.steps)]
            return [
                [
                    "href": "/house/recipes/\(progress.recipe)/steps/\(progress.step)", "label": words("cooking.goOn", place),
                    "icon": routines ? "list" : "recipe",
                ]
            ]
        }
        let values: Values = ["none": words(routines ? "cooking.routines.none" : "cooking.none"), "links": links ?? []]
        let title = words(routines ? "cooking.routines.title" : "cooking.title")
        return try guests.choices(title, back: "/house/home", tiles, values, for: person.visitor, request)
    }

    @Sendable private func category(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let id = try person.id()
        let words = guests.words(person)
        let (name, isRoutines, tiles) = try await guests.database.read { db in
            let sql = """
                SELECT \(person.language.localizedSQL("recipeCategory", "name")) AS name, routines FROM recipeCategory
                WHERE id = ? AND \(RecipeCategory.published.in("?"))
                """
            guard let row = try Row.fetchOne(db, sql: sql, arguments: [id, person.guest.houseID]) else { throw HTTPError(.notFound) }
            let isRoutines: Bool = row["routines"]
            let tiles = try recipeTiles(person, words, where: "recipe.category = \(id)", routines: isRoutines, db)
            return (row["name"] as String, isRoutines, tiles)
        }
        let values: Values = ["none": words(isRoutines ? "cooking.routines.none" : "cooking.none")]
        let back = isRoutines ? "/house/routines" : "/house/recipes"
        return try guests.choices(name, back: back, tiles, values, for: person.visitor, request)
    }

    /// Whether the house has other things to do, so that their door leads somewhere.
    static func hasRoutines(_ person: GuestRequestContext, _ db: Database) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM recipe JOIN recipeCategory AS c ON c.id = recipe.category
            WHERE \(Recipe.published.in("?")) AND \(RecipeCategory.published("c")) AND c.routines)
            """
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [person.guest.houseID]) ?? false
    }

    @Sendable private func others(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let words = guests.words(person)
        let tiles = try await guests.database.read { try recipeTiles(person, words, where: Self.isUncategorised, $0) }
        let values: Values = ["none": words("cooking.none")]
        return try guests.choices(words("cooking.others"), back: "/house/recipes", tiles, values, for: person.visitor, request)
    }

    private static let isUncategorised = """
        NOT EXISTS (SELECT 1 FROM recipeCategory AS c WHERE c.id = recipe.category AND (\(RecipeCategory.published("c")) OR c.routines))
        """

    /// `condition` is trusted SQL, never user input.
    private func recipeTiles(
        _ person: GuestRequestContext, _ words: Words, where condition: String, routines: Bool = false, _ db: Database
    ) throws -> [GuestTile] {
        let sql = """
            SELECT recipe.id, \(person.language.localizedSQL("recipe", "name")) AS name, picture.file, recipe.difficulty FROM recipe
            LEFT JOIN picture ON picture.id = recipe.picture AND \(Picture.notTrashed)
            WHERE \(Recipe.published.in("?")) AND \(condition) ORDER BY recipe.folded
            """
        return try Row.fetchAll(db, sql: sql, arguments: [person.guest.houseID]).map { row in
            GuestTile(
                label: row["name"], href: "/house/recipes/\(row["id"] as Int64)", file: row["file"], icon: routines ? "list" : "recipe",
                text: routines ? nil : words("house.difficulty.\(row["difficulty"] as String)"))
        }
    }
}
