import Admin
import GRDB
import Web

extension ShoppingList {
    /// A product that the house has fewer of than it wants, and that is not to be bought yet.
    struct Shortage: Equatable, Sendable {
        let product: Int64
        let name: String
        let wanted: Int
    }

    /// What runs out, for a list that may not be open yet. `language` nil: original names.
    static func short(of list: ShoppingList?, in house: Int64, language: Language? = nil, _ db: Database) throws -> [Shortage] {
        let sql = """
            SELECT product.id, \(language?.localizedSQL("product", "name") ?? "product.name") AS name, minimum - stock AS wanted FROM product
            WHERE \(Product.published.in("?")) AND stock < minimum AND NOT EXISTS (
              SELECT 1 FROM listItem WHERE listID = ? AND listItem.product = product.id AND removal IS NULL AND NOT bought)
            ORDER BY product.folded
            """
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [house, list?.id]).map {
            Shortage(product: $0["id"], name: $0["name"], wanted: $0["wanted"])
        }
    }

    /// Puts what runs out on the list, as many as are missing, and returns the names.
    @discardableResult
    func addShort(in language: Language? = nil, _ db: Database) throws -> [String] {
        let short = try Self.short(of: self, in: houseID, language: language, db)
        return try short.filter { try addOnce($0.product, quantity: $0.wanted, note: "", db) }.map(\.name)
    }

    /// The last piece of a product was used: none is left at home, and it is to be bought if the house always wants some.
    func usedUp(_ product: Int64, in language: Language, _ db: Database) throws -> (name: String, isListed: Bool)? {
        let sql = "SELECT \(language.localizedSQL("product", "name")) FROM product WHERE id = ? AND \(Product.published.in("?"))"
        guard let name = try String.fetchOne(db, sql: sql, arguments: [product, houseID]) else { return nil }
        try db.execute(sql: "UPDATE product SET stock = 0, expires = NULL WHERE id = ?", arguments: [product])
        let isShort = try Self.short(of: self, in: houseID, language: language, db).first { $0.product == product }
        if let isShort { _ = try addOnce(product, quantity: isShort.wanted, note: "", db) }
        return (name, isShort != nil)
    }
}
