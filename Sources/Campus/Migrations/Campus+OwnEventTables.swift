import Accounts
import GRDB

extension Campus {
    /// Own events are deleted with their visitor, never by age.
    static func ownEventTables(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 111 events of visitors") { db in
            try db.execute(
                sql: """
                    CREATE TABLE campusOwnEvent (
                      id INTEGER PRIMARY KEY,
                      visitorID INTEGER NOT NULL REFERENCES campusVisitor(id) ON DELETE CASCADE,
                      -- Of a course that he follows; none for what has nothing to do with one.
                      course INTEGER REFERENCES course(id) ON DELETE SET NULL,
                      kind TEXT NOT NULL CHECK (kind IN ('personal', 'lecture', 'exam', 'task')),
                      title TEXT NOT NULL CHECK (title <> ''),
                      starts TEXT NOT NULL,
                      ends TEXT NOT NULL,
                      -- The last day on which it is repeated every week.
                      weeklyUntil TEXT,
                      place TEXT NOT NULL DEFAULT '',
                      note TEXT NOT NULL DEFAULT '',
                      -- Minutes before, for the alarm of calendar programs.
                      reminder INTEGER CHECK (reminder BETWEEN 0 AND 10080),
                      version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0),
                      changedAt TEXT NOT NULL,
                      CHECK (ends >= starts),
                      CHECK (weeklyUntil IS NULL OR weeklyUntil >= starts)
                    ) STRICT;
                    CREATE INDEX campusOwnEvent_visitor ON campusOwnEvent(visitorID, starts);
                    CREATE INDEX campusOwnEvent_course ON campusOwnEvent(course) WHERE course IS NOT NULL;
                    """)
        }
    }
}
