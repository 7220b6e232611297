import Accounts
import Admin
import GRDB

/// A guest's secret in the seed: `{ guest: ugo, pin: "2580" }`, `{ guest: lia, pictures: [sun, fish, boat] }`, or its hash in older exports.
/// It is set only once, like a password: an educator's later choice stays.
struct SeededSecret: SeedExtra {
    static let path = "secrets"
    static let known = ["guest", "pin", "pictures", "entry", "hash"]
    static let secretKeys = ["pin", "pictures", "hash"]
    static let schema = SeedSchema.map(
        [
            ("guest", .key(of: Guest.self), true), ("pin", SeedSchema("string", ["pattern": "^[0-9]{4}$"]), false),
            (
                "pictures",
                SeedSchema("array", ["items": SeedSchema("string", ["enum": EntrySecret.names]), "minItems": 3, "maxItems": 3]), false
            ),
            ("entry", SeedSchema("string", ["enum": ["pictures", "pin"]]), false), ("hash", SeedSchema("string"), false),
        ])

    private let houseID: Int64
    private let guestID: Int64
    private let entry: String
    private let hash: String?
    let key: String
    let secret: String?

    init?(_ mapping: SeedMapping, scopeID: Int64) {
        houseID = scopeID
        guard let node = mapping.required("guest"), let guest = node.record(of: Guest.self), let name = node.scalar() else { return nil }
        guestID = guest
        if let pin = mapping["pin"] {
            guard let digits = pin.secret() else { return nil }
            guard EntrySecret.isValid(digits, "pin") else {
                pin.refuse("digits")
                return nil
            }
            (entry, hash, secret) = ("pin", nil, EntrySecret.text(digits, "pin"))
        } else if let pictures = mapping["pictures"] {
            guard let numbers = pictures.list()?.compactMap(Self.number).map(String.init).joined() else { return nil }
            guard EntrySecret.isValid(numbers, "pictures") else {
                pictures.refuse("threePictures")
                return nil
            }
            (entry, hash, secret) = ("pictures", nil, EntrySecret.text(numbers, "pictures"))
        } else {
            guard let kind = mapping.required("entry"), let text = kind.text(), let stored = mapping.required("hash")?.hash() else {
                return nil
            }
            guard ["pictures", "pin"].contains(text) else {
                kind.unknown(text, among: ["pictures", "pin"])
                return nil
            }
            (entry, hash, secret) = (text, stored, nil)
        }
        key = "\(name) (\(entry))"
    }

    private static func number(_ node: SeedNode) -> Int? {
        guard let name = node.text() else { return nil }
        guard let index = EntrySecret.names.firstIndex(of: name) else {
            node.unknown(name, among: EntrySecret.names)
            return nil
        }
        return index + 1
    }

    func state(_ db: Database) throws -> SeedExtraState {
        let sql = "SELECT 1 FROM guestSecret WHERE guestID = ? AND entry = ?"
        return try Bool.fetchOne(db, sql: sql, arguments: [guestID, entry]) == true ? .same : .new
    }

    func write(_ db: Database, hash: String?, by actor: Actor) throws {
        try db.execute(
            sql: "INSERT INTO guestSecret (guestID, entry, hash) VALUES (?, ?, ?)", arguments: [guestID, entry, self.hash ?? hash])
        try AuditEntry.write(db, "house.guests.secret", by: actor, on: ("house.guests", guestID, key), scope: houseID)
    }

    /// Nothing: four digits or three pictures are found from their hash by trying them all.
    static func exported(scopeID: Int64, _ export: SeedExport, _ db: Database) throws -> [SeedValue] {
        let sql = "SELECT EXISTS (SELECT 1 FROM guestSecret JOIN guest ON guest.id = guestID WHERE houseID = ? AND \(Guest.notTrashed))"
        if try Bool.fetchOne(db, sql: sql, arguments: [scopeID]) == true, let house = try export.key(of: scopeID, Household.self) {
            export.leaveOut("pins", ["place": house])
        }
        return []
    }
}
