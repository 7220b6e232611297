import Accounts
import GRDB

extension Campus {
    /// Visitors: a cookie token only, without name, address or network.
    static func visitorTables(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 002 visitors") { db in
            try db.execute(
                sql: """
                    CREATE TABLE campusVisitor (
                      id INTEGER PRIMARY KEY,
                      tokenHash BLOB NOT NULL UNIQUE,
                      degree INTEGER REFERENCES degree(id) ON DELETE SET NULL,
                      seenOn TEXT NOT NULL,
                      alertsSeenAt TEXT,
                      -- What the next page says, once.
                      message TEXT
                    ) STRICT;
                    CREATE INDEX campusVisitor_seenOn ON campusVisitor(seenOn);

                    CREATE TABLE campusVisitorCourse (
                      visitorID INTEGER NOT NULL REFERENCES campusVisitor(id) ON DELETE CASCADE,
                      course INTEGER NOT NULL REFERENCES course(id) ON DELETE CASCADE,
                      colour TEXT NOT NULL DEFAULT '',
                      addedAt TEXT NOT NULL,
                      PRIMARY KEY (visitorID, course)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX campusVisitorCourse_course ON campusVisitorCourse(course);

                    CREATE TABLE campusVisitorMark (
                      visitorID INTEGER NOT NULL REFERENCES campusVisitor(id) ON DELETE CASCADE,
                      list TEXT NOT NULL CHECK (list IN ('favourite', 'recent')),
                      kind TEXT NOT NULL CHECK (kind IN ('person', 'building', 'area', 'event', 'news', 'course')),
                      objectID INTEGER NOT NULL,
                      at TEXT NOT NULL,
                      PRIMARY KEY (visitorID, list, kind, objectID)
                    ) STRICT, WITHOUT ROWID;

                    -- Where a visitor was last in each service.
                    CREATE TABLE campusVisitorPath (
                      visitorID INTEGER NOT NULL REFERENCES campusVisitor(id) ON DELETE CASCADE,
                      service TEXT NOT NULL,
                      path TEXT NOT NULL,
                      title TEXT NOT NULL,
                      PRIMARY KEY (visitorID, service)
                    ) STRICT, WITHOUT ROWID;
                    """)
        }
    }
}
