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

    static func migrateVisits(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("questionnaires 017 who is at the designer") { db in
            try db.execute(
                sql: """
                    -- Who has the designer of a draft open; forgotten soon after they are not heard from.
                    CREATE TABLE designVisit (
                      version INTEGER NOT NULL REFERENCES questionnaireVersion(id) ON DELETE CASCADE,
                      account INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
                      at TEXT NOT NULL,
                      PRIMARY KEY (version, account)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX designVisit_account ON designVisit(account);
                    CREATE TRIGGER designVisitsOfDeletedAccount AFTER UPDATE OF deletedAt ON account WHEN NEW.deletedAt IS NOT NULL
                    BEGIN DELETE FROM designVisit WHERE account = NEW.id; END;
                    """)
        }
    }
}
