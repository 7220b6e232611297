import Accounts
import GRDB

enum DesignerSchema {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("questionnaires 015 steps of a draft, and links to try it") { db in
            try db.execute(
                sql: """
                    CREATE TABLE designStep (
                      id INTEGER PRIMARY KEY,
                      version INTEGER NOT NULL REFERENCES questionnaireVersion(id) ON DELETE CASCADE,
                      number INTEGER NOT NULL,
                      -- The structure before the step; of a step taken back, after it.
                      text TEXT NOT NULL,
                      undone INTEGER NOT NULL DEFAULT 0 CHECK (undone IN (0, 1)),
                      UNIQUE (version, number)
                    ) STRICT;
                    CREATE TABLE designTrial (
                      version INTEGER PRIMARY KEY REFERENCES questionnaireVersion(id) ON DELETE CASCADE,
                      key TEXT NOT NULL UNIQUE CHECK (key <> '')
                    ) STRICT;
                    """)
        }
    }
}
