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
}
