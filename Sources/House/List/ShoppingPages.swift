import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct ShoppingPages: Sendable {
    let guests: GuestPages

    func addRoutes(to router: RouterGroup<GuestRequestContext>) {
        router.get("shopping", use: categories)
        router.get("shopping/categories/{id}", use: products)
        router.get("shopping/search", use: search)
        router.get("shopping/products/{id}", use: product)
    }

    @Sendable private func categories(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let words = guests.words(person)
        guard person.preferences.isOn(.grouped) else {
            let shelf = try await guests.database.read { try readShelf(person, request, where: ":value", true.databaseValue, $0) }
            let title = words("living.shopping.title")
            return try productPage(title, back: "/house/home", shelf, person, request, ["search": ["q": ""] as Values])
        }
        let tiles = try await guests.database.read { db in
            let sql = """
                SELECT category.id, \(person.language.localizedSQL("category", "name")) AS name, picture.file FROM category
                LEFT JOIN picture ON picture.id = category.picture AND \(Picture.notTrashed)
                WHERE \(Category.published.in("?")) ORDER BY ordering, folded
                """
            return try Row.fetchAll(db, sql: sql, arguments: [person.guest.houseID]).map {
                GuestTile(label: $0["name"], href: "/house/shopping/categories/\($0["id"] as Int64)", file: $0["file"], icon: "category")
            }
        }
        let values: Values = [
            "search": ["q": ""] as Values, "links": [Self.listLink(words)], "capitals": person.preferences.isOn(.capitals),
        ]
        return try guests.choices(words("living.shopping.title"), back: "/house/home", tiles, values, for: person.visitor, request)
    }

    @Sendable private func products(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let id = try person.id()
        let (name, shelf) = try await guests.database.read { db in
            let sql = """
                SELECT \(person.language.localizedSQL("category", "name")) FROM category
                WHERE id = ? AND \(Category.published.in("?"))
                """
            guard let name = try String.fetchOne(db, sql: sql, arguments: [id, person.guest.houseID]) else { throw HTTPError(.notFound) }
            let condition = "product.id IN (SELECT product FROM productCategory WHERE category = :value)"
            return (name, try readShelf(person, request, where: condition, id.databaseValue, db))
        }
        return try productPage(name, back: "/house/shopping", shelf, person, request)
    }

    @Sendable private func search(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let words = guests.words(person)
        let q = Form(query: request.uri.query ?? "")["q"]
        guard !q.isEmpty else { return .redirect(to: "/house/shopping") }
        let (found, shelf) = try await guests.database.read { db in
            let found = try NameSearch(q).products(for: person, db)
            return (found, try readShelf(person, request, where: "product.id IN (SELECT value FROM json_each(:value))", found.json, db))
        }
        var values: Values = ["search": ["q": q] as Values, "none": words("living.shopping.notFound", ["q": q])]
        if !found.isExact, !shelf.tiles.isEmpty { values["lead"] = words("living.shopping.nearly", ["q": q]) }
        return try productPage(words("living.shopping.searchTitle"), back: "/house/shopping", shelf, person, request, values)
    }

    private func productPage(
        _ title: String, back: String, _ shelf: Shelf, _ person: GuestRequestContext, _ request: Request, _ more: Values = [:]
    ) throws -> Response {
        let words = guests.words(person)
        var values: Values = ["links": [Self.listLink(words)], "without": shelf.without]
        if person.preferences.isOn(.directAdd), !shelf.tiles.isEmpty { values["lead"] = words("living.shopping.touch") }
        values.merge(more) { $1 }
        if let none = shelf.none { values["none"] = none }
        return try guests.choices(title, back: back, shelf.tiles, values, for: person.visitor, request)
    }

    private struct Shelf {
        let tiles: [GuestTile]
        let without: any Sendable
        let none: String?
    }

    private static func listLink(_ words: Words) -> Values {
        ["href": "/house/list", "label": words("living.list.title"), "icon": "list"]
    }

    private func readShelf(
        _ person: GuestRequestContext, _ request: Request, where condition: String, _ value: DatabaseValue, _ db: Database
    ) throws -> Shelf {
        let words = guests.words(person)
        let list = try ShoppingList.existing(person, db)
        let sql = """
            SELECT product.id, \(person.language.localizedSQL("product", "name")) AS name, picture.file, product.price,
              (SELECT quantity FROM listItem WHERE listID = :list AND product = product.id AND removal IS NULL AND NOT bought) AS inList
              \(ShownFields<Product>.columns())
            FROM product LEFT JOIN picture ON picture.id = product.picture AND \(Picture.notTrashed)
            WHERE \(Product.published.in(":house")) AND \(condition) ORDER BY product.ordering, product.folded
            """
        let rows = try Row.fetchAll(db, sql: sql, arguments: ["list": list?.id, "house": person.guest.houseID, "value": value])
        let room = words("living.shopping.inList", ["count": String(Quantity.most)])
        let without = AllergenFilter(request)
        let all = rows.map { ($0, ShownFields<Product>($0)) }
        // Where nothing is stated, “not stated” on every tile would only distract.
        let isStated = all.contains { !$0.1.record.allergens.isEmpty }
        let tiles = all.filter { without.admits($0.1.record) }.map { row, shown in
            let id: Int64 = row["id"]
            let inList: Int? = row["inList"]
            let price: Int? = person.preferences.isOn(.showPrice) ? row["price"] : nil
            let text = inList.map { words("living.shopping.inList", ["count": String($0)]) } ?? price.map(words.language.money(cents:))
            let name: String = row["name"]
            let isDirect = person.preferences.isOn(.directAdd)
            return GuestTile(
                label: name, href: isDirect ? nil : "/house/shopping/products/\(id)", file: row["file"], icon: "product",
                text: text, product: isDirect ? id : nil, lookLabel: isDirect ? words("living.shopping.look", ["name": name]) : nil,
                isDone: inList != nil, room: isDirect ? room : nil,
                shown: isStated ? shown.values(words, in: person.guest.timeZone) : [])
        }
        let isLeftOut = tiles.isEmpty && !all.isEmpty
        return Shelf(tiles: tiles, without: without.values(all.map(\.1.record), words), none: isLeftOut ? without.none(words) : nil)
    }

    @Sendable private func product(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let id = try person.id()
        let words = guests.words(person)
        let (values, name) = try await guests.database.read { db -> (Values, String) in
            guard let item = try ProductPage.find(id, person, db) else { throw HTTPError(.notFound) }
            var values = item.values(person, words)
            let page = ConfirmationPrompt.without(request.uri.description)
            if let row = item.item, row == ConfirmationPrompt.of(request) {
                values["question"] = ConfirmationPrompt.question(row, item.name, on: page, words)
            }
            values["player"] = try guests.player(for: item.name, person, db)
            (values["here"], values["stay"]) = (page, page)
            return (values, item.name)
        }
        try await person.note(.details, request, guests.database)
        return try guests.page("house/list/product", name, back: "/house/shopping", values, for: person.visitor, request)
    }
}
