import Accounts
import Admin
import GRDB

extension Campus {
    static func openingHours(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 154 opening hours as data") { db in
            for table in ["campusBuilding", "campusArea"] {
                try db.execute(sql: "ALTER TABLE \(table) ADD COLUMN opening TEXT NOT NULL DEFAULT ''")
            }
        }
    }

    static func openTimetables(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 153 secret addresses that are shown again, seats of rooms") { db in
            try db.execute(
                sql: """
                    ALTER TABLE campusVisitorCalendar ADD COLUMN salt BLOB NOT NULL DEFAULT x'';
                    ALTER TABLE campusArea ADD COLUMN seats INTEGER CHECK (seats >= 0);
                    """)
        }
    }

    static func calendarTables(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 010 calendars") { db in
            try db.execute(
                sql: """
                    CREATE TABLE campusCalendar (
                      \(ResourceSchema.columns()),
                      name TEXT NOT NULL CHECK (name <> ''),
                      translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
                      colour TEXT NOT NULL DEFAULT 'blue' CHECK (colour IN ('blue', 'green', 'red', 'orange', 'purple', 'grey')),
                      common INTEGER NOT NULL DEFAULT 1 CHECK (common IN (0, 1)),
                      degree INTEGER REFERENCES degree(id) ON DELETE SET NULL,
                      department INTEGER REFERENCES department(id) ON DELETE SET NULL,
                      ordering INTEGER NOT NULL DEFAULT 0
                    ) STRICT;
                    \(ResourceSchema.indexes("campusCalendar", sortedBy: ["ordering"]))
                    CREATE INDEX campusCalendar_degree ON campusCalendar(degree) WHERE degree IS NOT NULL;
                    CREATE INDEX campusCalendar_department ON campusCalendar(department) WHERE department IS NOT NULL;

                    CREATE TABLE campusEvent (
                      \(ResourceSchema.columns()),
                      title TEXT NOT NULL CHECK (title <> ''),
                      translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
                      calendar INTEGER NOT NULL REFERENCES campusCalendar(id) ON DELETE RESTRICT,
                      starts TEXT NOT NULL,
                      ends TEXT NOT NULL,
                      area INTEGER REFERENCES campusArea(id) ON DELETE SET NULL,
                      building INTEGER REFERENCES campusBuilding(id) ON DELETE SET NULL,
                      location TEXT NOT NULL DEFAULT '',
                      topic TEXT NOT NULL DEFAULT '',
                      speaker TEXT NOT NULL DEFAULT '',
                      organiser TEXT NOT NULL DEFAULT '',
                      details TEXT NOT NULL DEFAULT '',
                      phone TEXT NOT NULL DEFAULT '',
                      email TEXT NOT NULL DEFAULT '',
                      link TEXT NOT NULL DEFAULT '',
                      cancelled INTEGER NOT NULL DEFAULT 0 CHECK (cancelled IN (0, 1)),
                      CHECK (ends >= starts)
                    ) STRICT;
                    \(ResourceSchema.indexes("campusEvent", sortedBy: ["starts"]))
                    -- A seminar is held more than once.
                    DROP INDEX campusEvent_title;
                    CREATE INDEX campusEvent_title ON campusEvent(folded) WHERE deletedAt IS NULL;
                    CREATE INDEX campusEvent_calendar ON campusEvent(calendar, starts);
                    CREATE INDEX campusEvent_area ON campusEvent(area, starts) WHERE area IS NOT NULL;
                    CREATE INDEX campusEvent_building ON campusEvent(building) WHERE building IS NOT NULL;

                    CREATE TABLE campusEventPerson (
                      event INTEGER NOT NULL REFERENCES campusEvent(id) ON DELETE CASCADE,
                      person INTEGER NOT NULL REFERENCES person(id) ON DELETE CASCADE,
                      UNIQUE (event, person)
                    ) STRICT;
                    CREATE INDEX campusEventPerson_person ON campusEventPerson(person);

                    CREATE TABLE campusExamSession (
                      \(ResourceSchema.columns()),
                      name TEXT NOT NULL CHECK (name <> ''),
                      course INTEGER NOT NULL REFERENCES course(id) ON DELETE CASCADE,
                      starts TEXT NOT NULL,
                      ends TEXT NOT NULL,
                      kind TEXT NOT NULL DEFAULT 'written' CHECK (kind IN ('written', 'oral', 'practical', 'project')),
                      area INTEGER REFERENCES campusArea(id) ON DELETE SET NULL,
                      location TEXT NOT NULL DEFAULT '',
                      note TEXT NOT NULL DEFAULT '',
                      cancelled INTEGER NOT NULL DEFAULT 0 CHECK (cancelled IN (0, 1)),
                      CHECK (ends >= starts)
                    ) STRICT;
                    \(ResourceSchema.indexes("campusExamSession", sortedBy: ["starts"]))
                    DROP INDEX campusExamSession_title;
                    CREATE INDEX campusExamSession_title ON campusExamSession(folded) WHERE deletedAt IS NULL;
                    CREATE INDEX campusExamSession_course ON campusExamSession(course, starts);
                    CREATE INDEX campusExamSession_area ON campusExamSession(area, starts) WHERE area IS NOT NULL;

                    -- The secret address at which a visitor's calendar programs find his own calendar.
                    CREATE TABLE campusVisitorCalendar (
                      visitorID INTEGER PRIMARY KEY REFERENCES campusVisitor(id) ON DELETE CASCADE,
                      tokenHash BLOB NOT NULL UNIQUE,
                      createdAt TEXT NOT NULL
                    ) STRICT;
                    """)
        }
    }
}
