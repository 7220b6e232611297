import GRDB
import Web

struct OfflineListChanges {
    let list: ShoppingList
    let language: Language

    func answer(_ act: SyncAct, _ op: SyncAct.Kind, _ db: Database) throws -> SyncAnswer {
        if op == .add { return try add(act, db) }
        guard let item = act.item, let row = try LateRow.find(item, of: list, in: language, db) else {
            return SyncAnswer(id: act.id, state: .refused, reason: .gone)
        }
        let reason =
            switch op {
            case .purchase: act.bought == false ? try unmark(row, db) : try mark(row, db)
            case .quantity: try setQuantity(row, act, db)
            case .removal, .add: try remove(row, db)
            }
        return SyncAnswer(id: act.id, state: reason == nil ? .done : .refused, reason: reason, name: reason == nil ? "" : row.name)
    }

    private func add(_ act: SyncAct, _ db: Database) throws -> SyncAnswer {
        let quantity = act.quantity ?? 1
        guard let product = act.product, (1...Quantity.most).contains(quantity) else {
            return SyncAnswer(id: act.id, state: .refused, reason: .unclear)
        }
        let sql = """
            SELECT \(language.localizedSQL("product", "name")) AS name, \(Product.published) AS isPublished FROM product
            WHERE id = ? AND houseID = ?
            """
        guard let row = try Row.fetchOne(db, sql: sql, arguments: [product, list.houseID]) else {
            return SyncAnswer(id: act.id, state: .refused, reason: .gone)
        }
        guard row["isPublished"] as Bool else { return SyncAnswer(id: act.id, state: .refused, reason: .gone, name: row["name"]) }
        try list.add(product, quantity: quantity, db)
        return SyncAnswer(id: act.id, state: .done)
    }

    /// Never refused, because the guest has bought the thing.
    private func mark(_ row: LateRow, _ db: Database) throws -> SyncAnswer.Reason? {
        if row.isBought && !row.isOut { return nil }
        // When the shopping was finished, the product may be in the next list.
        let sql = "SELECT id FROM listItem WHERE listID = ? AND product = ? AND removal IS NULL"
        let next = row.isOpen ? nil : try Int64.fetchOne(db, sql: sql, arguments: [list.id, row.product])
        try db.execute(sql: "UPDATE listItem SET bought = 1, removal = NULL WHERE id = ?", arguments: [next ?? row.id])
        return nil
    }

    private func unmark(_ row: LateRow, _ db: Database) throws -> SyncAnswer.Reason? {
        guard row.isOpen else { return .isFinished }
        if row.wasTakenOut { return .takenOut }
        try list.mark(row.id, bought: false, db)
        return nil
    }

    private func setQuantity(_ row: LateRow, _ act: SyncAct, _ db: Database) throws -> SyncAnswer.Reason? {
        guard let wanted = act.quantity ?? act.by.map({ (row.isOut ? 0 : row.quantity) + min(max($0, -1), 1) }) else { return .unclear }
        guard row.isOpen else { return .isFinished }
        if row.wasTakenOut { return .takenOut }
        if wanted < 1 { return try remove(row, db) }
        try list.setQuantity(min(wanted, Quantity.most), of: row.id, db)
        return nil
    }

    private func remove(_ row: LateRow, _ db: Database) throws -> SyncAnswer.Reason? {
        if row.isOut { return nil }
        if row.isBought { return .isBought }
        guard row.isOpen else { return .isFinished }
        _ = try list.remove(row.id, db)
        return nil
    }
}

/// A row's current state, in the open list or a finished one of the same owner.
private struct LateRow {
    let id: Int64
    let product: Int64
    let name: String
    let quantity: Int
    let isBought: Bool
    let isOut: Bool
    let isOpen: Bool
    private let isByEducator: Bool

    var wasTakenOut: Bool { isOut && isByEducator }

    static func find(_ id: Int64, of list: ShoppingList, in language: Language, _ db: Database) throws -> LateRow? {
        let sql = """
            SELECT listItem.id, product.id AS product, \(language.localizedSQL("product", "name")) AS name, quantity, bought,
              removal IS NOT NULL AS isOut, listID, removedByEducator
            FROM listItem JOIN product ON product.id = listItem.product JOIN shoppingList ON shoppingList.id = listID
            WHERE listItem.id = ? AND shoppingList.houseID = ? AND shoppingList.guestID IS ?
            """
        let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [id, list.houseID, list.guestID])
        return row.map { LateRow($0, openList: list.id) }
    }

    private init(_ row: Row, openList: Int64) {
        (id, product, name, quantity) = (row["id"], row["product"], row["name"], row["quantity"])
        (isBought, isOut, isOpen, isByEducator) = (row["bought"], row["isOut"], row["listID"] == openList, row["removedByEducator"])
    }
}
