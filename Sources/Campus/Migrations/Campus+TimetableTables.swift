import Accounts
import Admin
import GRDB
import Registry

extension Campus {
    static func timetableTables(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 003 timetables") { db in
            try db.execute(
                sql: """
                    CREATE TABLE campusTimetable (
                      \(ResourceSchema.columns()),
                      code TEXT NOT NULL CHECK (code <> ''),
                      activity INTEGER NOT NULL REFERENCES activity(id) ON DELETE CASCADE,
                      begins TEXT,
                      ends TEXT,
                      CHECK (begins IS NULL OR ends IS NULL OR begins <= ends)
                    ) STRICT;
                    \(ResourceSchema.indexes("campusTimetable", sortedBy: ["code"]))
                    CREATE UNIQUE INDEX campusTimetable_activity ON campusTimetable(activity) WHERE deletedAt IS NULL;

                    CREATE TABLE campusSlot (
                      id INTEGER PRIMARY KEY,
                      timetable INTEGER NOT NULL REFERENCES campusTimetable(id) ON DELETE CASCADE,
                      position INTEGER NOT NULL,
                      weekday TEXT NOT NULL CHECK (weekday IN (\(Weekday.names))),
                      begins TEXT NOT NULL,
                      ends TEXT NOT NULL,
                      area INTEGER REFERENCES campusArea(id) ON DELETE SET NULL,
                      note TEXT NOT NULL DEFAULT '',
                      UNIQUE (timetable, position),
                      CHECK (begins < ends)
                    ) STRICT;
                    CREATE INDEX campusSlot_area ON campusSlot(area) WHERE area IS NOT NULL;
                    """)
        }
    }
}
