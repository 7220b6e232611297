import Admin
import GRDB

/// Where visitors are sent, and from which record.
enum LinkUses {
    /// Columns `resource`, `id`, `title`, `address`.
    static let sql = """
        SELECT 'links' AS resource, l.id, l.name AS title, l.url AS address FROM campusLink l WHERE l.deletedAt IS NULL AND l.published = 1
        UNION ALL
        SELECT 'events', e.id, e.title, l.url FROM campusEventLink l JOIN campusEvent e ON e.id = l.event
          WHERE e.deletedAt IS NULL AND e.ends > datetime('now')
        UNION ALL
        SELECT 'articles', a.id, a.title, a.link FROM \(NewsQuery.tables) WHERE a.link <> '' AND \(NewsQuery.shown)
        """

    /// Those that lead nowhere: gone for sure, or without an answer more than once.
    static let broken = """
        SELECT u.resource, u.id, u.title, u.address, c.status, c.error, c.brokenSince, c.checkedAt
        FROM (\(sql)) u JOIN campusLinkCheck c ON c.address = u.address
        WHERE c.brokenSince IS NOT NULL AND (c.failures > 1 OR c.status IN (404, 410))
        """

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
