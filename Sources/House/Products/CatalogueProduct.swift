import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct CatalogueProduct: Sendable {
    struct Wanted: Sendable {
        var id: Int64?
        var category: Int64?
        var store: Int64?
        var cents: Int64?
        var words: String?
        /// Selects products changed since then, also those of which only a category, shop or place changed.
        var since: Date?
    }

    let json: JSON

    static func all(_ wanted: Wanted, _ person: GuestRequestContext, _ db: Database) throws -> [CatalogueProduct] {
        try refuseForeign(wanted, person, db)
        let language = person.language
        let list = try ShoppingList.existing(person, db)
        var conditions = ["\(Product.notTrashed.in(":house"))"]
        var arguments: StatementArguments = ["house": person.guest.houseID, "list": list?.id]
        func add(_ condition: String, _ name: String, _ value: (any DatabaseValueConvertible)?) {
            guard let value else { return }
            conditions.append(condition)
            arguments += [name: value]
        }
        // Hidden products stay in lists that hold them, so programs can read them by id.
        conditions.append(wanted.id == nil ? "product.published" : "(product.published OR listItem.id IS NOT NULL)")
        add("product.id = :id", "id", wanted.id)
        add("product.id IN (SELECT product FROM productCategory WHERE category = :category)", "category", wanted.category)
        add("product.id IN (SELECT product FROM productShop WHERE shop = :store)", "store", wanted.store)
        add("product.price > 0 AND product.price <= :cents", "cents", wanted.cents)
        let named = try wanted.words.map { try NameSearch($0).products(for: person, db).json }
        add("product.id IN (SELECT value FROM json_each(:words))", "words", named)
        add(
            """
            (product.updatedAt >= :since OR position.updatedAt >= :since
              OR product.id IN (SELECT product FROM productCategory JOIN category ON category.id = category WHERE category.updatedAt >= :since)
              OR product.id IN (SELECT product FROM productShop JOIN shop ON shop.id = shop WHERE shop.updatedAt >= :since))
            """, "since", wanted.since)
        let sql = """
            SELECT product.id, \(language.localizedSQL("product", "name")) AS name, picture.id AS picture, product.price, product.stock,
              position.id AS place, \(language.localizedSQL("position", "name")) AS placeName, listItem.quantity, product.updatedAt
              \(ShownFields<Product>.columns())
            FROM product LEFT JOIN picture ON picture.id = product.picture AND \(Picture.notTrashed)
            LEFT JOIN position ON position.id = product.position AND \(Position.notTrashed)
            LEFT JOIN listItem ON listItem.product = product.id AND listItem.listID = :list AND listItem.removal IS NULL AND NOT bought
            WHERE \(conditions.joined(separator: " AND ")) ORDER BY product.ordering, product.folded
            """
        let rows = try Row.fetchAll(db, sql: sql, arguments: arguments)
        let categories = try linked(
            "productCategory", Category.self, language.localizedSQL("category", "name"), "category.ordering", person, db)
        let shops = try linked("productShop", Shop.self, "shop.name", "shop.folded", person, db)
        return rows.map { row in
            let id: Int64 = row["id"]
            let place = (row["place"] as Int64?).map { JSON.values(["id": .id($0), "name": .text(row["placeName"])]) } ?? .null
            return CatalogueProduct(
                json: .values([
                    "id": .id(id), "name": .text(row["name"]), "image": .image(row["picture"]),
                    "price_cents": .optional(row["price"] as Int?), "stock": .number(row["stock"]), "position": place,
                    "categories": .list(categories[id] ?? []), "stores": .list(shops[id] ?? []),
                    "in_list": .optional(row["quantity"] as Int?), "updated_at": .moment(row["updatedAt"]),
                ]).with(ShownFields<Product>(row)))
        }
    }

    static func removed(since: Date, _ person: GuestRequestContext, _ db: Database) throws -> [Int64] {
        let sql = """
            SELECT id FROM product WHERE houseID = ? AND updatedAt >= ? AND (deletedAt IS NOT NULL OR NOT published) ORDER BY id
            """
        return try Int64.fetchAll(db, sql: sql, arguments: [person.guest.houseID, since])
    }

    private static func refuseForeign(_ wanted: Wanted, _ person: GuestRequestContext, _ db: Database) throws {
        let named: [(any Publishable.Type, Int64?)] = [(Category.self, wanted.category), (Shop.self, wanted.store)]
        for (kind, id) in named {
            guard let id else { continue }
            let sql = "SELECT EXISTS (SELECT 1 FROM \(kind.table) WHERE id = ? AND \(kind.published.in("?")))"
            guard try Bool.fetchOne(db, sql: sql, arguments: [id, person.guest.houseID]) == true else { throw HTTPError(.notFound) }
        }
    }

    private static func linked(
        _ links: String, _ kind: any Publishable.Type, _ name: String, _ order: String, _ person: GuestRequestContext, _ db: Database
    ) throws -> [Int64: [JSON]] {
        let table = kind.table
        let sql = """
            SELECT l.product, \(table).id, \(name) AS name FROM \(links) AS l JOIN \(table) ON \(table).id = l.\(table)
            WHERE \(kind.published.in("?")) ORDER BY \(order), \(table).id
            """
        let rows = try Row.fetchAll(db, sql: sql, arguments: [person.guest.houseID])
        return Dictionary(grouping: rows) { $0["product"] as Int64 }
            .mapValues { $0.map { JSON.values(["id": .id($0["id"]), "name": .text($0["name"])]) } }
    }
}
