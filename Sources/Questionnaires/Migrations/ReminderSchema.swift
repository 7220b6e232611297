import Accounts
import Admin
import GRDB

enum ReminderSchema {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("questionnaires 019 browsers that are reminded of campaigns") { db in
            try db.execute(
                sql: """
                    -- The browsers in which a student wants reminders; nothing of it meets an answer.
                    CREATE TABLE reminderBrowser (
                      id INTEGER PRIMARY KEY,
                      student INTEGER NOT NULL REFERENCES student(id) ON DELETE CASCADE,
                      address TEXT NOT NULL UNIQUE,
                      publicKey BLOB NOT NULL,
                      secret BLOB NOT NULL,
                      label TEXT NOT NULL,
                      createdAt TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX reminderBrowser_student ON reminderBrowser(student);
                    -- Reminders that wait for the push service of a browser.
                    CREATE TABLE reminderPush (
                      id INTEGER PRIMARY KEY,
                      browser INTEGER NOT NULL REFERENCES reminderBrowser(id) ON DELETE CASCADE,
                      campaign INTEGER NOT NULL REFERENCES campaign(id) ON DELETE CASCADE,
                      language TEXT NOT NULL,
                      title TEXT NOT NULL,
                      body TEXT NOT NULL,
                      createdAt TEXT NOT NULL,
                      ends TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX reminderPush_browser ON reminderPush(browser);
                    CREATE INDEX reminderPush_campaign ON reminderPush(campaign);
                    """)
        }
        migrator.registerMigration("questionnaires 020 campaigns that end at the exam") { db in
            try db.execute(
                sql: "ALTER TABLE campaign ADD COLUMN untilExam INTEGER NOT NULL DEFAULT 0 CHECK (untilExam IN (0, 1))")
        }
    }
}
