import Accounts
import GRDB

extension House {
    static func migrateCalls(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("house living 010 calls for help") { db in
            try db.execute(
                sql: """
                    CREATE TABLE helpCall (
                      id INTEGER PRIMARY KEY,
                      houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
                      guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
                      text TEXT NOT NULL CHECK (text <> ''),
                      createdAt TEXT NOT NULL,
                      seenAt TEXT,
                      answer TEXT CHECK (answer <> ''),
                      answeredBy TEXT,
                      endedAt TEXT,
                      CHECK ((answer IS NULL) = (answeredBy IS NULL)),
                      CHECK (answer IS NULL OR endedAt IS NOT NULL)
                    ) STRICT;
                    -- Whoever waits for help is not asked to sort his calls.
                    CREATE UNIQUE INDEX helpCall_open ON helpCall(guestID) WHERE endedAt IS NULL;
                    CREATE INDEX helpCall_guest ON helpCall(guestID);
                    CREATE INDEX helpCall_house ON helpCall(houseID, createdAt);
                    """)
        }
    }
}
