import Accounts
import Admin
import GRDB
import Web

extension CampusVisits {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 117 how often services are opened") { db in
            try db.execute(
                sql: """
                    CREATE TABLE campusVisits (
                      -- In the site's zone: 2026-03-02.
                      day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
                      service TEXT NOT NULL,
                      number INTEGER NOT NULL CHECK (number > 0),
                      PRIMARY KEY (day, service)
                    ) STRICT, WITHOUT ROWID;
                    """)
        }
    }
}
