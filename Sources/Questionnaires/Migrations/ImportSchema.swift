import Accounts
import GRDB

enum ImportSchema {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("questionnaires 012 what an import left out stays with the draft") { db in
            try db.execute(
                sql: """
                    CREATE TABLE questionnaireImport (
                      version INTEGER PRIMARY KEY REFERENCES questionnaireVersion(id) ON DELETE CASCADE,
                      -- The name of the file, its counts and its notes.
                      report TEXT NOT NULL CHECK (json_valid(report))
                    ) STRICT;
                    """)
        }
    }
    static func migrateAgain(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("questionnaires 022 forms that come in again update a questionnaire") { db in
            try db.execute(
                sql: """
                    -- Where a questionnaire came in from: a program, and how it knows the form.
                    CREATE TABLE questionnaireOrigin (
                      questionnaire INTEGER PRIMARY KEY REFERENCES questionnaire(id) ON DELETE CASCADE,
                      source TEXT NOT NULL CHECK (source <> ''),
                      identifier TEXT NOT NULL CHECK (identifier <> '')
                    ) STRICT;
                    CREATE INDEX questionnaireOrigin_identifier ON questionnaireOrigin(source, identifier);
                    -- What an import did to a draft, for its undo.
                    CREATE TABLE draftImport (
                      act INTEGER PRIMARY KEY REFERENCES act(id) ON DELETE CASCADE,
                      version INTEGER NOT NULL REFERENCES questionnaireVersion(id) ON DELETE CASCADE,
                      -- The edition that it made.
                      edition INTEGER NOT NULL,
                      isNew INTEGER NOT NULL CHECK (isNew IN (0, 1)),
                      -- The report of an earlier import.
                      report TEXT CHECK (report IS NULL OR json_valid(report))
                    ) STRICT;
                    CREATE INDEX draftImport_version ON draftImport(version);
                    """)
        }
    }
}
