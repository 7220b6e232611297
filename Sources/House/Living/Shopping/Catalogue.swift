import Admin
import Foundation
import GRDB
import Hummingbird
import Web

// Choosing what to buy: categories, products, one product.

extension Living {
    func addShoppingRoutes(to router: RouterGroup<AtHome>) {
        router.get("shopping", use: categories)
        router.get("shopping/categories/{id}", use: products)
        router.get("shopping/search", use: search)
        router.get("shopping/products/{id}", use: product)
        router.post("list/items", use: addItem)
        router.get("list", use: showList)
        router.get("list/items/{id}", use: showItem)
        router.post("list/items/{id}/quantity", use: changeQuantity)
        router.post("list/items/{id}/purchase", use: markBought)
        router.post("list/items/{id}/removal", use: removeItem)
        router.get("list/emptying", use: askEmptying)
        router.post("list/emptying", use: emptyList)
        router.post("list/refilling", use: refillList)
        router.get("list/shop", use: atTheShop)
        router.get("list/money", use: money)
        router.get("list/print", use: printList)
        router.post("list/finishing", use: finishList)
    }

    /// `GET /house/shopping`
    @Sendable func categories(_ request: Request, _ person: AtHome) async throws -> Response {
        let words = pages.words(for: person.visitor)
        let tiles = try await database.read { db in
            let sql = """
                SELECT category.id, category.name, picture.file FROM category
                LEFT JOIN picture ON picture.id = category.picture AND picture.deletedAt IS NULL
                WHERE category.houseID = ? AND category.deletedAt IS NULL AND published ORDER BY ordering, folded
                """
            return try Row.fetchAll(db, sql: sql, arguments: [person.guest.houseID]).map {
                Tile(label: $0[1], href: "/house/shopping/categories/\($0[0] as Int64)", file: $0[2], icon: "category")
            }
        }
        let link: Values = ["href": "/house/list", "label": words("living.list.title"), "icon": "list"]
        let values: Values = ["search": ["q": ""] as Values, "links": [link]]
        return try choices(words("living.shopping.title"), back: "/house/home", tiles, values, for: person.visitor, request)
    }

    /// `GET /house/shopping/categories/4`
    @Sendable func products(_ request: Request, _ person: AtHome) async throws -> Response {
        let id = try person.id()
        let (name, tiles) = try await database.read { db in
            let sql = "SELECT name FROM category WHERE id = ? AND houseID = ? AND deletedAt IS NULL AND published"
            guard let name = try String.fetchOne(db, sql: sql, arguments: [id, person.guest.houseID]) else { throw HTTPError(.notFound) }
            let condition = "product.id IN (SELECT product FROM productCategory WHERE category = :value)"
            return (name, try productTiles(person, where: condition, id.databaseValue, db))
        }
        return try productPage(name, back: "/house/shopping", tiles, person, request)
    }

    /// `GET /house/shopping/search?q=zucch`: without accents and capitals, anywhere in the name.
    @Sendable func search(_ request: Request, _ person: AtHome) async throws -> Response {
        let words = pages.words(for: person.visitor)
        let q = Form(query: request.uri.query ?? "")["q"]
        let tiles = try await database.read { db in
            q.isEmpty ? [] : try productTiles(person, where: "instr(product.folded, :value) > 0", q.folded.databaseValue, db)
        }
        let values: Values = ["search": ["q": q] as Values, "none": words("living.shopping.notFound", ["q": q])]
        return try productPage(words("living.shopping.searchTitle"), back: "/house/shopping", tiles, person, request, values)
    }

    private func productPage(
        _ title: String, back: String, _ tiles: [Tile], _ person: AtHome, _ request: Request, _ more: Values = [:]
    ) throws -> Response {
        let words = pages.words(for: person.visitor)
        let link: Values = ["href": "/house/list", "label": words("living.list.title"), "icon": "list"]
        var values: Values = ["links": [link]]
        if person.preferences.isOn(.directAdd) { values["lead"] = words("living.shopping.touch") }
        return try choices(title, back: back, tiles, values.merging(more) { $1 }, for: person.visitor, request)
    }

