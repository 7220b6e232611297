import Admin
import Foundation
import GRDB

/// An open list of a house or a guest; table `shoppingList`.
struct ShoppingList: Sendable {
    let id: Int64
    let houseID: Int64
    /// Nil for the list shared by the house.
    let guestID: Int64?
    let version: Int

    private init(row: Row) { (id, houseID, guestID, version) = (row["id"], row["houseID"], row["guestID"], row["version"]) }

    static func existing(of guest: Int64?, house: Int64, _ db: Database) throws -> ShoppingList? {
        let sql = "SELECT id, houseID, guestID, version FROM shoppingList WHERE state = 'open' AND houseID = ? AND guestID IS ?"
        return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [house, guest]).map(ShoppingList.init(row:))
    }

    static func open(of guest: Int64?, house: Int64, _ db: Database) throws -> ShoppingList {
        if let list = try existing(of: guest, house: house, db) { return list }
        try db.execute(sql: "INSERT INTO shoppingList (houseID, guestID) VALUES (?, ?)", arguments: [house, guest])
        return try existing(of: guest, house: house, db)!
    }

    static func existing(_ person: GuestRequestContext, _ db: Database) throws -> ShoppingList? {
        try existing(of: person.listOwner, house: person.guest.houseID, db)
    }

    static func open(_ person: GuestRequestContext, _ db: Database) throws -> ShoppingList {
        try open(of: person.listOwner, house: person.guest.houseID, db)
    }

    /// Ends every act on a list: raises its version and notifies open pages in the same transaction.
    func changed(by author: NoticeAuthor, _ broadcaster: HouseEventBroadcaster, _ db: Database) throws {
        try db.execute(sql: "UPDATE shoppingList SET version = version + 1 WHERE id = ?", arguments: [id])
        try Notice.listChanged(self, by: author, at: .now, db)
        broadcaster.tell(house: houseID, after: db)
    }

    func add(_ product: Int64, quantity: Int = 1, note: String = "", _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO listItem (listID, product, quantity, note) VALUES (:list, :product, :quantity, :note)
                ON CONFLICT (listID, product) DO UPDATE SET
                  quantity = CASE WHEN removal IS NULL AND NOT bought THEN min(99, quantity + excluded.quantity) ELSE excluded.quantity END,
                  note = CASE WHEN excluded.note <> '' OR removal IS NOT NULL THEN excluded.note ELSE note END, bought = 0, removal = NULL
                """, arguments: ["list": id, "product": product, "quantity": quantity, "note": note])
    }

    func addOnce(_ product: Int64, quantity: Int = 1, note: String, _ db: Database) throws -> Bool {
        try db.execute(
            sql: """
                INSERT INTO listItem (listID, product, quantity, note)
                SELECT :list, id, :quantity, :note FROM product WHERE id = :product AND \(Product.notTrashed)
                ON CONFLICT (listID, product) DO UPDATE SET quantity = excluded.quantity, note = excluded.note, bought = 0, removal = NULL
                WHERE bought OR removal IS NOT NULL
                """, arguments: ["list": id, "product": product, "quantity": quantity, "note": note])
        return db.changesCount > 0
    }

    func setQuantity(_ quantity: Int, of item: Int64, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE listItem SET quantity = ?, removal = NULL WHERE id = ? AND listID = ?", arguments: [quantity, item, id])
    }

    func mark(_ item: Int64, bought: Bool, _ db: Database) throws {
        try db.execute(sql: "UPDATE listItem SET bought = ?, removal = NULL WHERE id = ? AND listID = ?", arguments: [bought, item, id])
    }

    /// Removes one row, or all, and returns the number for `refill`.
    func remove(_ item: Int64?, byEducator: Bool = false, _ db: Database) throws -> Int64 {
        let removal = (try Int64.fetchOne(db, sql: "SELECT max(removal) FROM listItem WHERE listID = ?", arguments: [id]) ?? 0) + 1
        try db.execute(
            sql: """
                UPDATE listItem SET removal = :removal, removedByEducator = :byEducator
                WHERE listID = :list AND removal IS NULL AND (:item IS NULL OR id = :item)
                """, arguments: ["removal": removal, "byEducator": byEducator, "list": id, "item": item])
        return removal
    }

    func refill(_ removal: Int64, _ db: Database) throws {
        try db.execute(sql: "UPDATE listItem SET removal = NULL WHERE listID = ? AND removal = ?", arguments: [id, removal])
    }

    func finish(raisingStock: Bool, at now: Date, _ db: Database) throws {
        if raisingStock {
            try db.execute(
                sql: """
                    UPDATE product SET stock = min(9999, stock + quantity) FROM listItem
                    WHERE listItem.product = product.id AND listID = ? AND bought AND removal IS NULL
                    """, arguments: [id])
        }
        try db.execute(sql: "UPDATE shoppingList SET state = 'done', doneAt = ? WHERE id = ?", arguments: [now, id])
        let next = try Self.open(of: guestID, house: houseID, db)
        try db.execute(
            sql: "UPDATE listItem SET listID = ? WHERE listID = ? AND NOT bought AND removal IS NULL", arguments: [next.id, id])
    }
}

extension GuestRequestContext {
    /// The owner of the list that this guest writes: the guest, or nil for the house.
    var listOwner: Int64? { preferences.isOn(.ownList) ? guest.id : nil }
}

extension Database {
    /// Whether a form arrives for the first time, so that a double touch acts once.
    func isFirst(_ token: String) throws -> Bool {
        try execute(sql: "DELETE FROM sentForm WHERE at < ?", arguments: [Date.now - 86400])
        try execute(sql: "INSERT OR IGNORE INTO sentForm (token, at) VALUES (?, ?)", arguments: [String(token.prefix(200)), Date.now])
        return changesCount == 1
    }
}
