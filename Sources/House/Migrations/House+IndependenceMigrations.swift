import Accounts
import GRDB

extension House {
    static func migrateIndependence(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("house living 011 independence") { db in
            try db.execute(
                sql: """
                    -- Nothing is counted for whoever has no row here, or has not agreed.
                    CREATE TABLE independence (
                      guestID INTEGER PRIMARY KEY REFERENCES guest(id) ON DELETE CASCADE,
                      askedBy TEXT NOT NULL,
                      askedAt TEXT NOT NULL,
                      agreedAt TEXT
                    ) STRICT;

                    -- How often, never when within the day, never what and never where.
                    CREATE TABLE aidUse (
                      guestID INTEGER NOT NULL REFERENCES independence(guestID) ON DELETE CASCADE,
                      day INTEGER NOT NULL,
                      aid TEXT NOT NULL CHECK (aid IN ('speech', 'details', 'steps')),
                      count INTEGER NOT NULL CHECK (count > 0),
                      PRIMARY KEY (guestID, day, aid)
                    ) STRICT;
                    """)
        }
    }
}
