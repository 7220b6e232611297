import GRDB

extension Outbox {
    /// What became of the outbox since it is everybody's. The stories had it first and their migration makes its table, so this comes
    /// after those of all systems.
    public static func migrate(_ migrator: inout DatabaseMigrator) {
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
    }
}
