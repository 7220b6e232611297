import Accounts
import Admin
import GRDB

extension Campus {
    static func alertTables(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 020 alerts") { db in
            try db.execute(sql: Self.alertTexts)
            // Migration 127 adds faculties.
            for kind in TargetKind.allCases where kind != .faculty { try db.execute(sql: kind.links) }
            try db.execute(sql: Self.bulletins)
        }
    }

    static func addAlertPositions(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 125 alerts are somewhere, calendars of a faculty") { db in
            for table in ["campusAlert", "campusBulletin"] {
                try db.execute(
                    sql: """
                        ALTER TABLE \(table) ADD COLUMN position TEXT NOT NULL DEFAULT '';
                        ALTER TABLE \(table) ADD COLUMN positionEn TEXT NOT NULL DEFAULT '';
                        ALTER TABLE \(table) ADD COLUMN point TEXT;
                        ALTER TABLE \(table) ADD COLUMN radius INTEGER CHECK (radius BETWEEN 1 AND 50000);
                        """)
            }
            try db.execute(
                sql: """
                    CREATE TRIGGER campusBulletin_stays BEFORE UPDATE OF position, positionEn, point, radius ON campusBulletin
                      WHEN old.position IS NOT new.position OR old.positionEn IS NOT new.positionEn OR old.point IS NOT new.point
                        OR old.radius IS NOT new.radius
                    BEGIN SELECT raise(ABORT, 'what went out is not rewritten'); END;

                    ALTER TABLE campusCalendar ADD COLUMN faculty INTEGER REFERENCES faculty(id) ON DELETE SET NULL;
                    CREATE INDEX campusCalendar_faculty ON campusCalendar(faculty) WHERE faculty IS NOT NULL;
                    """)
        }
    }

    static func alertsOfFaculties(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 127 alerts of faculties, alerts easy to read") { db in
            try db.execute(sql: TargetKind.faculty.links)
            // Triggers refer to the table, so it cannot be renamed: its rows are copied out and back.
            try db.execute(
                sql: """
                    CREATE TEMPORARY TABLE kept AS SELECT bulletin, kind, objectID FROM campusBulletinTarget;
                    DROP TABLE campusBulletinTarget;
                    CREATE TABLE campusBulletinTarget (
                      bulletin INTEGER NOT NULL REFERENCES campusBulletin(id) ON DELETE CASCADE,
                      kind TEXT NOT NULL CHECK (kind IN ('faculty', 'department', 'degree', 'course', 'person', 'event', 'building', 'area')),
                      objectID INTEGER NOT NULL,
                      PRIMARY KEY (bulletin, kind, objectID)
                    ) STRICT, WITHOUT ROWID;
                    INSERT INTO campusBulletinTarget (bulletin, kind, objectID) SELECT bulletin, kind, objectID FROM kept;
                    DROP TABLE kept;
                    CREATE INDEX campusBulletinTarget_object ON campusBulletinTarget(kind, objectID);
                    """)
            for table in ["campusAlert", "campusBulletin"] {
                try db.execute(
                    sql: """
                        ALTER TABLE \(table) ADD COLUMN easy TEXT NOT NULL DEFAULT '';
                        ALTER TABLE \(table) ADD COLUMN easyEn TEXT NOT NULL DEFAULT '';
                        """)
            }
            try db.execute(
                sql: """
                    CREATE TRIGGER campusBulletin_staysEasy BEFORE UPDATE OF easy, easyEn ON campusBulletin
                      WHEN old.easy IS NOT new.easy OR old.easyEn IS NOT new.easyEn
                    BEGIN SELECT raise(ABORT, 'what went out is not rewritten'); END;
                    """)
        }
    }

    private static let alertTexts = """
        CREATE TABLE campusAlertCategory (
          \(ResourceSchema.columns()),
          name TEXT NOT NULL CHECK (name <> ''),
          translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
          hazard TEXT NOT NULL DEFAULT 'Other' CHECK (hazard IN
            ('Geo', 'Met', 'Safety', 'Security', 'Rescue', 'Fire', 'Health', 'Env', 'Transport', 'Infra', 'CBRNE', 'Other')),
          ticker INTEGER NOT NULL DEFAULT 1 CHECK (ticker IN (0, 1)),
          ordering INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        \(ResourceSchema.indexes("campusAlertCategory", sortedBy: ["ordering"]))

        CREATE TABLE campusAlert (
          \(ResourceSchema.columns()),
          title TEXT NOT NULL CHECK (title <> ''),
          titleEn TEXT NOT NULL DEFAULT '',
          category INTEGER NOT NULL REFERENCES campusAlertCategory(id) ON DELETE RESTRICT,
          severity TEXT NOT NULL DEFAULT 'info' CHECK (severity IN ('info', 'warning', 'emergency')),
          drill INTEGER NOT NULL DEFAULT 0 CHECK (drill IN (0, 1)),
          text TEXT NOT NULL DEFAULT '',
          textEn TEXT NOT NULL DEFAULT '',
          instruction TEXT NOT NULL DEFAULT '',
          instructionEn TEXT NOT NULL DEFAULT '',
          link TEXT NOT NULL DEFAULT '',
          expires TEXT
        ) STRICT;
        \(ResourceSchema.indexes("campusAlert"))
        -- "Lecture cancelled" is said more than once.
        DROP INDEX campusAlert_title;
        CREATE INDEX campusAlert_title ON campusAlert(folded) WHERE deletedAt IS NULL;
        CREATE INDEX campusAlert_category ON campusAlert(category);
        """

    private static let bulletins = """
        -- What went out, word for word. Its words never change; only what becomes of it does.
        CREATE TABLE campusBulletin (
          id INTEGER PRIMARY KEY,
          alert INTEGER REFERENCES campusAlert(id) ON DELETE SET NULL,
          replaces INTEGER REFERENCES campusBulletin(id) ON DELETE SET NULL,
          category INTEGER NOT NULL REFERENCES campusAlertCategory(id) ON DELETE RESTRICT,
          severity TEXT NOT NULL CHECK (severity IN ('info', 'warning', 'emergency')),
          isDrill INTEGER NOT NULL CHECK (isDrill IN (0, 1)),
          title TEXT NOT NULL CHECK (title <> ''),
          titleEn TEXT NOT NULL CHECK (titleEn <> ''),
          text TEXT NOT NULL,
          textEn TEXT NOT NULL,
          instruction TEXT NOT NULL,
          instructionEn TEXT NOT NULL,
          link TEXT NOT NULL,
          publishAt TEXT NOT NULL,
          expiresAt TEXT,
          state TEXT NOT NULL CHECK (state IN ('proposed', 'planned', 'published', 'replaced', 'withdrawn', 'ended', 'refused')),
          proposedBy INTEGER REFERENCES account(id) ON DELETE SET NULL,
          proposedName TEXT NOT NULL,
          proposedAt TEXT NOT NULL,
          approvedName TEXT,
          releasedAt TEXT,
          endedAt TEXT,
          endedName TEXT,
          CHECK (expiresAt IS NULL OR expiresAt > publishAt)
        ) STRICT;
        CREATE INDEX campusBulletin_alert ON campusBulletin(alert, id);
        CREATE INDEX campusBulletin_state ON campusBulletin(state, releasedAt);
        CREATE INDEX campusBulletin_category ON campusBulletin(category);
        CREATE INDEX campusBulletin_replaces ON campusBulletin(replaces) WHERE replaces IS NOT NULL;
        CREATE INDEX campusBulletin_proposedBy ON campusBulletin(proposedBy) WHERE proposedBy IS NOT NULL;
        CREATE TRIGGER campusBulletin_fixed BEFORE UPDATE OF
          severity, isDrill, title, titleEn, text, textEn, instruction, instructionEn, link, expiresAt, category, replaces ON campusBulletin
          WHEN old.title IS NOT new.title OR old.titleEn IS NOT new.titleEn OR old.text IS NOT new.text OR old.textEn IS NOT new.textEn
            OR old.instruction IS NOT new.instruction OR old.instructionEn IS NOT new.instructionEn OR old.severity IS NOT new.severity
            OR old.isDrill IS NOT new.isDrill OR old.link IS NOT new.link OR old.expiresAt IS NOT new.expiresAt
        BEGIN SELECT raise(ABORT, 'what went out is not rewritten'); END;

        CREATE TABLE campusBulletinTarget (
          bulletin INTEGER NOT NULL REFERENCES campusBulletin(id) ON DELETE CASCADE,
          kind TEXT NOT NULL CHECK (kind IN ('department', 'degree', 'course', 'person', 'event', 'building', 'area')),
          objectID INTEGER NOT NULL,
          PRIMARY KEY (bulletin, kind, objectID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX campusBulletinTarget_object ON campusBulletinTarget(kind, objectID);

        CREATE TABLE campusBulletinRead (
          bulletin INTEGER NOT NULL REFERENCES campusBulletin(id) ON DELETE CASCADE,
          visitorID INTEGER NOT NULL REFERENCES campusVisitor(id) ON DELETE CASCADE,
          at TEXT NOT NULL,
          PRIMARY KEY (bulletin, visitorID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX campusBulletinRead_visitor ON campusBulletinRead(visitorID);
        """
}

extension TargetKind {
    fileprivate var links: String {
        """
        CREATE TABLE \(linkTable) (
          alert INTEGER NOT NULL REFERENCES campusAlert(id) ON DELETE CASCADE,
          other INTEGER NOT NULL REFERENCES \(table)(id) ON DELETE CASCADE,
          UNIQUE (alert, other)
        ) STRICT;
        CREATE INDEX \(linkTable)_other ON \(linkTable)(other);
        """
    }
}
