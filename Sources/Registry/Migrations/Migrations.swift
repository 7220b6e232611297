import Accounts
import Admin
import GRDB

extension Registry {
    public static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("registry 001 years, departments, people, degrees, courses, activities") { db in
            try db.execute(
                sql: """
                    CREATE TABLE academicYear (
                      \(ResourceSchema.columns()),
                      name TEXT NOT NULL CHECK (name <> ''),
                      begins TEXT,
                      ends TEXT,
                      CHECK (begins IS NULL OR ends IS NULL OR begins <= ends)
                    ) STRICT;
                    \(ResourceSchema.indexes("academicYear"))

                    CREATE TABLE department (
                      \(ResourceSchema.columns()),
                      name TEXT NOT NULL CHECK (name <> ''),
                      translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
                      code TEXT NOT NULL DEFAULT '',
                      website TEXT NOT NULL DEFAULT ''
                    ) STRICT;
                    \(ResourceSchema.indexes("department", sortedBy: ["code"]))

                    CREATE TABLE person (
                      \(ResourceSchema.columns()),
                      name TEXT NOT NULL CHECK (name <> ''),
                      givenName TEXT NOT NULL DEFAULT '',
                      surname TEXT NOT NULL DEFAULT '',
                      code TEXT NOT NULL DEFAULT '',
                      position TEXT NOT NULL DEFAULT '',
                      department INTEGER REFERENCES department(id) ON DELETE SET NULL,
                      picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
                      email TEXT NOT NULL DEFAULT '',
                      phone TEXT NOT NULL DEFAULT '',
                      website TEXT NOT NULL DEFAULT '',
                      account TEXT NOT NULL DEFAULT '',
                      active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1))
                    ) STRICT;
                    \(ResourceSchema.indexes("person", sortedBy: ["surname"]))
                    \(ResourceSchema.facets("person", columns: ["active", "department", "picture"]))
                    CREATE INDEX person_department ON person(department) WHERE department IS NOT NULL;
                    CREATE INDEX person_picture ON person(picture) WHERE picture IS NOT NULL;
                    CREATE INDEX person_account ON person(account) WHERE account <> '';

                    CREATE TABLE degree (
                      \(ResourceSchema.columns()),
                      name TEXT NOT NULL CHECK (name <> ''),
                      translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
                      code TEXT NOT NULL DEFAULT '',
                      level TEXT NOT NULL DEFAULT 'bachelor' CHECK (level IN ('bachelor', 'master', 'single', 'doctorate', 'other')),
                      department INTEGER REFERENCES department(id) ON DELETE SET NULL,
                      years INTEGER NOT NULL DEFAULT 3 CHECK (years BETWEEN 1 AND 8)
                    ) STRICT;
                    \(ResourceSchema.indexes("degree", sortedBy: ["code"]))
                    CREATE INDEX degree_department ON degree(department) WHERE department IS NOT NULL;

                    CREATE TABLE course (
                      \(ResourceSchema.columns()),
                      code TEXT NOT NULL CHECK (code <> ''),
                      name TEXT NOT NULL CHECK (name <> ''),
                      translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
                      degree INTEGER REFERENCES degree(id) ON DELETE SET NULL,
                      courseYear INTEGER CHECK (courseYear BETWEEN 1 AND 8),
                      credits INTEGER NOT NULL DEFAULT 6 CHECK (credits BETWEEN 0 AND 60),
                      sector TEXT NOT NULL DEFAULT ''
                    ) STRICT;
                    \(ResourceSchema.indexes("course", sortedBy: ["name"]))
                    \(ResourceSchema.facets("course", columns: ["courseYear", "degree", "credits"]))
                    CREATE INDEX course_degree ON course(degree) WHERE degree IS NOT NULL;

                    -- What has been taught stays known: a course or a year with activities is not deleted for good.
                    CREATE TABLE activity (
                      \(ResourceSchema.columns()),
                      code TEXT NOT NULL CHECK (code <> ''),
                      course INTEGER NOT NULL REFERENCES course(id) ON DELETE RESTRICT,
                      year INTEGER NOT NULL REFERENCES academicYear(id) ON DELETE RESTRICT,
                      partition TEXT NOT NULL DEFAULT '',
                      period TEXT NOT NULL DEFAULT '',
                      closing TEXT
                    ) STRICT;
                    \(ResourceSchema.indexes("activity", sortedBy: ["code", "closing"]))
                    \(ResourceSchema.facets("activity", columns: ["year", "closing", "course"]))
                    CREATE INDEX activity_course ON activity(course);
                    CREATE INDEX activity_year ON activity(year);

                    CREATE TABLE activityTeacher (
                      activity INTEGER NOT NULL REFERENCES activity(id) ON DELETE CASCADE,
                      person INTEGER NOT NULL REFERENCES person(id) ON DELETE CASCADE,
                      UNIQUE (activity, person)
                    ) STRICT;
                    CREATE INDEX activityTeacher_person ON activityTeacher(person, activity);
                    """)
        }
        migrator.registerMigration("registry 002 people receive, courses have programmes") { db in
            let columns = ["objectives", "syllabus", "prerequisites", "teaching", "reading", "assessment", "languages", "note"]
            for column in columns { try db.execute(sql: "ALTER TABLE course ADD COLUMN \(column) TEXT NOT NULL DEFAULT ''") }
            try db.execute(
                sql: """
                    ALTER TABLE course ADD COLUMN borrowed INTEGER REFERENCES course(id) ON DELETE SET NULL;
                    CREATE INDEX course_borrowed ON course(borrowed) WHERE borrowed IS NOT NULL;
                    ALTER TABLE person ADD COLUMN fax TEXT NOT NULL DEFAULT '';
                    ALTER TABLE person ADD COLUMN office TEXT NOT NULL DEFAULT '';
                    ALTER TABLE person ADD COLUMN hoursNote TEXT NOT NULL DEFAULT '';

                    CREATE TABLE personHour (
                      id INTEGER PRIMARY KEY,
                      person INTEGER NOT NULL REFERENCES person(id) ON DELETE CASCADE,
                      position INTEGER NOT NULL,
                      weekday TEXT NOT NULL CHECK (weekday IN (\(Weekday.names))),
                      begins TEXT NOT NULL,
                      ends TEXT NOT NULL,
                      place TEXT NOT NULL DEFAULT '',
                      UNIQUE (person, position),
                      CHECK (begins < ends)
                    ) STRICT;

                    CREATE TABLE personLink (
                      id INTEGER PRIMARY KEY,
                      person INTEGER NOT NULL REFERENCES person(id) ON DELETE CASCADE,
                      position INTEGER NOT NULL,
                      kind TEXT NOT NULL CHECK (kind IN ('publications', 'material', 'previous', 'curriculum', 'other')),
                      url TEXT NOT NULL CHECK (url <> ''),
                      UNIQUE (person, position)
                    ) STRICT;
                    """)
        }
        migrator.registerMigration("registry 003 people say a few words") { db in
            try db.execute(
                sql: """
                    ALTER TABLE person ADD COLUMN about TEXT NOT NULL DEFAULT '';
                    ALTER TABLE person ADD COLUMN translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations));
                    """)
        }
        migrator.registerMigration("registry 004 courses have parts") { db in
            try db.execute(
                sql: """
                    ALTER TABLE course ADD COLUMN partOf INTEGER REFERENCES course(id) ON DELETE SET NULL;
                    ALTER TABLE course ADD COLUMN attendance TEXT NOT NULL DEFAULT '';
                    CREATE INDEX course_partOf ON course(partOf) WHERE partOf IS NOT NULL;
                    """)
        }
        migrator.registerMigration("registry 005 faculties, courses of several degrees") { db in
            try db.execute(
                sql: """
                    CREATE TABLE faculty (
                      \(ResourceSchema.columns()),
                      name TEXT NOT NULL CHECK (name <> ''),
                      translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
                      code TEXT NOT NULL DEFAULT ''
                    ) STRICT;
                    \(ResourceSchema.indexes("faculty", sortedBy: ["code"]))
                    ALTER TABLE department ADD COLUMN faculty INTEGER REFERENCES faculty(id) ON DELETE SET NULL;
                    CREATE INDEX department_faculty ON department(faculty) WHERE faculty IS NOT NULL;

                    CREATE TABLE courseDegree (
                      id INTEGER PRIMARY KEY,
                      course INTEGER NOT NULL REFERENCES course(id) ON DELETE CASCADE,
                      position INTEGER NOT NULL,
                      degree INTEGER NOT NULL REFERENCES degree(id) ON DELETE CASCADE,
                      courseYear INTEGER CHECK (courseYear BETWEEN 1 AND 8),
                      path TEXT NOT NULL DEFAULT '',
                      UNIQUE (course, position)
                    ) STRICT;
                    CREATE INDEX courseDegree_degree ON courseDegree(degree);

                    -- A course with each degree that has it: its own and the further ones.
                    CREATE VIEW courseOfDegree AS
                      SELECT id AS course, degree, courseYear, '' AS path FROM course
                      UNION ALL SELECT course, degree, courseYear, path FROM courseDegree;
                    """)
        }
        migrator.registerMigration("registry 006 terms are chosen, and what was written in one language is said in both") { db in
            for table in ["activity", "personHour", "courseDegree"] {
                try db.execute(
                    sql: "ALTER TABLE \(table) ADD COLUMN translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations))")
            }
            // Converts clear values to choices; other text stays.
            try db.execute(
                sql: """
                    ALTER TABLE activity ADD COLUMN term TEXT NOT NULL DEFAULT 'unsaid'
                      CHECK (term IN ('unsaid', 'year', 'firstSemester', 'secondSemester', 'summer'));
                    UPDATE activity SET term = 'firstSemester', period = ''
                      WHERE lower(trim(period)) IN ('primo semestre', 'first semester', 'i semestre', '1° semestre', '1st semester');
                    UPDATE activity SET term = 'secondSemester', period = ''
                      WHERE lower(trim(period)) IN ('secondo semestre', 'second semester', 'ii semestre', '2° semestre', '2nd semester');
                    UPDATE activity SET term = 'year', period = '' WHERE lower(trim(period)) IN ('annuale', 'tutto l’anno', 'whole year');
                    DROP VIEW courseOfDegree;
                    CREATE VIEW courseOfDegree AS
                      SELECT id AS course, degree, courseYear, '' AS path, '{}' AS translations FROM course
                      UNION ALL SELECT course, degree, courseYear, path, translations FROM courseDegree;
                    """)
        }
    }
}
