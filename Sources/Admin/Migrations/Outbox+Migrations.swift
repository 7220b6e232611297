import Accounts
import GRDB

extension Outbox {
    /// Later changes of the outbox tables. The stories' migration creates them, so this runs after those of all systems.
    public static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("admin outbox 001 messages of every system") { db in
            try db.execute(
                sql: """
                    ALTER TABLE mail ADD COLUMN system TEXT NOT NULL DEFAULT 'stories';
                    -- The address that takes the recipient off a list (RFC 8058).
                    ALTER TABLE mail ADD COLUMN leaving TEXT NOT NULL DEFAULT '';
                    CREATE INDEX mail_recipient ON mail(recipient, createdAt);
                    """)
        }
        migrator.registerMigration("admin outbox 002 messages have a part in HTML") { db in
            try db.execute(sql: "ALTER TABLE mail ADD COLUMN html TEXT NOT NULL DEFAULT ''")
        }
        migrator.registerMigration("admin outbox 003 urgent messages, and links without the site's address") { db in
            try db.execute(
                sql: """
                    ALTER TABLE mail ADD COLUMN isUrgent INTEGER NOT NULL DEFAULT 0 CHECK (isUrgent IN (0, 1));
                    ALTER TABLE mail ADD COLUMN needsAddress INTEGER NOT NULL DEFAULT 0 CHECK (needsAddress IN (0, 1));
                    CREATE INDEX mail_address ON mail(id) WHERE needsAddress = 1;
                    """)
        }
        migrator.registerMigration("admin outbox 004 messages whose link ends") { db in
            try db.execute(
                sql: """
                    ALTER TABLE mail ADD COLUMN endsAt TEXT;
                    CREATE INDEX mail_ends ON mail(endsAt) WHERE endsAt IS NOT NULL;
                    """)
        }
    }
}
