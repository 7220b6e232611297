import Accounts
import GRDB

extension House {
    static func migrateOffline(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("house offline 001 acts done without a network") { db in
            try db.execute(
                sql: """
                    CREATE TABLE syncAct (
                      guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
                      id TEXT NOT NULL CHECK (id <> ''),
                      at TEXT NOT NULL,
                      answer TEXT NOT NULL CHECK (json_valid(answer)),
                      PRIMARY KEY (guestID, id)
                    ) STRICT;
                    CREATE INDEX syncAct_time ON syncAct(at);

                    -- Who took a row out decides whether an act that was done without a network may bring it back.
                    ALTER TABLE listItem ADD COLUMN removedByEducator INTEGER NOT NULL DEFAULT 0 CHECK (removedByEducator IN (0, 1));
                    """)
        }
        migrator.registerMigration("house offline 002 what an act did") { db in
            try db.execute(sql: "ALTER TABLE syncAct ADD COLUMN hash BLOB")
        }
    }
}
