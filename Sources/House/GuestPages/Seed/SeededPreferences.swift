import Accounts
import Admin
import GRDB

/// Preferences of a house or guest in the seed: `{ guest: dino, textSize: 125, sounds: no }`.
struct SeededPreferences: SeedExtra {
    static let path = "preferences"
    static let comparesValues = true
    static let known = ["guest"] + Preference.allCases.map(\.rawValue)
    static let schema = SeedSchema.map(
        [("guest", .key(of: Guest.self), false)]
            + Preference.allCases.map { preference in
                let isOpen = preference.range != nil || preference.takesPictures
                return (preference.rawValue, isOpen ? SeedSchema("string", also: ["integer"]) : .words(preference.describedChoices), false)
            })

    private let houseID: Int64
    private let guestID: Int64?
    private var chosen: [(preference: Preference, value: String)] = []
    let key: String

    init?(_ mapping: SeedMapping, scopeID: Int64) {
        houseID = scopeID
        guestID = mapping["guest"]?.record(of: Guest.self)
        key = mapping["guest"].flatMap { $0.scalar() } ?? "house"
        guard mapping["guest"] == nil || guestID != nil else { return nil }
        for preference in Preference.allCases {
            guard let node = mapping[preference.rawValue] else { continue }
            guard let value = node.word(among: preference.choices) else { return nil }
            guard preference.allows(value) else {
                node.unknown(value, among: preference.choices)
                return nil
            }
            chosen.append((preference, value))
        }
    }

    func state(_ db: Database) throws -> SeedExtraState {
        let own = try GuestPreferences.own(guestID, house: houseID, db)
        let changed = chosen.filter { own[$0.preference.rawValue] != $0.value }.map(\.preference.rawValue)
        return changed.isEmpty ? .same : own.isEmpty ? .new : .changed(changed)
    }

    func write(_ db: Database, hash: String?, by actor: Actor) throws {
        for (preference, value) in chosen { try GuestPreferences.choose(value, preference, for: guestID, house: houseID, db) }
        guard let guestID else { return try AuditEntry.write(db, "house.living.preferences", by: actor, scope: houseID) }
        try AuditEntry.write(db, "house.guests.preferences", by: actor, on: ("house.guests", guestID, key), scope: houseID)
    }

    static func exported(scopeID: Int64, _ export: SeedExport, _ db: Database) throws -> [SeedValue] {
        let sql = "SELECT DISTINCT guestID FROM livingPreference WHERE houseID = ? ORDER BY guestID"
        return try Row.fetchAll(db, sql: sql, arguments: [scopeID]).compactMap { row -> SeedValue? in
            let guest: Int64? = row["guestID"]
            let name = try guest.flatMap { try export.key(of: $0, Guest.self) }
            guard guest == nil || name != nil else { return nil }
            let own = try GuestPreferences.own(guest, house: scopeID, db)
            let pairs = Preference.allCases.compactMap { preference in
                own[preference.rawValue].map { (preference.rawValue, SeedValue.text($0)) }
            }
            return pairs.isEmpty ? nil : .map((name.map { [("guest", .text($0))] } ?? []) + pairs)
        }
    }
}
