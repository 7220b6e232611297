import Accounts
import Admin
import GRDB

extension EventSeries {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 166 series of events") { db in
            try db.execute(
                sql: """
                    CREATE TABLE campusEventSeries (
                      id INTEGER PRIMARY KEY,
                      repetition TEXT NOT NULL CHECK (json_valid(repetition)),
                      -- The first time; the others follow from it.
                      starts TEXT NOT NULL,
                      ends TEXT NOT NULL,
                      until TEXT NOT NULL,
                      CHECK (ends >= starts),
                      CHECK (until >= starts)
                    ) STRICT;

                    CREATE TABLE campusEventOfSeries (
                      event INTEGER PRIMARY KEY REFERENCES campusEvent(id) ON DELETE CASCADE,
                      series INTEGER NOT NULL REFERENCES campusEventSeries(id) ON DELETE CASCADE,
                      -- Its time by the rule, from which it may have been moved.
                      slot TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX campusEventOfSeries_series ON campusEventOfSeries(series);
                    """)
        }
    }
}
