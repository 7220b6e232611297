import Accounts
import Admin
import GRDB
import Registry
import Web

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
