import Accounts
import GRDB

extension Heartbeat {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("admin heartbeat 001 when a replicated site was last alive") { db in
            try db.execute(
                sql: """
                    CREATE TABLE heartbeat (
                        id INTEGER PRIMARY KEY CHECK (id = 1),
                        at TEXT NOT NULL
                    ) STRICT;
                    """)
        }
    }
}
