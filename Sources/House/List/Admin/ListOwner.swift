import GRDB
import Web

struct ListOwner: Sendable {
    let guest: Int64?
    let label: String

    var href: String { guest.map { "/admin/house/lists?guest=\($0)" } ?? "/admin/house/lists" }

    static func all(of house: Int64, _ words: Words, _ db: Database) throws -> [ListOwner] {
        let sql = "SELECT id, name FROM guest WHERE \(Guest.active.in("?")) ORDER BY folded"
        let guests = try Row.fetchAll(db, sql: sql, arguments: [house]).map { ListOwner(guest: $0["id"], label: $0["name"]) }
        return try [ListOwner(guest: nil, label: words("living.list.ofHouse"))]
            + guests.filter { try GuestPreferences.of($0.guest, house: house, db).isOn(.ownList) }
    }
}
