import Foundation
import GRDB

/// A guest's consent that educators see what the guest did.
enum DaySharing {
    static func isOn(_ guest: Int64, _ db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM dayShared WHERE guestID = ?)", arguments: [guest]) ?? false
    }

    static func agree(_ guest: Int64, at now: Date, _ db: Database) throws {
        try db.execute(sql: "INSERT OR IGNORE INTO dayShared (guestID, agreedAt) VALUES (?, ?)", arguments: [guest, now])
    }

    static func end(_ guest: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM dayShared WHERE guestID = ?", arguments: [guest])
    }
}
