import Foundation
import GRDB

extension Backups {
    /// The copy of the database from before the last schema change, kept in the data folder.
    public static let beforeUpdate = "before-update.sqlite"

    /// Keeps a copy before migration, for a return to the older program. The copy gets its name only when it is complete and on disk.
    public static func keepBeforeUpdate(_ pool: DatabasePool, in data: String) throws {
        let path = data + "/" + beforeUpdate
        let unfinished = path + ".new"
        // The copy of the update before goes first: the disk may have no room for both.
        for file in [path, unfinished] { try? FileManager.default.removeItem(atPath: file) }
        do {
            // SQLite fills an empty file and keeps its rights.
            try AtomicFile.write(Data(), to: unfinished)
            try pool.vacuum(into: unfinished)
            try AtomicFile.sync(unfinished)
            try AtomicFile.move(unfinished, to: path)
            try AtomicFile.sync(data)
        } catch {
            try? FileManager.default.removeItem(atPath: unfinished)
            guard let failure = error as? AtomicFile.Failure else { throw error }
            throw DatabaseError(resultCode: failure.isDiskFull ? .SQLITE_FULL : .SQLITE_IOERR, message: failure.description)
        }
    }
}
