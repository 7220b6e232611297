import Accounts
import Foundation
import GRDB

/// Empties the trash of every resource of what has lain there long enough.
public enum Trash {
    /// Deletes for good what went to the trash more than `trashDays` ago; what something still uses stays.
    ///
    /// One transaction of the caller's: at most `limit` records, so that nobody waits long. Call it again while `hasMore`.
    /// - Returns: how many records were deleted, and how many had to stay.
    @discardableResult
    public static func empty(
        _ db: Database, _ resources: Resources, now: Date, limit: Int = 500
    ) throws -> (erased: Int, kept: Int, hasMore: Bool) {
        let days = try SiteSettings.load(db).trashDays
        guard days > 0 else { return (0, 0, false) }
        let moment = now - Double(days) * 86_400
        var (erased, kept) = (0, 0)
        // What points to others goes before what it points to.
        for type in resources.all.reversed() {
            try empty(type, before: moment, limit, resources, db, &erased, &kept)
            if erased >= limit { return (erased, kept, true) }
        }
        return (erased, kept, false)
    }

    private static func empty<R: Resource>(
        _ type: R.Type, before moment: Date, _ limit: Int, _ resources: Resources, _ db: Database, _ erased: inout Int, _ kept: inout Int
    ) throws {
        let sql = "SELECT id FROM \(R.table) WHERE deletedAt IS NOT NULL AND deletedAt < ? ORDER BY deletedAt"
        for id in try Int64.fetchAll(db, sql: sql, arguments: [moment]) where erased < limit {
            guard let record = try R.fetch(db, id: id) else { continue }
            let isUsed = try !resources.uses(of: id, in: R.table, db).isEmpty
            if try isUsed || !record.erase(db, by: .system("portico")) { kept += 1 } else { erased += 1 }
        }
    }
}

extension Resource {
    /// Deletes the record for good, with its parts and links (the schema's delete rules).
    /// - Returns: false when the schema protects it because something needs it.
    func erase(_ db: Database, by actor: Actor) throws -> Bool {
        do {
            try db.inSavepoint {
                try audit("erase", db, by: actor)
                try db.execute(sql: "DELETE FROM \(Self.table) WHERE id = ?", arguments: [id])
                return .commit
            }
            return true
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            return false
        }
    }
}
