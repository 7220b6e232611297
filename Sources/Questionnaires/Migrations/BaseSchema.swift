import Accounts
import Admin
import GRDB

enum BaseSchema {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("questionnaires 001 students, exams, mobility, competitions") { db in
            try db.execute(
                sql: """
                    CREATE TABLE student (
                      \(ResourceSchema.columns()),
                      number TEXT NOT NULL CHECK (number <> ''),
                      name TEXT NOT NULL DEFAULT '',
                      degree INTEGER REFERENCES degree(id) ON DELETE SET NULL,
                      courseYear INTEGER CHECK (courseYear BETWEEN 1 AND 8),
                      standing TEXT NOT NULL DEFAULT 'regular' CHECK (standing IN ('regular', 'beyond')),
                      account TEXT NOT NULL DEFAULT '',
                      active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1))
                    ) STRICT;
                    \(ResourceSchema.indexes("student", sortedBy: ["name"]))
                    \(ResourceSchema.facets("student", columns: ["active", "standing", "courseYear", "degree"]))
                    CREATE INDEX student_degree ON student(degree) WHERE degree IS NOT NULL;
                    CREATE INDEX student_account ON student(account) WHERE account <> '';

                    CREATE TABLE recordBook (
                      student INTEGER NOT NULL REFERENCES student(id) ON DELETE CASCADE,
                      activity INTEGER NOT NULL REFERENCES activity(id) ON DELETE CASCADE,
                      UNIQUE (student, activity)
                    ) STRICT;
                    CREATE INDEX recordBook_activity ON recordBook(activity, student);

                    CREATE TABLE examSession (
                      \(ResourceSchema.columns()),
                      name TEXT NOT NULL CHECK (name <> ''),
                      activity INTEGER NOT NULL REFERENCES activity(id) ON DELETE CASCADE,
                      held TEXT,
                      opens TEXT,
                      closes TEXT,
                      place TEXT NOT NULL DEFAULT ''
                    ) STRICT;
                    \(ResourceSchema.indexes("examSession", sortedBy: ["held"]))
                    CREATE INDEX examSession_activity ON examSession(activity);

                    CREATE TABLE examBooking (
                      student INTEGER NOT NULL REFERENCES student(id) ON DELETE CASCADE,
                      session INTEGER NOT NULL REFERENCES examSession(id) ON DELETE CASCADE,
                      at TEXT NOT NULL,
                      PRIMARY KEY (student, session)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX examBooking_session ON examBooking(session);

                    CREATE TABLE mobility (
                      \(ResourceSchema.columns()),
                      name TEXT NOT NULL CHECK (name <> ''),
                      student INTEGER NOT NULL REFERENCES student(id) ON DELETE CASCADE,
                      university TEXT NOT NULL DEFAULT '',
                      begins TEXT,
                      ends TEXT
                    ) STRICT;
                    \(ResourceSchema.indexes("mobility", sortedBy: ["ends"]))
                    CREATE INDEX mobility_student ON mobility(student);

                    CREATE TABLE competition (
                      \(ResourceSchema.columns()),
                      name TEXT NOT NULL CHECK (name <> ''),
                      year INTEGER NOT NULL REFERENCES academicYear(id) ON DELETE RESTRICT,
                      code TEXT NOT NULL CHECK (code <> '')
                    ) STRICT;
                    \(ResourceSchema.indexes("competition"))
                    CREATE INDEX competition_year ON competition(year, code);

                    CREATE TABLE competitionEntrant (
                      competition INTEGER NOT NULL REFERENCES competition(id) ON DELETE CASCADE,
                      student INTEGER NOT NULL REFERENCES student(id) ON DELETE CASCADE,
                      UNIQUE (competition, student)
                    ) STRICT;
                    CREATE INDEX competitionEntrant_student ON competitionEntrant(student);
                    """)
        }
    }
}
