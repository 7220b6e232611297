import Accounts
import GRDB

extension AccountPreferences {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("search 002 preferences") { db in
            try db.execute(
                sql: """
                    CREATE TABLE preference (
                        accountID INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
                        name TEXT NOT NULL CHECK (name <> ''),
                        value TEXT NOT NULL,
                        PRIMARY KEY (accountID, name)
                    ) STRICT;
                    """)
        }
    }
}
