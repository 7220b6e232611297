import Foundation
import GRDB

/// An open list of a house, or of one guest; table `shoppingList`.
struct ShoppingList: Sendable {
    let id: Int64
    let version: Int

    /// The guest's list, made at the first look for it.
    static func open(_ person: AtHome, _ db: Database) throws -> ShoppingList {
        let own = person.preferences.isOn(.ownList) ? person.guest.id : nil
        let sql = "SELECT id, version FROM shoppingList WHERE state = 'open' AND houseID = ? AND guestID IS ?"
        if let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [person.guest.houseID, own]) {
            return ShoppingList(id: row[0], version: row[1])
        }
        try db.execute(sql: "INSERT INTO shoppingList (houseID, guestID) VALUES (?, ?)", arguments: [person.guest.houseID, own])
        return ShoppingList(id: db.lastInsertedRowID, version: 1)
    }

    /// The guest's list if there is one: pages that only show make none.
    static func existing(_ person: AtHome, _ db: Database) throws -> ShoppingList? {
        let own = person.preferences.isOn(.ownList) ? person.guest.id : nil
        let sql = "SELECT id, version FROM shoppingList WHERE state = 'open' AND houseID = ? AND guestID IS ?"
        return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [person.guest.houseID, own]).map { ShoppingList(id: $0[0], version: $0[1]) }
    }

    /// Raises the version and leaves a row that tells who changed the list: whoever sends notices reads it, in the same transaction.
    func changed(by guest: Int64?, _ db: Database) throws {
        try db.execute(sql: "UPDATE shoppingList SET version = version + 1 WHERE id = ?", arguments: [id])
        try db.execute(
            sql: "INSERT INTO listChange (listID, version, guestID, at) SELECT id, version, ?, ? FROM shoppingList WHERE id = ?",
            arguments: [guest, Date.now, id])
    }

    /// Puts pieces of a product into the list: one row for each product, and one that was removed comes back.
    func add(_ product: Int64, quantity: Int, note: String = "", _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO listItem (listID, product, quantity, note) VALUES (:list, :product, :quantity, :note)
                ON CONFLICT (listID, product) DO UPDATE SET
                  quantity = CASE WHEN removal IS NULL AND NOT bought THEN min(99, quantity + excluded.quantity) ELSE excluded.quantity END,
                  note = excluded.note, bought = 0, removal = NULL
                """, arguments: ["list": id, "product": product, "quantity": quantity, "note": note])
    }

    /// Takes everything out; the answer is the number with which `refill` puts it back.
    func empty(_ db: Database) throws -> Int64 {
        let removal = (try Int64.fetchOne(db, sql: "SELECT max(removal) FROM listItem WHERE listID = ?", arguments: [id]) ?? 0) + 1
        try db.execute(sql: "UPDATE listItem SET removal = ? WHERE listID = ? AND removal IS NULL", arguments: [removal, id])
        return removal
    }

    func remove(_ item: Int64, _ db: Database) throws -> Int64 {
        let removal = (try Int64.fetchOne(db, sql: "SELECT max(removal) FROM listItem WHERE listID = ?", arguments: [id]) ?? 0) + 1
        try db.execute(sql: "UPDATE listItem SET removal = ? WHERE id = ? AND listID = ? AND removal IS NULL", arguments: [removal, item, id])
        return removal
    }

    func refill(_ removal: Int64, _ db: Database) throws {
        try db.execute(sql: "UPDATE listItem SET removal = NULL WHERE listID = ? AND removal = ?", arguments: [id, removal])
    }
}

/// A row of a list with what pages show of its product.
struct ListRow: FetchableRecord, Sendable {
    let id: Int64
    let product: Int64
    let quantity: Int
    let isBought: Bool
    let note: String
    let name: String
    /// Euro cents of one piece; nil is unknown.
    let price: Int?
    let file: String?
    /// The first of its categories: where in a shop it stands.
    let aisle: String

    init(row: Row) {
        (id, product, quantity, isBought) = (row[0], row[1], row[2], row[3])
        (note, name, price, file, aisle) = (row[4], row[5], row[6], row[7], row[8] ?? "")
    }

    /// What is to buy first, in the order of the shop's aisles, then what is bought.
    static func all(of list: ShoppingList?, _ db: Database) throws -> [ListRow] {
        guard let list else { return [] }
        let aisle = """
            FROM productCategory AS pc JOIN category ON category.id = pc.category WHERE pc.product = product.id AND category.deletedAt IS NULL
            ORDER BY category.ordering, category.id LIMIT 1
            """
        return try fetchAll(
            db,
            sql: """
                SELECT listItem.id, product.id, listItem.quantity, bought, note, product.name, product.price, picture.file, (SELECT category.name \(aisle))
                FROM listItem JOIN product ON product.id = listItem.product AND product.deletedAt IS NULL
                LEFT JOIN picture ON picture.id = product.picture AND picture.deletedAt IS NULL
                WHERE listID = ? AND removal IS NULL
                ORDER BY bought, ifnull((SELECT category.ordering \(aisle)), 1000000), product.ordering, product.folded
                """, arguments: [list.id])
    }
}

/// What the things still to buy cost, as far as their prices are known.
struct Estimate: Equatable, Sendable {
    var cents = 0
    var unknown = 0

    init(_ rows: [ListRow]) {
        for row in rows where !row.isBought {
            if let price = row.price { cents += price * row.quantity } else { unknown += 1 }
        }
    }
}

extension Database {
    /// Whether a form comes for the first time: a finger that touches twice does one thing.
    func isFirst(_ token: String) throws -> Bool {
        try execute(sql: "DELETE FROM sentForm WHERE at < ?", arguments: [Date.now - 86400])
        try execute(sql: "INSERT OR IGNORE INTO sentForm (token, at) VALUES (?, ?)", arguments: [String(token.prefix(200)), Date.now])
        return changesCount == 1
    }
}
