import GRDB

extension AccountEmail {
    static func migrate(_ migrator: inout SchemaMigrator) {
        // Apart from the account, so that reading an account never reads an address. An address may belong to several accounts.
        migrator.registerMigration("accounts 009 mail addresses, and browsers that are known") { db in
            try db.execute(
                sql: """
                    CREATE TABLE accountEmail (
                        accountID INTEGER PRIMARY KEY REFERENCES account ON DELETE CASCADE,
                        address TEXT NOT NULL CHECK (length(address) BETWEEN 3 AND 254),
                        confirmedAt TEXT
                    ) STRICT;
                    CREATE INDEX accountEmailByAddress ON accountEmail (address COLLATE NOCASE);

                    CREATE TABLE emailLink (
                        tokenHash BLOB NOT NULL PRIMARY KEY CHECK (length(tokenHash) = 32),
                        accountID INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
                        address TEXT NOT NULL CHECK (length(address) BETWEEN 3 AND 254),
                        createdAt TEXT NOT NULL,
                        expiresAt TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX emailLinkOfAccount ON emailLink (accountID);

                    CREATE TABLE knownBrowser (
                        accountID INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
                        tokenHash BLOB NOT NULL CHECK (length(tokenHash) = 32),
                        seenAt TEXT NOT NULL,
                        PRIMARY KEY (accountID, tokenHash)
                    ) STRICT, WITHOUT ROWID;

                    -- Where the link was mailed to; NULL for one that a person hands over.
                    ALTER TABLE oneTimeLink ADD COLUMN email TEXT;
                    """)
        }
    }
}
