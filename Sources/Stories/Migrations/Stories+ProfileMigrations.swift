import Accounts
import GRDB

extension Stories {
    static func migrateProfiles(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("stories 018 faces and names that are reported and hidden") { db in
            try db.execute(
                sql: """
                    ALTER TABLE decision ADD COLUMN hidesFace INTEGER NOT NULL DEFAULT 0 CHECK (hidesFace IN (0, 1));
                    ALTER TABLE decision ADD COLUMN hidesName INTEGER NOT NULL DEFAULT 0 CHECK (hidesName IN (0, 1));

                    -- A face or a name that a decision took from all pages, kept here to give it back.
                    CREATE TABLE profileHiding (
                      id INTEGER PRIMARY KEY,
                      writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE RESTRICT,
                      part TEXT NOT NULL CHECK (part IN ('face', 'name')),
                      decision INTEGER NOT NULL REFERENCES decision(id) ON DELETE RESTRICT,
                      face TEXT,
                      nickname TEXT COLLATE NOCASE,
                      firstName TEXT NOT NULL DEFAULT '',
                      lastName TEXT NOT NULL DEFAULT '',
                      since TEXT NOT NULL,
                      endedAt TEXT
                    ) STRICT;
                    CREATE INDEX profileHiding_writer ON profileHiding(writer, part);
                    CREATE INDEX profileHiding_decision ON profileHiding(decision);
                    CREATE INDEX profileHiding_face ON profileHiding(face) WHERE face IS NOT NULL;

                    -- A reader's report of a face or a name: one of each until it is decided.
                    CREATE TABLE profileReport (
                      id INTEGER PRIMARY KEY,
                      subject INTEGER NOT NULL REFERENCES writer(id) ON DELETE RESTRICT,
                      part TEXT NOT NULL CHECK (part IN ('face', 'name')),
                      writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE RESTRICT,
                      reason TEXT NOT NULL,
                      note TEXT NOT NULL DEFAULT '',
                      at TEXT NOT NULL,
                      outcome TEXT CHECK (outcome IN ('upheld', 'noted', 'rejected')),
                      decision INTEGER REFERENCES decision(id) ON DELETE RESTRICT,
                      CHECK ((outcome IS NULL) = (decision IS NULL)),
                      CHECK (subject <> writer)
                    ) STRICT;
                    CREATE UNIQUE INDEX profileReport_one ON profileReport(writer, subject, part) WHERE outcome IS NULL;
                    CREATE INDEX profileReport_subject ON profileReport(subject, part);
                    CREATE INDEX profileReport_writer ON profileReport(writer, at);
                    CREATE INDEX profileReport_decision ON profileReport(decision);
                    CREATE INDEX profileReport_open ON profileReport(at) WHERE outcome IS NULL;
                    """)
        }
    }
}
