import GRDB
import Web

/// A guest's preferences: their own choices, else the house's, else the defaults. Rows of table `livingPreference`.
struct GuestPreferences: Sendable {
    private let chosen: [String: String]

    init(_ chosen: [String: String] = [:]) { self.chosen = chosen }

    subscript(_ preference: Preference) -> String {
        guard let value = chosen[preference.rawValue], preference.allows(value) else { return preference.choices[0] }
        return value
    }

    func isOn(_ preference: Preference) -> Bool { self[preference] == "yes" }

    func number(_ preference: Preference) -> Int { Int(self[preference], in: .whole) ?? 0 }

    func language(of guest: Inhabitant) -> Language? { Language(rawValue: self[.language]) ?? Language(rawValue: guest.language) }

    static func of(_ guest: Int64?, house: Int64, _ db: Database) throws -> GuestPreferences {
        // The house's rows come first, so the guest's own replace them.
        let sql =
            "SELECT key, value FROM livingPreference WHERE houseID = ? AND (guestID IS NULL OR guestID = ?) ORDER BY guestID IS NOT NULL"
        let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [house, guest])
        return GuestPreferences(Dictionary(rows.map { ($0["key"], $0["value"]) }) { $1 })
    }

    static func own(_ guest: Int64?, house: Int64, _ db: Database) throws -> [String: String] {
        let rows = try Row.fetchAll(
            db, sql: "SELECT key, value FROM livingPreference WHERE houseID = ? AND guestID IS ?", arguments: [house, guest])
        return Dictionary(rows.map { ($0["key"], $0["value"]) }) { $1 }
    }

    static func choose(_ value: String?, _ preference: Preference, for guest: Int64?, house: Int64, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM livingPreference WHERE houseID = ? AND guestID IS ? AND key = ?",
            arguments: [house, guest, preference.rawValue])
        guard let value else { return }
        try db.execute(
            sql: "INSERT INTO livingPreference (houseID, guestID, key, value) VALUES (?, ?, ?, ?)",
            arguments: [house, guest, preference.rawValue, value])
    }
}
