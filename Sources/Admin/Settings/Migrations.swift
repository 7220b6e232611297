import GRDB

/// The tables of the back office itself.
public enum AdminSchema {
    public static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("admin 001 settings") { db in
            try db.execute(sql: "CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID")
        }
        AuditSearch.migrate(&migrator)
        SearchIndex.migrate(&migrator)
        Preferences.migrate(&migrator)
    }
}
