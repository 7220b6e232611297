import Accounts
import Admin
import Foundation
import GRDB
import Web

/// Opens, for reading only, the database that `litestream restore -f` writes beside this process.
enum ReplicaStore {
    /// The bytes of SQLite's header that name the journal: 1 for none beside the file, 2 for a write-ahead log.
    private static let (journalBytes, unlogged): (off_t, [UInt8]) = (18, [1, 1])
    private static let leastBytes = 512

    /// Throws `UnavailableSite` until there is a database with this program's tables, `StartProblems` where waiting does not help.
    static func open(_ configuration: Configuration) throws -> DatabasePool {
        let path = Store.path(configuration)
        // What follows would destroy the log of a site that is written here.
        guard size(path + "-wal") == 0, size(configuration.data + "/" + InstanceMark.file) == 0 else {
            throw StartProblems(
                "replica.primary", "{folder} is the folder of a primary: a replica needs a folder of its own, which Litestream fills",
                ["folder": configuration.data])
        }
        // Of a program that looked at the file too soon: SQLite would take it for the log.
        for ending in ["-wal", "-shm"] { unlink(path + ending) }
        guard size(path) >= leastBytes else {
            throw waiting("replica.missing", "{file} is not there yet: is `litestream restore -f` at work?", ["file": path])
        }
        do {
            try markAsUnlogged(path)
            let pool = try DatabasePool(path: path, configuration: settings(configuration))
            guard try pool.read(isOfThisProgram) else {
                throw waiting(
                    "replica.version", "{file} has the tables of another version of Portico: start the primary's version here",
                    ["file": path])
            }
            return pool
        } catch let error as DatabaseError {
            let cause = error.message ?? error.resultCode.description
            throw waiting("replica.unreadable", "{file} cannot be read: {cause}", ["file": path, "cause": cause])
        }
    }

    /// The tables may change while the replica runs: when the primary is updated first.
    static func isOfThisProgram(_ db: Database) throws -> Bool {
        try Set(String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations")) == knownMigrations
    }

    private static let knownMigrations = Set(Store.migrator.migrations)

    /// Litestream changes pages without SQLite's knowledge: a connection that keeps any would mix old and new ones.
    private static func settings(_ configuration: Configuration) -> GRDB.Configuration {
        var settings = Store.settings
        settings.readonly = true
        settings.busyMode = .timeout(configuration.databasePatience)
        settings.prepareDatabase { db in
            try db.execute(sql: "PRAGMA cache_size = \(RequestReader.noPages); PRAGMA mmap_size = 0")
        }
        return settings
    }

    /// Litestream writes these two bytes with the first page; a restored file has them only then, and readers would look for a log.
    private static func markAsUnlogged(_ path: String) throws {
        // Before any connection: closing the file drops SQLite's locks of the whole process.
        let file = Foundation.open(path, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { throw DatabaseError(resultCode: .SQLITE_CANTOPEN, message: String(cString: strerror(errno))) }
        defer { close(file) }
        var found: [UInt8] = [0, 0]
        guard pread(file, &found, 2, journalBytes) == 2, found != unlogged else { return }
        guard pwrite(file, unlogged, 2, journalBytes) == 2 else {
            throw DatabaseError(resultCode: .SQLITE_IOERR, message: String(cString: strerror(errno)))
        }
    }

    private static func size(_ path: String) -> Int {
        var facts = stat()
        return stat(path, &facts) == 0 ? Int(facts.st_size) : 0
    }

    private static func waiting(_ key: String, _ english: String, _ values: [String: String]) -> UnavailableSite {
        UnavailableSite(problems: StartProblems(key, english, values)) { configuration in
            // Soon: a replica that is restored anew is missed by its visitors.
            repeat { try await Task.sleep(for: .milliseconds(500)) } while (try? open(configuration)) == nil
        }
    }
}
