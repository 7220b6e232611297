import GRDB

extension House {
    static func migrateVoices(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("house living 020 voices") { db in
            // The sounds lie in the database: they are small, a backup holds them, and one transaction takes them with their words.
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
    }
}
