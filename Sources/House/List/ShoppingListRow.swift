import Admin
import GRDB
import Web

struct ShoppingListRow: FetchableRecord, Sendable {
    let id: Int64
    let product: Int64
    let quantity: Int
    let isBought: Bool
    let note: String
    let name: String
    /// Euro cents per piece; nil is unknown.
    let price: Int?
    let file: String?
    let picture: Int64?
    /// The first category, which tells where in a shop to look.
    let aisle: String
    let isOut: Bool

    init(row: Row) {
        (id, product, quantity, isBought, isOut) = (row["id"], row["product"], row["quantity"], row["bought"], row["isOut"])
        (note, name, price, aisle) = (row["note"], row["name"], row["price"], row["aisle"] ?? "")
        (file, picture) = (row["file"], row["picture"])
    }

    /// Rows to buy by the shop's aisles, then bought ones. `language` nil: original names; removed rows only if in `kept`.
    static func all(of list: ShoppingList?, in language: Language? = nil, keeping kept: [Int64] = [], _ db: Database) throws
        -> [ShoppingListRow]
    {
        guard let list else { return [] }
        let said = { (table: String) in language?.localizedSQL(table, "name") ?? "\(table).name" }
        let aisle = """
            FROM productCategory AS pc JOIN category ON category.id = pc.category WHERE pc.product = product.id AND \(Category.notTrashed)
            ORDER BY category.ordering, category.id LIMIT 1
            """
        let sql = """
            SELECT listItem.id, product.id AS product, listItem.quantity, bought, note, \(said("product")) AS name, product.price,
              picture.file, (SELECT \(said("category")) \(aisle)) AS aisle, picture.id AS picture, removal IS NOT NULL AS isOut
            FROM listItem JOIN product ON product.id = listItem.product AND \(Product.notTrashed)
            LEFT JOIN picture ON picture.id = product.picture AND \(Picture.notTrashed)
            WHERE listID = ? AND (removal IS NULL OR listItem.id IN (SELECT value FROM json_each(?)))
            ORDER BY bought, ifnull((SELECT category.ordering \(aisle)), 1000000), product.ordering, product.folded
            """
        let asked = "[" + kept.map(String.init).joined(separator: ",") + "]"
        return try fetchAll(db.cachedStatement(sql: sql), arguments: [list.id, asked])
    }

    func values(_ words: Words, isDirect: Bool) -> Values {
        [
            "id": String(id), "product": String(product), "name": name, "quantity": String(quantity), "aisle": aisle,
            "pieces": words("living.list.pieces", count: quantity), "note": note.isEmpty ? false : localizedNote(words),
            "isMost": quantity == 99, "isOut": isOut,
            "isLast": quantity == 1, "isBought": isBought, "isDirect": isDirect,
            "picture": file.map { Picture.address(file: $0, .medium) } ?? false,
            "mark": words(isBought ? "living.shop.unmark" : "living.shop.mark", ["name": name]),
            "more": words("living.list.more", ["name": name]),
            "item": String(id),
            "less": words(quantity == 1 ? "living.list.takeOut" : "living.list.less", ["name": name]),
        ]
    }
}

extension ShoppingListRow {
    /// Adds a unit to a bare number, because "7 pieces · 2" would show two numbers side by side.
    private func localizedNote(_ words: Words) -> String {
        guard let needed = Int(note, in: 1...999) else { return note }
        return words("living.list.needed", count: needed)
    }
}

struct Estimate: Equatable, Sendable {
    var cents = 0
    var unknown = 0

    init(_ rows: [ShoppingListRow]) {
        for row in rows where !row.isBought {
            if let price = row.price { cents += price * row.quantity } else { unknown += 1 }
        }
    }

    func localized(_ words: Words) -> String {
        let total = words("living.list.total", ["money": words.language.money(cents: cents)])
        return unknown == 0 ? total : total + " " + words("living.list.unknown", count: unknown)
    }
}
