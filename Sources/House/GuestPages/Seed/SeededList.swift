import Accounts
import Admin
import GRDB

/// An open list in the seed, of the house or a guest. Rows that the file does not name stay.
struct SeededList: SeedExtra {
    static let path = "lists"
    static let comparesValues = true
    static let known = ["guest", "rows"]
    static let schema = SeedSchema.map(
        [
            ("guest", .key(of: Guest.self), false),
            (
                "rows",
                SeedSchema(
                    "array",
                    [
                        "items": SeedSchema.map([
                            ("product", .key(of: Product.self), true),
                            ("quantity", SeedSchema("integer", ["minimum": 1, "maximum": 99]), false),
                            ("bought", SeedSchema("boolean"), false), ("note", SeedSchema("string"), false),
                        ])
                    ]), true
            ),
        ])

    private struct Line: Equatable {
        var product: Int64
        var quantity = 1
        var isBought = false
        var note = ""
    }

    private let houseID: Int64
    private let guestID: Int64?
    private var lines: [Line] = []
    let key: String

    init?(_ mapping: SeedMapping, scopeID: Int64) {
        houseID = scopeID
        guestID = mapping["guest"]?.record(of: Guest.self)
        key = mapping["guest"].flatMap { $0.scalar() } ?? "house"
        guard mapping["guest"] == nil || guestID != nil, let rows = mapping.required("rows")?.list() else { return nil }
        for row in rows {
            guard let line = Self.line(row) else { return nil }
            guard !lines.contains(where: { $0.product == line.product }) else {
                row.refuse("twice")
                return nil
            }
            lines.append(line)
        }
    }

    private static func line(_ node: SeedNode) -> Line? {
        guard let row = SeedMapping(node, known: ["product", "quantity", "bought", "note"]),
            let product = row.required("product")?.record(of: Product.self)
        else { return nil }
        var line = Line(product: product)
        if let value = row["quantity"] {
            guard let quantity = value.integer() else { return nil }
            guard (1...Quantity.most).contains(quantity) else {
                value.refuse("number", ["from": "1", "to": String(Quantity.most)])
                return nil
            }
            line.quantity = quantity
        }
        if let value = row["bought"] {
            guard let bought = value.flag() else { return nil }
            line.isBought = bought
        }
        if let value = row["note"] {
            guard let note = value.text() else { return nil }
            line.note = note
        }
        return line
    }

    private static func lines(of list: ShoppingList, _ db: Database) throws -> [Line] {
        let sql = "SELECT product, quantity, bought, note FROM listItem WHERE listID = ? AND removal IS NULL ORDER BY id"
        return try Row.fetchAll(db, sql: sql, arguments: [list.id]).map {
            Line(product: $0["product"], quantity: $0["quantity"], isBought: $0["bought"], note: $0["note"])
        }
    }

    func state(_ db: Database) throws -> SeedExtraState {
        guard let list = try ShoppingList.existing(of: guestID, house: houseID, db) else { return .new }
        let stored = try Self.lines(of: list, db)
        return lines.allSatisfy(stored.contains) ? .same : .changed(["rows"])
    }

    func write(_ db: Database, hash: String?, by actor: Actor) throws {
        let list = try ShoppingList.open(of: guestID, house: houseID, db)
        for line in lines {
            try db.execute(
                sql: """
                    INSERT INTO listItem (listID, product, quantity, bought, note) VALUES (?, ?, ?, ?, ?) ON CONFLICT (listID, product)
                    DO UPDATE SET quantity = excluded.quantity, bought = excluded.bought, note = excluded.note, removal = NULL
                    """, arguments: [list.id, line.product, line.quantity, line.isBought, line.note])
        }
        try AuditEntry.write(db, "house.list.change", by: actor, scope: houseID)
    }

    static func exported(scopeID: Int64, _ export: SeedExport, _ db: Database) throws -> [SeedValue] {
        let owners = try Row.fetchAll(
            db, sql: "SELECT guestID FROM shoppingList WHERE houseID = ? AND state = 'open' ORDER BY guestID", arguments: [scopeID])
        return try owners.compactMap { row -> SeedValue? in
            let guest: Int64? = row["guestID"]
            let name = try guest.flatMap { try export.key(of: $0, Guest.self) }
            guard guest == nil || name != nil, let list = try ShoppingList.existing(of: guest, house: scopeID, db) else { return nil }
            let rows = try lines(of: list, db).compactMap { line -> SeedValue? in
                guard let product = try export.key(of: line.product, Product.self) else { return nil }
                var pairs: [(String, SeedValue)] = [("product", .text(product)), ("quantity", .number(String(line.quantity)))]
                if line.isBought { pairs.append(("bought", .flag(true))) }
                if !line.note.isEmpty { pairs.append(("note", .text(line.note))) }
                return .map(pairs)
            }
            return rows.isEmpty ? nil : .map((name.map { [("guest", .text($0))] } ?? []) + [("rows", .list(rows))])
        }
    }
}
