import Accounts
import Admin
import GRDB
import Registry
import Web

extension Timetable {
    static func migrateOverlaps(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 163 lessons that may overlap") { db in
            try db.execute(sql: "ALTER TABLE campusTimetable ADD COLUMN overlaps INTEGER NOT NULL DEFAULT 0 CHECK (overlaps IN (0, 1))")
        }
    }
}

extension TeachingShare {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 122 teachers share an activity") { db in
            try db.execute(
                sql: """
                    CREATE TABLE campusShare (
                      id INTEGER PRIMARY KEY,
                      timetable INTEGER NOT NULL REFERENCES campusTimetable(id) ON DELETE CASCADE,
                      position INTEGER NOT NULL,
                      person INTEGER NOT NULL REFERENCES person(id) ON DELETE CASCADE,
                      hours INTEGER CHECK (hours > 0),
                      material TEXT NOT NULL DEFAULT '',
                      UNIQUE (timetable, position)
                    ) STRICT;
                    CREATE INDEX campusShare_person ON campusShare(person);
                    """)
        }
    }
}
