import GRDB

/// Applies the migrations that a database lacks in one transaction: a killed process leaves the old schema or the new one.
public struct SchemaMigrator: Sendable {
    public typealias Migration = @Sendable (Database) throws -> Void

    public struct Step: Sendable {
        public let migration: String
        /// The rows that it added, changed and deleted, in search indexes too.
        public let rows: Int
        public let duration: Duration
    }

    /// An error that undid the update.
    public struct Failure: Error {
        /// nil when the migrations went well and what follows them did not.
        public let migration: String?
        public let cause: any Error
    }

    private var registered: [(name: String, migration: Migration)] = []

    /// Statements that make in an empty database what migrations leave there, with the names of those; the others run after them.
    public var snapshot: String?

    public init() {}

    public var migrations: [String] { registered.map(\.name) }

    /// - Parameter name: stored in every database, so it never changes. No new database takes a name twice.
    public mutating func registerMigration(_ name: String, migrate: @escaping Migration) {
        registered.append((name, migrate))
    }

    public func appliedMigrations(_ db: Database) throws -> [String] {
        let applied = try Self.stored(db)
        return migrations.filter(applied.contains)
    }

    public func missingMigrations(_ db: Database) throws -> [String] {
        let applied = try Self.stored(db)
        return migrations.filter { !applied.contains($0) }
    }

    public func hasCompletedMigrations(_ db: Database) throws -> Bool { try missingMigrations(db).isEmpty }

    /// Whether a newer program migrated the database.
    public func hasBeenSuperseded(_ db: Database) throws -> Bool { try !Self.stored(db).isSubset(of: migrations) }

    /// `last` is the migration to stop after, for tests; `finish` makes what else belongs to the new schema, in the same transaction.
    /// - Throws: `Failure` when a migration fails or leaves a reference to nothing; the database is then as before.
    public func migrate(
        _ database: any DatabaseWriter, upTo last: String? = nil, noting note: (Step) -> Void = { _ in },
        finishing finish: (Database) throws -> Void = { _ in }
    ) throws {
        try database.barrierWriteWithoutTransaction { db in
            guard try !missing(db, upTo: last).isEmpty else { return }
            try prepared(db) {
                try db.inTransaction(.immediate) {
                    if last == nil { try takeSnapshot(db) }
                    try db.execute(sql: "CREATE TABLE IF NOT EXISTS \(Self.table) (identifier TEXT NOT NULL PRIMARY KEY)")
                    // Read again: another process may have migrated before this transaction began.
                    for (name, migration) in try missing(db, upTo: last) { note(try apply(name, migration, db)) }
                    do {
                        try finish(db)
                        try db.checkForeignKeys()
                    } catch {
                        throw Failure(migration: nil, cause: error)
                    }
                    return .commit
                }
            }
        }
    }

    /// Every change of a table reads the schema of all tables again, which would take most of the making of a site.
    private func takeSnapshot(_ db: Database) throws {
        guard let snapshot, try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema)") ?? false else { return }
        do { try db.execute(sql: snapshot) } catch { throw Failure(migration: nil, cause: error) }
    }

    private func apply(_ name: String, _ migration: Migration, _ db: Database) throws -> Step {
        let (clock, before) = (ContinuousClock(), db.totalChangesCount)
        do {
            let duration = try clock.measure { try migration(db) }
            let rows = db.totalChangesCount - before
            try db.execute(sql: "INSERT INTO \(Self.table) (identifier) VALUES (?)", arguments: [name])
            return Step(migration: name, rows: rows, duration: duration)
        } catch {
            throw Failure(migration: name, cause: error)
        }
    }

    private func missing(_ db: Database, upTo last: String?) throws -> [(name: String, migration: Migration)] {
        let applied = try Self.stored(db)
        let end = last.map { last in registered.firstIndex { $0.name == last }.map { $0 + 1 } ?? 0 } ?? registered.count
        return registered[..<end].filter { !applied.contains($0.name) }
    }

    /// Runs an update with a larger cache and without references between rows, which would forbid replacing a table that others refer to.
    private func prepared(_ db: Database, _ update: () throws -> Void) throws {
        let cache = try Int.fetchOne(db, sql: "PRAGMA cache_size") ?? 0
        let checksReferences = try Bool.fetchOne(db, sql: "PRAGMA foreign_keys") ?? false
        try db.execute(sql: "PRAGMA cache_size = -65536; PRAGMA foreign_keys = OFF")
        let result = Result { try update() }
        try db.execute(sql: "PRAGMA cache_size = \(cache); PRAGMA foreign_keys = \(checksReferences ? "ON" : "OFF")")
        try result.get()
    }

    /// GRDB's own name: databases of earlier programs have it.
    private static let table = "grdb_migrations"

    private static func stored(_ db: Database) throws -> Set<String> {
        guard try db.tableExists(table) else { return [] }
        return try String.fetchSet(db, sql: "SELECT identifier FROM \(table)")
    }
}
