import Accounts
import Admin
import Foundation
import GRDB
import Portal
import Testing

/// `Sources/<System>/Migrations/schema.sql` holds the tables as all migrations leave them, and `Sources/CSnapshot/snapshot.sql`
/// makes them in a new database; `make schema` writes both.
struct SchemaTests {
    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Sources")
    private static let writes = ProcessInfo.processInfo.environment["PORTICO_WRITE_SCHEMA"] != nil

    private static var systems: [(name: String, migrate: (inout SchemaMigrator) -> Void)] {
        [("Accounts", { Accounts.migrate(&$0) }), ("Admin", { Media.migrate(&$0) }), ("Admin", { AdminSchema.migrate(&$0) })]
            + Portal.modules.map { module in (String(describing: module), { module.migrate(&$0) }) }
            + [("Admin", { Outbox.migrate(&$0) })]
    }

    /// The statements of each system's tables, indexes and triggers; an object belongs to the system that creates it first.
    private static func schemas() throws -> [String: String] {
        let database = try DatabaseQueue(configuration: Store.settings)
        var migrator = SchemaMigrator()
        var owners: [String: String] = [:]
        for (system, migrate) in Self.systems {
            migrate(&migrator)
            try migrator.migrate(database)
            for (name, table, _) in try objects(database) where owners[name] == nil { owners[name] = owners[table] ?? system }
        }
        return try objects(database).reduce(into: [:]) { schemas, object in
            guard let sql = object.sql, let owner = owners[object.name] else { return }
            schemas[owner, default: ""] += sql + ";\n\n"
        }
    }

    /// Shadow tables of search indexes and GRDB's own table are left out.
    private static func objects(_ database: DatabaseQueue) throws -> [(name: String, table: String, sql: String?)] {
        try database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT name, tbl_name AS "table", sql FROM sqlite_schema
                    WHERE name NOT LIKE 'sqlite_%' AND name NOT LIKE 'grdb_%'
                      AND NOT EXISTS (SELECT 1 FROM pragma_table_list WHERE pragma_table_list.name = tbl_name AND pragma_table_list.type = 'shadow')
                    ORDER BY tbl_name, type = 'table' DESC, name
                    """
            ).map { ($0["name"], $0["table"], $0["sql"]) }
        }
    }

    @Test func schemaFilesAreCurrent() throws {
        let schemas = try Self.schemas()
        #expect(schemas.count == 8)
        for (system, schema) in schemas {
            let file = Self.sources.appendingPathComponent("\(system)/Migrations/schema.sql")
            if Self.writes { try schema.write(to: file, atomically: true, encoding: .utf8) }
            #expect((try? String(contentsOf: file, encoding: .utf8)) == schema, "\(system): run make schema")
        }
    }

    private static func migrated() throws -> DatabaseQueue {
        let database = try DatabaseQueue(configuration: Store.settings)
        var migrator = Store.migrator
        migrator.snapshot = nil
        try migrator.migrate(database)
        return database
    }

    @Test func snapshotIsCurrent() throws {
        let snapshot = try Self.migrated().read(Snapshot.source)
        let file = Self.sources.appendingPathComponent("CSnapshot/snapshot.sql")
        if Self.writes { try snapshot.write(to: file, atomically: true, encoding: .utf8) }
        #expect((try? String(contentsOf: file, encoding: .utf8)) == snapshot, "snapshot.sql: run make schema")
    }

    /// With a snapshot of an older program too, after which the other migrations run.
    @Test func aNewDatabaseIsAsMigrationsLeaveIt() throws {
        let new = try DatabaseQueue(configuration: Store.settings)
        try Store.migrator.migrate(new)
        #expect(try new.read(Snapshot.statements).sorted() == Self.migrated().read(Snapshot.statements).sorted())
    }
}
