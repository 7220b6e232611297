import Accounts
import Admin
import Foundation
import GRDB
import Web

/// The database: one file, opened once for the life of the program.
public enum Store {
    /// Opens the database in the data folder, creates it where there is none, and brings its schema up to date; throws `StartProblems`
    /// for a damaged one.
    public static func open(_ configuration: Configuration) throws -> DatabasePool {
        try FileManager.default.createDirectory(
            atPath: configuration.data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return try sound(configuration) {
            let pool = try DatabasePool(path: configuration.data + "/portico.sqlite", configuration: settings)
            if try pool.read(isOlder) { try keep(pool, as: configuration.data + "/" + Backups.beforeUpdate) }
            try migrate(pool)
            return pool
        }
    }

    /// Looks whether the file is whole, beside whoever opens it: it takes as long as reading all of it.
    static func requireSound(_ configuration: Configuration) throws {
        try sound(configuration) {
            let found = try existing(configuration)?.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
            if let found, found != "ok" { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: found) }
        }
    }

    /// Says for whoever starts the program what SQLite says of a damaged file.
    private static func sound<T>(_ configuration: Configuration, _ act: () throws -> T) throws -> T {
        do { return try act() } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) {
            // The last line says it: the one before names the database.
            let cause = error.message?.split(separator: "\n").last ?? "no database"
            throw StartProblems([
                "\(configuration.data)/portico.sqlite is damaged (\(cause)): `portico check` says more, `portico restore` brings a backup back"
            ])
        }
    }

    /// Whether an older program wrote it.
    private static func isOlder(_ db: Database) throws -> Bool {
        let applied = try migrator.appliedMigrations(db)
        return !applied.isEmpty && applied.count < migrator.migrations.count
    }

    /// The way back: it takes the place of the database, and the older program that of this one.
    private static func keep(_ pool: DatabasePool, as path: String) throws {
        try? FileManager.default.removeItem(atPath: path)
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
    public static func migrate(_ database: any DatabaseWriter) throws {
        try migrator.migrate(database)
        try database.write { try SearchIndex.prepare($0, for: Portal.modules.flatMap { $0.resources }) }
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

    /// How every connection is opened.
    ///
    /// GRDB sets `synchronous` to NORMAL with WAL, which may undo the last saves after a power cut, and fails at once when the
    /// database is busy: both are set on purpose.
    public static var settings: GRDB.Configuration {
        var settings = GRDB.Configuration()
        settings.busyMode = .timeout(5)
        settings.maximumReaderCount = 4
        settings.prepareDatabase { db in
            try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA cell_size_check = ON; PRAGMA secure_delete = ON")
            db.trace(PageReads.notice)
        }
        return settings
    }
}
