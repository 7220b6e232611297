import Accounts
import GRDB

enum FormatSchema {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("questionnaires 013 scales, rankings, times, choices in any order") { db in
            // The format stays what programs of the university know; the look says how it is asked.
            try db.execute(
                sql: """
                    ALTER TABLE element ADD COLUMN look TEXT NOT NULL DEFAULT ''
                      CHECK (look IN ('', 'scale', 'nps', 'stars', 'ranking', 'slider', 'time', 'dateTime', 'email'));
                    ALTER TABLE element ADD COLUMN shuffled INTEGER NOT NULL DEFAULT 0 CHECK (shuffled IN (0, 1));
                    """)
        }
    }
}
