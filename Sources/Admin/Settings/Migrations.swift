import GRDB

/// The tables of what all systems share.
public enum AdminSchema {
    /// Adds them; after the tables of `Accounts`.
    public static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("admin 001 settings of the site") { db in
            try db.execute(sql: "CREATE TABLE setting (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;")
        }
        AuditSearch.migrate(&migrator)
    }
}
