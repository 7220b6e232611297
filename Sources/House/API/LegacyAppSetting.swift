import GRDB

/// Whether anybody may read a house's products at the first app's address. The address names no house, so only one may be open.
enum LegacyAppSetting {
    static func openHouse(_ db: Database) throws -> Int64? {
        let sql = "SELECT id FROM house WHERE opensProducts = 1 AND \(Household.notTrashed)"
        return try Int64.fetchOne(db.cachedStatement(sql: sql))
    }

    /// Returns false if another house is open.
    static func set(_ isOpen: Bool, of house: Int64, _ db: Database) throws -> Bool {
        if isOpen {
            if let other = try openHouse(db), other != house { return false }
            // One in the trash gives way.
            try db.execute(sql: "UPDATE house SET opensProducts = 0 WHERE opensProducts = 1 AND id <> ?", arguments: [house])
        }
        try db.execute(sql: "UPDATE house SET opensProducts = ? WHERE id = ?", arguments: [isOpen, house])
        return true
    }
}
