import Foundation
import GRDB
import TestSupport

/// A site with three guests and five products in Casa Rossa, and one guest in Casa Blu.
///
/// Anna (1) comes in with nothing, Bruno (2) with a number, Carla (3) with pictures; Dario (4) lives in Casa Blu.
struct GuestSite {
    let site: TestSite
    var database: DatabaseQueue { site.database }

    init() async throws {
        site = try await TestSite()
        try await site.database.write { db in
            for (name, house, entry) in [("Anna", 1, "none"), ("Bruno", 1, "pin"), ("Carla", 1, "pictures"), ("Dario", 2, "none")] {
                try Self.insert("guest", ["name": name, "houseID": house, "entry": entry], db)
            }
            for (name, ordering) in [("Verdura", 10), ("Pane", 20)] {
                try Self.insert("category", ["name": name, "houseID": 1, "ordering": ordering], db)
            }
            let products: [(String, Int?, Int?)] = [
                ("Riso", 160, nil), ("Pane", 250, 2), ("Carote", 120, 1), ("Sale <grosso>", nil, nil), ("Caffè", 400, nil),
            ]
            for (name, price, category) in products {
                try Self.insert("product", ["name": name, "houseID": 1, "price": price], db)
                if let category {
                    try db.execute(sql: "INSERT INTO productCategory VALUES (?, ?)", arguments: [db.lastInsertedRowID, category])
                }
            }
            try Self.insert("product", ["name": "Tè di Casa Blu", "houseID": 2], db)
        }
    }

    private static func insert(_ table: String, _ values: [String: (any DatabaseValueConvertible)?], _ db: Database) throws {
        let name = values["name"] as? String ?? ""
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
        let common: [String: (any DatabaseValueConvertible)?] = [
            "key": "\(table)-\(count + 1)", "createdAt": "2026-01-01", "updatedAt": "2026-01-01",
            "folded": name.folding(options: .diacriticInsensitive, locale: nil).lowercased(), "words": name.lowercased(),
        ]
        let all = common.merging(values) { $1 }.sorted { $0.key < $1.key }
        let columns = all.map { "\"\($0.key)\"" }.joined(separator: ", ")
        let marks = all.map { _ in "?" }.joined(separator: ", ")
        try db.execute(sql: "INSERT INTO \(table) (\(columns)) VALUES (\(marks))", arguments: StatementArguments(all.map(\.value)))
    }

    /// Runs a test with an educator and with browsers that were joined to Casa Rossa.
    func browse(devices: Int, test: @escaping @Sendable (_ educator: Browser, _ devices: [Browser]) async throws -> Void) async throws {
        let names = ["educator"] + Array(repeating: "", count: devices)
        try await site.browse(names) { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1"), ("next", "/admin")])
            for device in browsers.dropFirst() { try await Self.pair(device, by: browsers[0]) }
            try await test(browsers[0], Array(browsers.dropFirst()))
        }
    }

    /// Runs a test with an educator and with guests of Casa Rossa who came in without a secret.
    func live(_ guests: Int..., test: @escaping @Sendable (_ educator: Browser, _ guests: [Browser]) async throws -> Void) async throws {
        try await browse(devices: guests.count) { educator, devices in
            for (device, guest) in zip(devices, guests) { try await device.post("/house/guests/\(guest)/entry") }
            try await test(educator, devices)
        }
    }

    static func pair(_ device: Browser, by educator: Browser, stays: Bool = false) async throws {
        let page = try await educator.post("/admin/house/living/pairing", stays ? [("stays", "yes")] : [])
        let code = page.text.firstMatch(of: #/pairing-code">([0-9]{8})</#).map { String($0.1) } ?? ""
        try await device.post("/house/device", [("code", code)])
    }

    /// Pieces by product name, of the open list of the house or of a guest.
    func list(of guest: Int? = nil) async throws -> [String: Int] {
        try await database.read { db in
            let sql = """
                SELECT product.name, quantity FROM listItem JOIN product ON product.id = listItem.product
                JOIN shoppingList ON shoppingList.id = listID WHERE state = 'open' AND removal IS NULL AND guestID IS ?
                """
            return Dictionary(uniqueKeysWithValues: try Row.fetchAll(db, sql: sql, arguments: [guest]).map { ($0[0], $0[1]) })
        }
    }
}
