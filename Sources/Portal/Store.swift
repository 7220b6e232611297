import Accounts
import Admin
import CSQLite
import Foundation
import GRDB
import Hummingbird
import Web

/// The database: one file, opened once for the life of the program.
public enum Store {
    /// Opens the database in the data folder, creates it where there is none, and brings its schema up to date, after a copy of it.
    ///
    /// Throws `StartProblems` where the folder cannot be used, or holds what is no database, or that of a newer program.
    public static func open(_ configuration: Configuration) throws -> DatabasePool {
        do {
            try FileManager.default.createDirectory(
                atPath: configuration.data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch let error as CocoaError {
            throw StartProblems(["PORTICO_DATA: «\(configuration.data)» cannot be a folder: \(error.localizedDescription)"])
        }
        do {
            return try pool(configuration)
        } catch let error as DatabaseError {
            throw StartProblems(error, opening: path(configuration)) ?? error
        }
    }

    static func path(_ configuration: Configuration) -> String { configuration.data + "/portico.sqlite" }

    private static func pool(_ configuration: Configuration) throws -> DatabasePool {
        let path = path(configuration)
        // SQLite would open it to read, and go on so when it can be written again.
        guard makePrivate(path) else { throw DatabaseError(resultCode: .SQLITE_READONLY) }
        var settings = settings
        settings.busyMode = .timeout(configuration.databasePatience)
        let pool = try DatabasePool(path: path, configuration: settings)
        // A pool sets NORMAL for its writer after it has prepared it.
        try pool.writeWithoutTransaction(waitForDisk)
        let migrator = migrator
        let applied = try pool.read(migrator.appliedMigrations).count
        try requireKnown(pool, path, migrator)
        guard applied == migrator.migrations.count else {
            if applied > 0 { try keep(pool, as: configuration.data + "/" + Backups.beforeUpdate) }
            try migrate(pool, migrator)
            return pool
        }
        // Nothing that pages need: where it cannot be written now, the next start does it.
        do { try prepareSearch(pool) } catch let error as DatabaseError where error.isPassing {}
        return pool
    }

    private static func requireKnown(_ database: any DatabaseReader, _ path: String, _ migrator: DatabaseMigrator) throws {
        guard try database.read(migrator.hasBeenSuperseded) else { return }
        throw StartProblems(["\(path) belongs to a newer Portico than \(ProgramVersion.text): start that one, or restore an older backup"])
    }

    /// Looks whether the whole file can be read.
    static func requireSound(_ database: any DatabaseReader) async throws {
        let found = try await database.read { db in
            // What it read is not what pages need.
            defer { try? db.execute(sql: "PRAGMA shrink_memory") }
            return try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
        }
        if let found, found != "ok" { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: found) }
    }

    /// The way back: it takes the place of the database, and the older program that of this one.
    private static func keep(_ pool: DatabasePool, as path: String) throws {
        try? FileManager.default.removeItem(atPath: path)
        makePrivate(path)
        try pool.vacuum(into: path)
    }

    /// Opens the database as it is, beside a program that serves it, without bringing its schema up to date; nil where there is none.
    public static func existing(_ configuration: Configuration) throws -> DatabaseQueue? {
        let path = configuration.data + "/portico.sqlite"
        return FileManager.default.fileExists(atPath: path) ? try DatabaseQueue(path: path, configuration: settings) : nil
    }

    /// A database for a test, gone with the last reference to it.
    public static func inMemory() throws -> DatabaseQueue {
        let queue = try DatabaseQueue(configuration: settings)
        try migrate(queue)
        return queue
    }

    /// Applies the migrations that a database has not seen yet.
    public static func migrate(_ database: any DatabaseWriter, _ migrator: DatabaseMigrator = migrator) throws {
        try migrator.migrate(database)
        try prepareSearch(database)
    }

    private static func prepareSearch(_ database: any DatabaseWriter) throws {
        try database.write { try SearchIndex.prepare($0, for: Portal.modules.flatMap { $0.resources }) }
    }

    /// Lets only the owner read a database; SQLite gives the files beside it the same rights.
    /// - Returns: whether it can be written; one that is not there is made.
    @discardableResult
    private static func makePrivate(_ path: String) -> Bool {
        // A file that is there is not opened: closing it would drop the locks that SQLite holds on it for this process.
        if access(path, F_OK) != 0 {
            let file = Foundation.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard file >= 0 else { return false }
            close(file)
        }
        guard access(path, W_OK) == 0 else { return false }
        for end in ["", "-wal", "-shm"] { chmod(path + end, 0o600) }
        return true
    }

    /// Every table of every system, also of those that are switched off: switching one on needs no migration.
    public static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        Accounts.migrate(&migrator)
        Media.migrate(&migrator)
        AdminSchema.migrate(&migrator)
        for module in Portal.modules { module.migrate(&migrator) }
        Outbox.migrate(&migrator)
        return migrator
    }

    /// What an error of the database means to the person who saved something: the disk is full, or nothing can be written now.
    static func status(of error: any Error) -> HTTPResponse.Status? {
        guard let error = error as? DatabaseError, error.isPassing else { return nil }
        return error.resultCode == .SQLITE_FULL ? .init(code: 507, reasonPhrase: "Insufficient Storage") : .serviceUnavailable
    }

    /// How every connection is opened.
    ///
    /// GRDB fails at once when the database is busy: here it waits.
    public static var settings: GRDB.Configuration {
        _ = isPrepared
        var settings = GRDB.Configuration()
        settings.busyMode = .timeout(5)
        // Slow pages may take all processors, and one reader is left for the others; each holds the whole schema in memory.
        settings.maximumReaderCount = min(4, ProcessInfo.processInfo.activeProcessorCount + 1)
        settings.prepareDatabase { db in
            try waitForDisk(db)
            try db.execute(sql: "PRAGMA cell_size_check = ON; PRAGMA secure_delete = ON")
            // Readers need not hold as much of the file as the writer: the system holds it too.
            if db.configuration.readonly { try db.execute(sql: "PRAGMA cache_size = -1000") }
            db.trace(PageReads.notice)
        }
        return settings
    }

    /// What holds for all connections, and is said before the first is opened.
    private static let isPrepared: Bool = {
        // Sums of its memory, which nobody reads here, would have all connections wait for each other at every piece of it.
        sqlite3_config_int(SQLITE_CONFIG_MEMSTATUS, 0) == SQLITE_OK
            // For `ReadOnlyStore`, which says in the name that the file does not change.
            && sqlite3_config_int(SQLITE_CONFIG_URI, 1) == SQLITE_OK
            // A statement that may be undone keeps the pages it changes: 15 in memory, more in a file made for it. A save changes some 20.
            && sqlite3_config_int(SQLITE_CONFIG_STMTJRNL_SPILL, 120 * 1024) == SQLITE_OK
    }()

    /// A commit is through when it is on the disk: with NORMAL, which is usual with WAL, a power cut may undo the last saves.
    @Sendable private static func waitForDisk(_ db: Database) throws {
        try db.execute(sql: "PRAGMA synchronous = FULL")
    }
}
