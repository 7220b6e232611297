import Accounts
import GRDB

extension Campus {
    static func lessonTables(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 110 lessons that are cancelled or moved") { db in
            try db.execute(
                sql: """
                    CREATE TABLE campusLessonChange (
                      id INTEGER PRIMARY KEY,
                      timetable INTEGER NOT NULL REFERENCES campusTimetable(id) ON DELETE CASCADE,
                      -- The lesson of every week. No foreign key: a timetable's lessons are written anew, under their numbers, when it is saved.
                      slot INTEGER NOT NULL,
                      -- The day on which it would be held, in the site's zone: 2026-03-02.
                      day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
                      -- A change that was taken back stays as 'held', so that its version never falls: programs go by it.
                      kind TEXT NOT NULL CHECK (kind IN ('cancelled', 'moved', 'held')),
                      starts TEXT,
                      ends TEXT,
                      area INTEGER REFERENCES campusArea(id) ON DELETE SET NULL,
                      note TEXT NOT NULL DEFAULT '',
                      version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0),
                      changedAt TEXT NOT NULL,
                      -- What those who follow the course were told.
                      alert INTEGER REFERENCES campusAlert(id) ON DELETE SET NULL,
                      UNIQUE (timetable, slot, day),
                      CHECK ((kind = 'moved') = (starts IS NOT NULL) AND (starts IS NULL) = (ends IS NULL)),
                      CHECK (starts < ends)
                    ) STRICT;
                    CREATE INDEX campusLessonChange_slot ON campusLessonChange(slot);
                    CREATE INDEX campusLessonChange_area ON campusLessonChange(area) WHERE area IS NOT NULL;
                    CREATE INDEX campusLessonChange_alert ON campusLessonChange(alert) WHERE alert IS NOT NULL;
                    """)
        }
    }
}
