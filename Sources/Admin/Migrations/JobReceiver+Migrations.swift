import Accounts
import GRDB

extension JobReceiver {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("admin jobs 002 lanes, receivers and generations") { db in
            try db.execute(
                sql: """
                    -- Whom the job delivers to, of whom only one job at a time is at work; empty for nobody.
                    ALTER TABLE job ADD COLUMN receiver TEXT NOT NULL DEFAULT '';
                    -- The site's generation when it was asked for; see siteIdentity.
                    ALTER TABLE job ADD COLUMN generation INTEGER NOT NULL DEFAULT 1;
                    CREATE INDEX jobOfReceiver ON job (receiver, state) WHERE receiver <> '';
                    CREATE TABLE jobReceiver (
                        name TEXT PRIMARY KEY CHECK (name <> ''),
                        failures INTEGER NOT NULL CHECK (failures > 0),
                        restsUntil TEXT
                    ) STRICT, WITHOUT ROWID;
                    """)
        }
    }
}
