import Accounts
import GRDB

extension House {
    static func migrateVoices(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("house living 020 voices") { db in
            // Sounds are small; in the database, backups include them and one transaction deletes them with their words.
            try db.execute(
                sql: """
                    CREATE TABLE voice (
                      id INTEGER PRIMARY KEY,
                      houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
                      text TEXT NOT NULL CHECK (text <> ''),
                      sound BLOB NOT NULL,
                      milliseconds INTEGER NOT NULL CHECK (milliseconds > 0),
                      madeBy TEXT NOT NULL,
                      madeAt TEXT NOT NULL,
                      deletedAt TEXT
                    ) STRICT;
                    CREATE UNIQUE INDEX voice_text ON voice(houseID, text) WHERE deletedAt IS NULL;
                    CREATE INDEX voice_house ON voice(houseID);
                    """)
        }
        migrator.registerMigration("house living 021 videos") { db in
            try db.execute(
                sql: """
                    CREATE TABLE clip (
                      id INTEGER PRIMARY KEY,
                      houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
                      text TEXT NOT NULL CHECK (text <> ''),
                      video BLOB NOT NULL,
                      milliseconds INTEGER NOT NULL CHECK (milliseconds > 0),
                      madeAt TEXT NOT NULL,
                      deletedAt TEXT
                    ) STRICT;
                    CREATE UNIQUE INDEX clip_text ON clip(houseID, text) WHERE deletedAt IS NULL;
                    CREATE INDEX clip_house ON clip(houseID);
                    """)
        }
        migrator.registerMigration("house living 022 videos know the act that brought them") { db in
            try db.execute(
                sql: """
                    -- The catalogue taken from another house that brought it, and whether its undo archived it.
                    ALTER TABLE clip ADD COLUMN actID INTEGER REFERENCES act(id) ON DELETE SET NULL;
                    ALTER TABLE clip ADD COLUMN isUndone INTEGER NOT NULL DEFAULT 0 CHECK (isUndone IN (0, 1));
                    CREATE INDEX clip_act ON clip(actID) WHERE actID IS NOT NULL;
                    """)
        }
    }
}
