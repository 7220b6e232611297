import Accounts
import Admin
import GRDB
import Registry

extension AcademicCalendar {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 161 academic calendar") { db in
            try db.execute(sql: plan)
            try db.execute(sql: applied)
        }
    }

    private static let plan = """
        CREATE TABLE campusPeriod (
          \(ResourceSchema.columns()),
          name TEXT NOT NULL CHECK (name <> ''),
          translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
          kind TEXT NOT NULL DEFAULT 'lessons' CHECK (kind IN ('lessons', 'exams')),
          year INTEGER NOT NULL REFERENCES academicYear(id) ON DELETE CASCADE,
          term TEXT NOT NULL CHECK (term IN ('unsaid', 'year', 'firstSemester', 'secondSemester', 'summer')),
          faculty INTEGER REFERENCES faculty(id) ON DELETE CASCADE,
          begins TEXT NOT NULL,
          ends TEXT NOT NULL,
          CHECK (begins <= ends)
        ) STRICT;
        \(ResourceSchema.indexes("campusPeriod", sortedBy: ["begins"]))
        DROP INDEX campusPeriod_title;
        CREATE INDEX campusPeriod_title ON campusPeriod(folded) WHERE deletedAt IS NULL;
        CREATE INDEX campusPeriod_year ON campusPeriod(year);
        CREATE INDEX campusPeriod_faculty ON campusPeriod(faculty) WHERE faculty IS NOT NULL;

        CREATE TABLE campusClosingDay (
          \(ResourceSchema.columns()),
          name TEXT NOT NULL CHECK (name <> ''),
          translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
          rule TEXT NOT NULL CHECK (rule <> ''),
          faculty INTEGER REFERENCES faculty(id) ON DELETE CASCADE
        ) STRICT;
        \(ResourceSchema.indexes("campusClosingDay", sortedBy: ["rule"]))
        DROP INDEX campusClosingDay_title;
        CREATE INDEX campusClosingDay_title ON campusClosingDay(folded) WHERE deletedAt IS NULL;
        CREATE INDEX campusClosingDay_faculty ON campusClosingDay(faculty) WHERE faculty IS NOT NULL;
        """

    private static let applied = """
        -- What lessons follow: the plan as it was last applied.
        CREATE TABLE campusAppliedPeriod (
          id INTEGER PRIMARY KEY,
          kind TEXT NOT NULL CHECK (kind IN ('lessons', 'exams')),
          year INTEGER NOT NULL REFERENCES academicYear(id) ON DELETE CASCADE,
          term TEXT NOT NULL,
          faculty INTEGER REFERENCES faculty(id) ON DELETE CASCADE,
          begins TEXT NOT NULL,
          ends TEXT NOT NULL
        ) STRICT;
        CREATE INDEX campusAppliedPeriod_year ON campusAppliedPeriod(year);
        CREATE INDEX campusAppliedPeriod_faculty ON campusAppliedPeriod(faculty) WHERE faculty IS NOT NULL;

        CREATE TABLE campusAppliedClosing (
          id INTEGER PRIMARY KEY,
          rule TEXT NOT NULL,
          faculty INTEGER REFERENCES faculty(id) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX campusAppliedClosing_faculty ON campusAppliedClosing(faculty) WHERE faculty IS NOT NULL;

        CREATE TABLE campusAcademicCalendar (
          id INTEGER PRIMARY KEY CHECK (id = 1),
          version INTEGER NOT NULL,
          appliedAt TEXT NOT NULL
        ) STRICT;
        """
}
