import Accounts
import Foundation
import GRDB

public enum Trash {
    /// Erases up to `limit` records trashed over `trashDays` ago, except those in use. Returns erased and kept; repeat while `hasMore`.
    @discardableResult
    public static func empty(
        _ db: Database, _ resources: Resources, now: Date, limit: Int = 500
    ) throws -> (erased: Int, kept: Int, hasMore: Bool) {
        let days = try SiteSettings.load(db).trashDays
        guard days > 0 else { return (0, 0, false) }
        let moment = now - Double(days) * 86_400
        var (erased, kept) = (0, 0)
        // Referring records before those they refer to.
        for type in resources.all.reversed() {
            try empty(type, before: moment, limit, resources, db, &erased, &kept)
            if erased >= limit { return (erased, kept, true) }
        }
        try emptyPictures(before: moment, limit, resources, db, &erased, &kept)
        return (erased, kept, erased >= limit)
    }

    private static func empty<R: Resource>(
        _ type: R.Type, before moment: Date, _ limit: Int, _ resources: Resources, _ db: Database, _ erased: inout Int, _ kept: inout Int
    ) throws {
        let (old, used) = ("FROM \(R.table) target WHERE deletedAt IS NOT NULL AND deletedAt < ?", resources.isUsed(R.table))
        kept += try Int.fetchOne(db, sql: "SELECT count(*) \(old) AND \(used)", arguments: [moment]) ?? 0
        let free = "SELECT id \(old) AND NOT \(used) ORDER BY deletedAt"
        for id in try Int64.fetchAll(db, sql: free, arguments: [moment]) where erased < limit {
            guard let record = try R.fetch(db, id: id) else { continue }
            if try record.erase(db, among: resources, by: .system("portico")) { erased += 1 } else { kept += 1 }
        }
    }

    /// Deletes only rows; the next sweep removes the files.
    private static func emptyPictures(
        before moment: Date, _ limit: Int, _ resources: Resources, _ db: Database, _ erased: inout Int, _ kept: inout Int
    ) throws {
        let uses = PictureUses(resources: resources).count
        let sql = "SELECT p.*, \(uses) > 0 AS isUsed FROM picture p WHERE deletedAt IS NOT NULL AND deletedAt < ? ORDER BY deletedAt"
        for row in try Row.fetchAll(db, sql: sql, arguments: [moment]) where erased < limit {
            guard !row["isUsed"] else {
                kept += 1
                continue
            }
            let picture = try Picture(row: row)
            try picture.audit("erase", db, by: .system("portico"))
            try picture.delete(db)
            erased += 1
        }
    }
}

extension Resource {
    /// Also erases traces and trashed records that live with it. False if the schema protects it because it is in use.
    func erase(_ db: Database, among resources: Resources, by actor: Actor) throws -> Bool {
        do {
            try db.inSavepoint {
                for use in try resources.uses(of: id ?? 0, in: Self.table, db) where use.isTrashed && resources.lives(use, with: Self.table)
                {
                    try resources.type(of: use)?.erase(use.id, db, among: resources, by: actor)
                }
                try audit("erase", db, by: actor)
                try db.execute(sql: "DELETE FROM \(Self.table) WHERE id = ?", arguments: [id])
                try RecordTraces.delete(Self.self, id: id ?? 0, among: resources, db)
                try SeedMemory.forget(self, db)
                return .commit
            }
            return true
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            return false
        }
    }

    fileprivate static func erase(_ id: Int64, _ db: Database, among resources: Resources, by actor: Actor) throws {
        _ = try fetch(db, id: id)?.erase(db, among: resources, by: actor)
    }
}

extension Resources {
    fileprivate func type(of use: Use) -> (any Resource.Type)? { all.first { $0.name == use.resource } }

    func lives(_ use: Use, with target: String) -> Bool { type(of: use)?.livesWith == target }
}