    private func productTiles(_ person: AtHome, where condition: String, _ value: DatabaseValue, _ db: Database) throws -> [Tile] {
        let words = pages.words(for: person.visitor)
        let list = try ShoppingList.existing(person, db)
        let sql = """
            SELECT product.id, product.name, picture.file, product.price,
              (SELECT quantity FROM listItem WHERE listID = :list AND product = product.id AND removal IS NULL AND NOT bought)
            FROM product LEFT JOIN picture ON picture.id = product.picture AND picture.deletedAt IS NULL
            WHERE product.houseID = :house AND product.deletedAt IS NULL AND published AND \(condition) ORDER BY product.ordering, product.folded
            """
        let rows = try Row.fetchAll(db, sql: sql, arguments: ["list": list?.id, "house": person.guest.houseID, "value": value])
        return rows.map { row in
            let id: Int64 = row[0]
            let inList: Int? = row[4]
            let price: Int? = person.preferences.isOn(.showPrice) ? row[3] : nil
            let text = inList.map { words("living.shopping.inList", ["count": String($0)]) } ?? price.map(words.language.money(cents:))
            return Tile(
                label: row[1], href: person.preferences.isOn(.directAdd) ? nil : "/house/shopping/products/\(id)", file: row[2], icon: "product",
                text: text, product: person.preferences.isOn(.directAdd) ? id : nil, isDone: inList != nil)
        }
    }

    /// `GET /house/shopping/products/12`
    @Sendable func product(_ request: Request, _ person: AtHome) async throws -> Response {
        let id = try person.id()
        let words = pages.words(for: person.visitor)
        let (values, name) = try await database.read { db -> (Values, String) in
            guard let item = try ProductPage.find(id, person, db) else { throw HTTPError(.notFound) }
            return (item.values(person, words), item.name)
        }
        return try page("product", name, back: "/house/shopping", values, for: person.visitor, request)
    }
}

/// One product as its page shows it.
struct ProductPage: Sendable {
    let id: Int64
    let name: String
    let price: Int?
    let file: String?
    let place: String?
    let placeFile: String?
    let shops: [String]
    let item: Int64?
    let quantity: Int?

    static func find(_ id: Int64, _ person: AtHome, _ db: Database) throws -> ProductPage? {
        let list = try ShoppingList.existing(person, db)
        let sql = """
            SELECT product.id, product.name, product.price, picture.file, position.name, placePicture.file, listItem.id, listItem.quantity
            FROM product LEFT JOIN picture ON picture.id = product.picture AND picture.deletedAt IS NULL
            LEFT JOIN position ON position.id = product.position AND position.deletedAt IS NULL
            LEFT JOIN picture AS placePicture ON placePicture.id = position.picture
            LEFT JOIN listItem ON listItem.product = product.id AND listItem.listID = ? AND listItem.removal IS NULL AND NOT bought
            WHERE product.id = ? AND product.houseID = ? AND product.deletedAt IS NULL AND (product.published OR listItem.id IS NOT NULL)
            """
        guard let row = try Row.fetchOne(db, sql: sql, arguments: [list?.id, id, person.guest.houseID]) else { return nil }
        let shops = try String.fetchAll(
            db,
            sql: """
                SELECT shop.name FROM productShop JOIN shop ON shop.id = productShop.shop
                WHERE product = ? AND shop.deletedAt IS NULL AND shop.published ORDER BY shop.folded
                """, arguments: [id])
        return ProductPage(
            id: row[0], name: row[1], price: row[2], file: row[3], place: row[4], placeFile: row[5], shops: shops, item: row[6], quantity: row[7])
    }

    func values(_ person: AtHome, _ words: Words) -> Values {
        [
            "id": String(id), "name": name, "picture": file.map { Picture.address(file: $0, .large) } ?? false,
            "price": person.preferences.isOn(.showPrice) ? price.map(words.language.money(cents:)) ?? false : false, "place": place ?? false,
            "placePicture": placeFile.map { Picture.address(file: $0, .medium) } ?? false,
            "shops": shops.isEmpty ? false : shops.joined(separator: ", "), "inList": item != nil, "notInList": item == nil,
            "item": item.map(String.init) ?? "", "quantity": quantity.map(String.init) ?? "",
        ]
    }
}
