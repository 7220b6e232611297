import Accounts
import GRDB
import Testing

struct SchemaMigratorTests {
    private struct Broken: Error {}

    private static func migrator(then last: @escaping SchemaMigrator.Migration = { _ in }) -> SchemaMigrator {
        var migrator = SchemaMigrator()
        migrator.registerMigration("moon 001 seas") { db in
            try db.execute(
                sql: """
                    CREATE TABLE sea (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
                    CREATE TABLE boat (id INTEGER PRIMARY KEY, sea INTEGER NOT NULL REFERENCES sea(id));
                    """)
        }
        migrator.registerMigration("moon 002 two seas and a boat") { db in
            try db.execute(sql: "INSERT INTO sea VALUES (1, 'Tranquillity'), (2, 'Crises'); INSERT INTO boat VALUES (1, 1)")
        }
        migrator.registerMigration("moon 003 last", migrate: last)
        return migrator
    }

    private static func tables(_ database: DatabaseQueue) throws -> [String] {
        try database.read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") }
    }

    @Test func aFailureLeavesNothingOfTheMigrationsBefore() throws {
        let database = try DatabaseQueue()
        let failed = Self.migrator { _ in throw Broken() }
        let failure = #expect(throws: SchemaMigrator.Failure.self) { try failed.migrate(database) }
        #expect(failure?.migration == "moon 003 last")
        #expect(failure?.cause is Broken)
        #expect(try Self.tables(database) == [])
        try Self.migrator().migrate(database)
        #expect(try database.read(Self.migrator().hasCompletedMigrations))
    }

    @Test func aReferenceToNothingUndoesAll() throws {
        let database = try DatabaseQueue()
        try Self.migrator().migrate(database, upTo: "moon 001 seas")
        let careless = Self.migrator { try $0.execute(sql: "DELETE FROM sea") }
        let failure = #expect(throws: SchemaMigrator.Failure.self) { try careless.migrate(database) }
        #expect(failure?.migration == nil)
        #expect(try database.read(careless.appliedMigrations) == ["moon 001 seas"])
        #expect(try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM boat") } == 0)
    }

    /// With references checked at each statement, dropping the first table would delete or forbid rows of the second.
    @Test func aTableThatOthersReferToIsReplaced() throws {
        let database = try DatabaseQueue()
        let replacing = Self.migrator { db in
            try db.execute(
                sql: """
                    CREATE TABLE newSea (id INTEGER PRIMARY KEY, name TEXT NOT NULL, depth INTEGER);
                    INSERT INTO newSea (id, name) SELECT id, name FROM sea;
                    DROP TABLE sea;
                    ALTER TABLE newSea RENAME TO sea;
                    """)
        }
        try replacing.migrate(database)
        #expect(try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM boat JOIN sea ON sea.id = boat.sea") } == 1)
        let (references, cache) = try database.read { db in
            (try Bool.fetchOne(db, sql: "PRAGMA foreign_keys"), try Int.fetchOne(db, sql: "PRAGMA cache_size"))
        }
        #expect(references == true)
        #expect(cache == -2000)
    }

    @Test func eachMigrationIsToldWithItsRows() throws {
        let database = try DatabaseQueue()
        var steps: [SchemaMigrator.Step] = []
        try Self.migrator().migrate(database, upTo: "moon 002 two seas and a boat") { steps.append($0) }
        #expect(steps.map(\.migration) == ["moon 001 seas", "moon 002 two seas and a boat"])
        #expect(steps.map(\.rows) == [0, 3])
        #expect(try database.read(Self.migrator().missingMigrations) == ["moon 003 last"])
    }

    /// Programs before this one wrote the table by GRDB's own migrator.
    @Test func continuesWhereAnEarlierProgramEnded() throws {
        let database = try DatabaseQueue()
        var earlier = DatabaseMigrator()
        earlier.registerMigration("moon 001 seas") { try $0.execute(sql: "CREATE TABLE sea (id INTEGER PRIMARY KEY, name TEXT NOT NULL)") }
        try earlier.migrate(database)
        var migrator = SchemaMigrator()
        migrator.registerMigration("moon 001 seas") { _ in throw Broken() }
        migrator.registerMigration("moon 002 boats") { try $0.execute(sql: "CREATE TABLE boat (id INTEGER PRIMARY KEY)") }
        try migrator.migrate(database)
        #expect(try Self.tables(database) == ["boat", "grdb_migrations", "sea"])
        #expect(try database.read(earlier.hasBeenSuperseded))
        #expect(try !database.read(migrator.hasBeenSuperseded))
    }

    @Test func onlyANewDatabaseBeginsWithTheSnapshot() throws {
        var migrator = Self.migrator { try $0.execute(sql: "INSERT INTO sea VALUES (3, 'Rains')") }
        migrator.snapshot = """
            CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
            CREATE TABLE sea (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
            INSERT INTO grdb_migrations VALUES ('moon 001 seas'), ('moon 002 two seas and a boat');
            """
        let new = try DatabaseQueue()
        try migrator.migrate(new)
        #expect(try Self.tables(new) == ["grdb_migrations", "sea"])
        #expect(try new.read { try String.fetchAll($0, sql: "SELECT name FROM sea") } == ["Rains"])
        #expect(try new.read(migrator.hasCompletedMigrations))
        let older = try DatabaseQueue()
        try migrator.migrate(older, upTo: "moon 001 seas")
        try migrator.migrate(older)
        #expect(try Self.tables(older) == ["boat", "grdb_migrations", "sea"])
    }
}
