import Accounts
import Admin
import CSQLite
import CSnapshot
import Foundation
import GRDB
import Hummingbird
import Web

public enum Store {
    /// Opens or creates the database in the data folder and migrates it, after making a copy. Throws `StartProblems` when the folder is
    /// unusable, or the file is no database or from a newer program, or a migration fails.
    /// - Parameter note: told of the update of an existing database.
    public static func open(
        _ configuration: Configuration, noting note: (UpdateProgress) -> Void = { _ in }
    ) throws -> DatabasePool {
        do {
            try FileManager.default.createDirectory(
                atPath: configuration.data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch let error as CocoaError {
            throw StartProblems(
                "database.folder", "PORTICO_DATA: «{folder}» cannot be a folder: {cause}",
                ["folder": configuration.data, "cause": error.localizedDescription])
        }
        do {
            return try pool(configuration, note)
        } catch let error as DatabaseError {
            throw StartProblems(error, opening: path(configuration)) ?? error
        } catch let failure as SchemaMigrator.Failure {
            throw StartProblems(failure, updating: path(configuration))
        }
    }

    static func path(_ configuration: Configuration) -> String { configuration.data + "/portico.sqlite" }

    private static func pool(_ configuration: Configuration, _ note: (UpdateProgress) -> Void) throws -> DatabasePool {
        let path = path(configuration)
        // SQLite would open it read-only and stay so.
        guard makePrivate(path) else { throw DatabaseError(resultCode: .SQLITE_READONLY) }
        var settings = settings
        settings.busyMode = .timeout(configuration.databasePatience)
        let pool = try DatabasePool(path: path, configuration: settings)
        // A pool resets its writer to NORMAL after preparing it.
        try pool.writeWithoutTransaction(waitForDisk)
        let migrator = migrator
        let missing = try pool.read { db in
            try requireKnown(db, path, migrator)
            return try migrator.missingMigrations(db)
        }
        guard missing.isEmpty else {
            try update(pool, missing, migrator, in: configuration, note)
            return pool
        }
        // Optional: if it cannot be written now, the next start does it.
        do { try pool.write(prepareSearch) } catch let error as DatabaseError where error.isPassing {}
        return pool
    }

    private static func update(
        _ pool: DatabasePool, _ missing: [String], _ migrator: SchemaMigrator, in configuration: Configuration,
        _ note: (UpdateProgress) -> Void
    ) throws {
        guard missing.count < migrator.migrations.count else { return try migrate(pool, migrator) }
        let begin = ContinuousClock.now
        note(.begun(missing: missing))
        try Backups.keepBeforeUpdate(pool, in: configuration.data)
        note(.copied)
        try migrate(pool, migrator) { note(.applied($0)) }
        // The log of an update may be as large as the database, and would stay so. Litestream, which never stops reading it, shortens it.
        _ = try? pool.writeWithoutTransaction { try $0.checkpoint(configuration.heartbeat > 0 ? .passive : .truncate) }
        note(.ended(ContinuousClock.now - begin))
    }

    static func requireKnown(_ db: Database, _ path: String, _ migrator: SchemaMigrator = migrator) throws {
        guard try migrator.hasBeenSuperseded(db) else { return }
        throw StartProblems(
            "database.newer", "{file} belongs to a newer Portico than {version}: start that one, or restore an older backup",
            ["file": path, "version": ProgramVersion.text])
    }

    static func requireIntact(_ database: any DatabaseReader) async throws {
        let found = try await database.read { db in
            // The check fills the cache with pages that requests do not need.
            defer { try? db.execute(sql: "PRAGMA shrink_memory") }
            return try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
        }
        if let found, found != "ok" { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: found) }
    }

    /// Opens the database without migration, beside a running server; nil when there is none.
    public static func existing(_ configuration: Configuration) throws -> DatabaseQueue? {
        let path = configuration.data + "/portico.sqlite"
        return FileManager.default.fileExists(atPath: path) ? try DatabaseQueue(path: path, configuration: settings) : nil
    }

    public static func inMemory() throws -> DatabaseQueue {
        let queue = try DatabaseQueue(configuration: settings)
        try migrate(queue)
        return queue
    }

    public static func migrate(
        _ database: any DatabaseWriter, _ migrator: SchemaMigrator = migrator, noting note: (SchemaMigrator.Step) -> Void = { _ in }
    ) throws {
        try migrator.migrate(database, noting: note, finishing: prepareSearch)
    }

    private static func prepareSearch(_ db: Database) throws {
        try SearchIndex.prepare(db, for: Portal.modules.flatMap { $0.resources })
    }

    /// Restricts the database to its owner; SQLite's side files inherit this. Creates a missing file and returns whether it is writable.
    @discardableResult
    private static func makePrivate(_ path: String) -> Bool {
        // Never open an existing file: closing it drops SQLite's locks of the whole process.
        if access(path, F_OK) != 0 {
            let file = Foundation.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard file >= 0 else { return false }
            close(file)
        }
        guard access(path, W_OK) == 0 else { return false }
        for end in ["", "-wal", "-shm"] { chmod(path + end, 0o600) }
        return true
    }

    /// The tables of all systems, including inactive ones, so that activation needs no migration.
    public static var migrator: SchemaMigrator {
        var migrator = SchemaMigrator()
        Accounts.migrate(&migrator)
        Media.migrate(&migrator)
        AdminSchema.migrate(&migrator)
        for module in Portal.modules { module.migrate(&migrator) }
        Outbox.migrate(&migrator)
        migrator.snapshot = String(cString: portico_snapshot())
        return migrator
    }

    /// Maps database errors to 507 for a full disk and 503 when nothing can be written.
    static func status(of error: any Error) -> HTTPResponse.Status? {
        guard let error = error as? DatabaseError, error.isPassing else { return nil }
        return error.resultCode == .SQLITE_FULL ? .init(code: 507, reasonPhrase: "Insufficient Storage") : .serviceUnavailable
    }

    /// The settings of every connection. A busy database waits here, while GRDB by default fails at once.
    public static var settings: GRDB.Configuration {
        _ = isPrepared
        var settings = GRDB.Configuration()
        settings.busyMode = .timeout(5)
        // Slow pages may occupy all processors; one more reader serves the others. Each one holds the whole schema in memory.
        settings.maximumReaderCount = min(4, ProcessInfo.processInfo.activeProcessorCount + 1)
        settings.prepareDatabase { db in
            try waitForDisk(db)
            try db.execute(sql: "PRAGMA cell_size_check = ON; PRAGMA secure_delete = ON")
            // Readers need a smaller cache, because the system caches the file too.
            if db.configuration.readonly { try db.execute(sql: "PRAGMA cache_size = -1000") }
            db.trace(PageReads.notice)
        }
        NameOrder.add(to: &settings)
        return settings
    }

    private static let isPrepared: Bool = {
        // Memory statistics would make all connections wait for each other at every allocation.
        sqlite3_config_int(SQLITE_CONFIG_MEMSTATUS, 0) == SQLITE_OK
            // `ReadOnlyStore` needs file names with options.
            && sqlite3_config_int(SQLITE_CONFIG_URI, 1) == SQLITE_OK
            // Savepoints keep changed pages: by default 15 in memory, then in a file. A save changes about 20.
            && sqlite3_config_int(SQLITE_CONFIG_STMTJRNL_SPILL, 120 * 1024) == SQLITE_OK
    }()

    /// Commits wait for the disk: with NORMAL, usual for WAL, a power failure may lose the last saves.
    @Sendable private static func waitForDisk(_ db: Database) throws {
        try db.execute(sql: "PRAGMA synchronous = FULL")
    }
}
