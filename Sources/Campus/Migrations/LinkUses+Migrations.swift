import Accounts
import Admin
import GRDB

extension LinkUses {
    /// Programs with copies are told when a link is hidden or shown again.
    static func hideDeadLinks(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 129 dead links are hidden") { db in
            try db.execute(
                sql: """
                    ALTER TABLE campusLinkCheck ADD COLUMN isDead INTEGER
                      AS (ifnull(status IN (404, 410) OR (failures > 1 AND status IS NOT NULL), 0)) VIRTUAL;
                    """)
            for (act, row, condition) in [
                ("INSERT", "new", "new.isDead = 1"), ("UPDATE", "new", "new.isDead <> old.isDead"), ("DELETE", "old", "old.isDead = 1"),
            ] {
                try db.execute(
                    sql: """
                        CREATE TRIGGER campusLinkCheck_dead_\(act.lowercased()) AFTER \(act) ON campusLinkCheck WHEN \(condition) BEGIN
                          INSERT OR REPLACE INTO campusChange (kind, objectID) SELECT 'link', id FROM campusLink WHERE url = \(row).address;
                        END;
                        """)
            }
        }
    }

    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 103 link check") { db in
            try db.execute(
                sql: """
                    CREATE TABLE campusLinkCheck (
                      address TEXT PRIMARY KEY CHECK (address <> ''),
                      checkedAt TEXT NOT NULL,
                      status INTEGER,
                      -- Empty when it was there.
                      error TEXT NOT NULL DEFAULT '',
                      failures INTEGER NOT NULL DEFAULT 0,
                      brokenSince TEXT,
                      CHECK ((error = '') = (brokenSince IS NULL))
                    ) STRICT, WITHOUT ROWID;
                    """)
        }
    }
}
