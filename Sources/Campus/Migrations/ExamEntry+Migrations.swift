import Accounts
import GRDB

extension ExamEntry {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 162 sign-up for exams") { db in
            try db.execute(
                sql: """
                    ALTER TABLE campusExamSession ADD COLUMN signUp INTEGER NOT NULL DEFAULT 0 CHECK (signUp IN (0, 1));
                    ALTER TABLE campusExamSession ADD COLUMN opens TEXT;
                    ALTER TABLE campusExamSession ADD COLUMN closes TEXT;
                    ALTER TABLE campusExamSession ADD COLUMN seats INTEGER CHECK (seats > 0);

                    CREATE TABLE campusExamEntry (
                      id INTEGER PRIMARY KEY,
                      session INTEGER NOT NULL REFERENCES campusExamSession(id) ON DELETE CASCADE,
                      account INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
                      at TEXT NOT NULL,
                      mark TEXT NOT NULL DEFAULT '',
                      markedAt TEXT,
                      UNIQUE (session, account)
                    ) STRICT;
                    CREATE INDEX campusExamEntry_account ON campusExamEntry(account);
                    """)
        }
    }
}
