import Accounts
import GRDB

extension Digest {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 113 one message a day") { db in
            try db.execute(
                sql: """
                    -- The hour of the day, in the site's zone, at which a mail address gets everything together; none for each at its time.
                    ALTER TABLE campusWay ADD COLUMN digestHour INTEGER
                      CHECK (digestHour IS NULL OR (channel = 'mail' AND digestHour BETWEEN 0 AND 23));
                    """)
        }
    }
}
