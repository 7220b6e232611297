import GRDB

extension AccessToken {
    static func migrate(_ migrator: inout SchemaMigrator) {
        // The trigger deletes tokens of inactive accounts, which would otherwise revive with the account.
        migrator.registerMigration("accounts 004 access tokens") { db in
            try db.execute(
                sql: """
                    CREATE TABLE accessToken (
                        id INTEGER PRIMARY KEY,
                        accountID INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
                        name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
                        prefix TEXT NOT NULL CHECK (length(prefix) BETWEEN 6 AND 12),
                        tokenHash BLOB NOT NULL CHECK (length(tokenHash) = 32),
                        access TEXT NOT NULL CHECK (access IN ('read', 'write')),
                        areas TEXT NOT NULL DEFAULT '',
                        scopeID INTEGER,
                        createdAt TEXT NOT NULL,
                        expiresAt TEXT NOT NULL,
                        usedAt TEXT,
                        revokedAt TEXT
                    ) STRICT;
                    CREATE UNIQUE INDEX accessTokenByHash ON accessToken (tokenHash);
                    CREATE INDEX accessTokenOfAccount ON accessToken (accountID);

                    CREATE TRIGGER accountSwitchedOffEndsTokens AFTER UPDATE OF isActive, deletedAt ON account
                    WHEN NEW.isActive = 0 OR NEW.deletedAt IS NOT NULL
                    BEGIN
                        UPDATE accessToken SET revokedAt = strftime('%Y-%m-%d %H:%M:%f', 'now')
                        WHERE accountID = NEW.id AND revokedAt IS NULL;
                    END;
                    """)
        }
    }

    static func migrateEverything(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("accounts 007 tokens for all say so") { db in
            // An unknown area must never leave an empty list that means everything.
            try db.execute(sql: "UPDATE accessToken SET areas = '*' WHERE areas = ''")
        }
    }
}
