import GRDB

extension Accounts {
    static func registerMigrations(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("accounts 001 accounts and roles") { db in
            try db.execute(
                sql: """
                    CREATE TABLE account (
                        id INTEGER PRIMARY KEY,
                        key TEXT NOT NULL CHECK (length(key) BETWEEN 2 AND 64 AND key NOT GLOB '*[^a-z0-9._-]*'),
                        name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
                        passwordHash TEXT CHECK (passwordHash LIKE 'scrypt$%'),
                        language TEXT CHECK (language IN ('it', 'en')),
                        isActive INTEGER NOT NULL DEFAULT 1 CHECK (isActive IN (0, 1)),
                        isDemo INTEGER NOT NULL DEFAULT 0 CHECK (isDemo IN (0, 1)),
                        version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0),
                        createdAt TEXT NOT NULL,
                        updatedAt TEXT NOT NULL,
                        deletedAt TEXT
                    ) STRICT;
                    CREATE UNIQUE INDEX accountByKey ON account (key) WHERE deletedAt IS NULL;

                    CREATE TABLE roleAssignment (
                        accountID INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
                        role TEXT NOT NULL CHECK (role <> ''),
                        scopeID INTEGER
                    ) STRICT;
                    CREATE UNIQUE INDEX roleAssignmentOnce ON roleAssignment (accountID, role, ifnull(scopeID, 0));
                    """)
        }
        // The trigger deletes sessions of inactive accounts, which would otherwise revive with the account.
        migrator.registerMigration("accounts 002 sessions, attempts and one-time links") { db in
            try db.execute(
                sql: """
                    CREATE TABLE session (
                        id INTEGER PRIMARY KEY,
                        tokenHash BLOB NOT NULL CHECK (length(tokenHash) = 32),
                        accountID INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
                        createdAt TEXT NOT NULL,
                        seenAt TEXT NOT NULL,
                        expiresAt TEXT NOT NULL,
                        address TEXT NOT NULL,
                        device TEXT NOT NULL,
                        flash TEXT CHECK (flash IS NULL OR json_valid(flash)),
                        scopeID INTEGER
                    ) STRICT;
                    CREATE UNIQUE INDEX sessionByToken ON session (tokenHash);
                    CREATE INDEX sessionOfAccount ON session (accountID);
                    CREATE INDEX sessionByEnd ON session (expiresAt);
                    CREATE INDEX sessionBySeen ON session (seenAt);

                    CREATE TABLE attempt (
                        id INTEGER PRIMARY KEY,
                        name BLOB NOT NULL CHECK (length(name) = 32),
                        network TEXT NOT NULL,
                        at TEXT NOT NULL,
                        outcome TEXT NOT NULL CHECK (outcome IN ('failed', 'good', 'limited'))
                    ) STRICT;
                    CREATE INDEX attemptOfName ON attempt (name, outcome, at);
                    CREATE INDEX attemptOfNetwork ON attempt (network, outcome, at);
                    CREATE INDEX attemptByTime ON attempt (outcome, at);

                    CREATE TABLE oneTimeLink (
                        tokenHash BLOB NOT NULL PRIMARY KEY CHECK (length(tokenHash) = 32),
                        accountID INTEGER REFERENCES account ON DELETE CASCADE,
                        createdAt TEXT NOT NULL,
                        expiresAt TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX oneTimeLinkOfAccount ON oneTimeLink (accountID);

                    CREATE TRIGGER accountSwitchedOff AFTER UPDATE OF isActive, deletedAt ON account
                    WHEN NEW.isActive = 0 OR NEW.deletedAt IS NOT NULL
                    BEGIN
                        DELETE FROM session WHERE accountID = NEW.id;
                        DELETE FROM oneTimeLink WHERE accountID = NEW.id;
                    END;
                    """)
        }
        // No foreign key: the log must outlive the account, and ON DELETE would change it. The insert trigger blocks INSERT OR REPLACE,
        // which skips delete triggers, and rows inserted within the chain.
        migrator.registerMigration("accounts 003 audit") { db in
            try db.execute(
                sql: """
                    CREATE TABLE audit (
                        id INTEGER PRIMARY KEY,
                        at TEXT NOT NULL,
                        accountID INTEGER,
                        actor TEXT NOT NULL,
                        address TEXT NOT NULL,
                        requestID TEXT NOT NULL,
                        action TEXT NOT NULL CHECK (action <> ''),
                        objectKind TEXT,
                        objectID INTEGER,
                        objectTitle TEXT,
                        scopeID INTEGER,
                        detail TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(detail)),
                        previousHash BLOB NOT NULL CHECK (length(previousHash) = 32),
                        hash BLOB NOT NULL CHECK (length(hash) = 32)
                    ) STRICT;
                    CREATE INDEX auditByTime ON audit (at);
                    CREATE INDEX auditOfAccount ON audit (accountID, id);
                    CREATE INDEX auditOfObject ON audit (objectKind, objectID, id);
                    CREATE INDEX auditOfAction ON audit (action, id);

                    CREATE TRIGGER auditIsNotChanged BEFORE UPDATE ON audit
                    BEGIN SELECT RAISE(ABORT, 'the audit log cannot be changed'); END;
                    CREATE TRIGGER auditIsNotDeleted BEFORE DELETE ON audit
                    BEGIN SELECT RAISE(ABORT, 'the audit log cannot be deleted'); END;
                    CREATE TRIGGER auditOnlyGrows BEFORE INSERT ON audit
                    WHEN EXISTS (SELECT 1 FROM audit WHERE id >= NEW.id)
                        OR NEW.previousHash IS NOT ifnull((SELECT hash FROM audit ORDER BY id DESC LIMIT 1), zeroblob(32))
                    BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END;
                    """)
        }
        // Separate from the account, so that reading an account never reads a secret. The second trigger works like that of sessions.
        migrator.registerMigration("accounts 004 second factors, own roles and viewing as a role") { db in
            try db.execute(
                sql: """
                    CREATE TABLE authenticatorApp (
                        accountID INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
                        sealed BLOB NOT NULL CHECK (length(sealed) > 28),
                        isConfirmed INTEGER NOT NULL CHECK (isConfirmed IN (0, 1)),
                        lastStep INTEGER NOT NULL DEFAULT 0 CHECK (lastStep >= 0),
                        createdAt TEXT NOT NULL,
                        PRIMARY KEY (accountID, isConfirmed)
                    ) STRICT;

                    CREATE TABLE recoveryCode (
                        accountID INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
                        hash BLOB NOT NULL CHECK (length(hash) = 32),
                        usedAt TEXT,
                        PRIMARY KEY (accountID, hash)
                    ) STRICT;

                    CREATE TABLE passkey (
                        id INTEGER PRIMARY KEY,
                        accountID INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
                        credentialID BLOB NOT NULL UNIQUE CHECK (length(credentialID) BETWEEN 16 AND 1023),
                        publicKey BLOB NOT NULL,
                        counter INTEGER NOT NULL CHECK (counter >= 0),
                        name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
                        createdAt TEXT NOT NULL,
                        usedAt TEXT
                    ) STRICT;
                    CREATE INDEX passkeyOfAccount ON passkey (accountID);

                    CREATE TABLE challenge (
                        value BLOB NOT NULL PRIMARY KEY CHECK (length(value) = 32),
                        purpose TEXT NOT NULL CHECK (purpose IN ('creation', 'signIn')),
                        accountID INTEGER REFERENCES account ON DELETE CASCADE,
                        expiresAt TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX challengeByEnd ON challenge (expiresAt);

                    CREATE TABLE trustedDevice (
                        id INTEGER PRIMARY KEY,
                        accountID INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
                        tokenHash BLOB NOT NULL UNIQUE CHECK (length(tokenHash) = 32),
                        device TEXT NOT NULL,
                        createdAt TEXT NOT NULL,
                        seenAt TEXT NOT NULL,
                        expiresAt TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX trustedDeviceOfAccount ON trustedDevice (accountID);

                    CREATE TABLE halfSession (
                        tokenHash BLOB NOT NULL PRIMARY KEY CHECK (length(tokenHash) = 32),
                        accountID INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
                        createdAt TEXT NOT NULL,
                        expiresAt TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX halfSessionOfAccount ON halfSession (accountID);

                    CREATE TRIGGER accountSwitchedOffTrust AFTER UPDATE OF isActive, deletedAt ON account
                    WHEN NEW.isActive = 0 OR NEW.deletedAt IS NOT NULL
                    BEGIN
                        DELETE FROM halfSession WHERE accountID = NEW.id;
                        DELETE FROM trustedDevice WHERE accountID = NEW.id;
                    END;

                    CREATE TABLE factorRequirement (role TEXT NOT NULL PRIMARY KEY CHECK (role <> '')) STRICT, WITHOUT ROWID;

                    CREATE TABLE ownRole (
                        id INTEGER PRIMARY KEY,
                        name TEXT NOT NULL UNIQUE CHECK (name LIKE 'own-%'),
                        title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 60),
                        folded TEXT NOT NULL UNIQUE CHECK (folded <> ''),
                        scope TEXT CHECK (scope <> ''),
                        grants TEXT NOT NULL CHECK (json_valid(grants)),
                        version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0),
                        updatedAt TEXT NOT NULL
                    ) STRICT;

                    ALTER TABLE session ADD COLUMN provedAt TEXT;
                    ALTER TABLE session ADD COLUMN viewing TEXT CHECK (viewing IS NULL OR json_valid(viewing));
                    """)
        }
        migrator.registerMigration("accounts 005 own roles that are confined") { db in
            try db.execute(sql: "ALTER TABLE ownRole ADD COLUMN isConfined INTEGER NOT NULL DEFAULT 0 CHECK (isConfined IN (0, 1))")
        }
    }
}
