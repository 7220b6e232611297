import Admin
import GRDB

enum LinkUses {
    static let sql = """
        SELECT 'links' AS resource, l.id, l.name AS title, l.url AS address FROM campusLink l WHERE l.deletedAt IS NULL AND l.published = 1
        UNION ALL
        SELECT 'events', e.id, e.title, l.url FROM campusEventLink l JOIN campusEvent e ON e.id = l.event
          WHERE e.deletedAt IS NULL AND e.ends > datetime('now')
        UNION ALL
        SELECT 'articles', a.id, a.title, a.link FROM \(NewsQuery.tables) WHERE a.link <> '' AND \(NewsQuery.shown)
        """

    /// Broken: certainly gone, or no answer more than once.
    static let broken = """
        SELECT u.resource, u.id, u.title, u.address, c.status, c.error, c.brokenSince, c.checkedAt, c.isDead
        FROM (\(sql)) u JOIN campusLinkCheck c ON c.address = u.address
        WHERE c.brokenSince IS NOT NULL AND (c.failures > 1 OR c.status IN (404, 410))
        """

    /// SQL: whether an address still works according to its site. A site without any answer is not hidden: the fault may be in the own
    /// network.
    static func leads(_ address: String) -> String { "\(address) NOT IN (SELECT address FROM campusLinkCheck WHERE isDead = 1)" }

    /// Programs with copies are told when a link is hidden or shown again.
    static func hideTheDead(_ migrator: inout DatabaseMigrator) {
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

    static func migrate(_ migrator: inout DatabaseMigrator) {
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
