import Accounts
import Admin
import GRDB

extension OwnEventChange {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 167 own events of any rhythm") { db in
            try db.execute(
                sql: """
                    ALTER TABLE campusOwnEvent RENAME COLUMN weeklyUntil TO repeatsUntil;
                    ALTER TABLE campusOwnEvent ADD COLUMN repetition TEXT CHECK (repetition IS NULL OR json_valid(repetition));
                    UPDATE campusOwnEvent SET repetition = '{"interval":1,"monthly":"date","unit":"week","weekdays":[]}'
                    WHERE repeatsUntil IS NOT NULL;

                    CREATE TABLE campusOwnEventChange (
                      event INTEGER NOT NULL REFERENCES campusOwnEvent(id) ON DELETE CASCADE,
                      -- Its day by the rule.
                      day TEXT NOT NULL,
                      -- Without them it is left out.
                      starts TEXT,
                      ends TEXT,
                      PRIMARY KEY (event, day),
                      CHECK ((starts IS NULL) = (ends IS NULL)),
                      CHECK (starts IS NULL OR ends >= starts)
                    ) STRICT;
                    """)
        }
    }
}
