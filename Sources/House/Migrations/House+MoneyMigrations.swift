import Accounts
import GRDB

extension House {
    static func migrateMoney(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("house money 001 purses") { db in
            try db.execute(
                sql: """
                    -- How many pieces of each kind a guest says to have.
                    CREATE TABLE purse (
                      guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
                      cents INTEGER NOT NULL CHECK (cents > 0),
                      pieces INTEGER NOT NULL CHECK (pieces BETWEEN 1 AND 40),
                      PRIMARY KEY (guestID, cents)
                    ) STRICT;
                    """)
        }
    }
}
