import Accounts
import GRDB
import Web

extension Crash {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("admin jobs 003 crashes") { db in
            try db.execute(
                sql: """
                    ALTER TABLE job ADD COLUMN crashes INTEGER NOT NULL DEFAULT 0 CHECK (crashes >= 0);
                    CREATE TABLE crash (
                        id INTEGER PRIMARY KEY,
                        at TEXT NOT NULL,
                        signal INTEGER NOT NULL,
                        run TEXT NOT NULL UNIQUE,
                        served INTEGER NOT NULL CHECK (served IN (0, 1)),
                        jobs TEXT NOT NULL CHECK (json_valid(jobs))
                    ) STRICT;
                    """)
        }
    }
}
