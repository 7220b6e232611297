import Accounts
import GRDB

enum FormatSchema {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("questionnaires 013 scales, rankings, times, choices in any order") { db in
            // The format stays what programs of the university know; the look says how it is asked.
            try db.execute(
                sql: """
                    ALTER TABLE element ADD COLUMN look TEXT NOT NULL DEFAULT ''
                      CHECK (look IN ('', 'scale', 'nps', 'stars', 'ranking', 'slider', 'time', 'dateTime', 'email'));
                    ALTER TABLE element ADD COLUMN shuffled INTEGER NOT NULL DEFAULT 0 CHECK (shuffled IN (0, 1));
                    """)
        }
    }

    static func migrateRules(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("questionnaires 014 rules of several answers, numbers and days") { db in
            try db.execute(
                sql: """
                    CREATE TABLE elementRule (
                      id INTEGER PRIMARY KEY,
                      version INTEGER NOT NULL REFERENCES questionnaireVersion(id) ON DELETE CASCADE,
                      target INTEGER NOT NULL REFERENCES element(id) ON DELETE CASCADE,
                      action TEXT NOT NULL CHECK (action IN ('show', 'hide')),
                      -- Of ids of answers: '12 and not 13', '40 >= 18'.
                      test TEXT NOT NULL CHECK (test <> '')
                    ) STRICT;
                    CREATE INDEX elementRule_version ON elementRule(version, id);
                    CREATE INDEX elementRule_target ON elementRule(target);
                    \(frozen)
                    """)
        }
    }

    private static let frozen = [("insert", "INSERT", "new"), ("update", "UPDATE", "old"), ("delete", "DELETE", "old")].map {
        name, act, row in
        """
        CREATE TRIGGER elementRule_frozen_\(name) BEFORE \(act) ON elementRule
        WHEN (SELECT state FROM questionnaireVersion WHERE id = \(row).version) <> 'draft' BEGIN
          SELECT RAISE(ABORT, 'a published version is not changed');
        END;
        """
    }.joined(separator: "\n")
}
