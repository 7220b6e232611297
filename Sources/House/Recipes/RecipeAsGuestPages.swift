import Accounts
import Admin
import GRDB
import Hummingbird
import Web

/// "See it as a guest": opens a published recipe in the pages of a guest of the house, as this guest finds it.
struct RecipeAsGuestPages: Sendable {
    let admin: AdminContext

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("recipes/{id}/as-guest", use: show)
    }

    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        guard let id = person.parameters.recordID("id") else { throw HTTPError(.notFound) }
        return try await admin.page(person, request) { db, context in
            guard let recipe = try Recipe.fetch(db, id: id), recipe.stamp.deletedAt == nil, let house = recipe.stamp.scopeID,
                person.grants.may("house.recipes.see", in: house), person.grants.may(House.trying, in: house)
            else { throw HTTPError(.notFound) }
            let words = context.words
            let sql = "SELECT guest.id, guest.name FROM guest WHERE \(Guest.active.in("?")) ORDER BY guest.folded"
            let guests = try Row.fetchAll(db, sql: sql, arguments: [house]).map { row -> Values in
                let (guest, name): (Int64, String) = (row["id"], row["name"])
                return ["action": "/house/guests/\(guest)/entry", "label": words("house.asGuest.enter", ["name": name])]
            }
            let here = "\(Recipe.address)/\(id)"
            let crumbs: [Values] = [
                ["label": words("house.recipes.many"), "href": Recipe.address], ["label": recipe.name, "href": here],
            ]
            let values: Values = [
                "title": words("house.asGuest.title", ["name": recipe.name]), "next": "/house/recipes/\(id)",
                "guests": recipe.published ? guests : [], "isHidden": !recipe.published, "isNobody": recipe.published && guests.isEmpty,
                "previewHref": here + "/preview", "breadcrumbs": crumbs,
            ]
            return ("house/recipes/as-guest", values)
        }
    }
}
