import Accounts
import GRDB
import Web

enum HistorySchema {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("history 001 working copies and forms sent without a session") { db in
            try db.execute(
                sql: """
                    CREATE TABLE workingCopy (
                      id INTEGER PRIMARY KEY,
                      accountID INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
                      kind TEXT NOT NULL,
                      recordID INTEGER NOT NULL,
                      scopeID INTEGER NOT NULL,
                      version INTEGER NOT NULL,
                      at TEXT NOT NULL,
                      form TEXT NOT NULL CHECK (json_valid(form)),
                      UNIQUE (accountID, kind, recordID, scopeID)
                    ) STRICT;
                    CREATE INDEX workingCopyOfRecord ON workingCopy(kind, recordID);
                    CREATE INDEX workingCopyByTime ON workingCopy(at);
                    -- What somebody typed goes with the account, also into the trash.
                    CREATE TRIGGER workingCopiesOfDeletedAccount AFTER UPDATE OF deletedAt ON account WHEN NEW.deletedAt IS NOT NULL
                    BEGIN DELETE FROM workingCopy WHERE accountID = NEW.id; END;

                    -- Sealed with a key that only the sender's browser has.
                    CREATE TABLE unsentForm (
                      tokenHash BLOB NOT NULL PRIMARY KEY CHECK (length(tokenHash) = 32),
                      network TEXT NOT NULL,
                      at TEXT NOT NULL,
                      sealed BLOB NOT NULL
                    ) STRICT;
                    CREATE INDEX unsentFormOfNetwork ON unsentForm(network, at);
                    CREATE INDEX unsentFormByTime ON unsentForm(at);
                    """)
        }
        migrator.registerMigration("history 002 drafts, dates and previews") { db in
            try db.execute(
                sql: """
                    CREATE TABLE draft (
                      kind TEXT NOT NULL,
                      recordID INTEGER NOT NULL,
                      version INTEGER NOT NULL,
                      edition INTEGER NOT NULL CHECK (edition > 0),
                      at TEXT NOT NULL,
                      accountID INTEGER REFERENCES account(id) ON DELETE SET NULL,
                      actor TEXT NOT NULL,
                      fields TEXT NOT NULL CHECK (json_valid(fields)),
                      PRIMARY KEY (kind, recordID)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX draftOfAccount ON draft(accountID) WHERE accountID IS NOT NULL;

                    CREATE TABLE schedule (
                      id INTEGER PRIMARY KEY,
                      kind TEXT NOT NULL,
                      recordID INTEGER NOT NULL,
                      scopeID INTEGER,
                      act TEXT NOT NULL CHECK (act IN ('publish', 'draft', 'unpublish')),
                      at TEXT NOT NULL,
                      plannedAt TEXT NOT NULL,
                      accountID INTEGER REFERENCES account(id) ON DELETE SET NULL,
                      actor TEXT NOT NULL,
                      problem TEXT CHECK (problem <> ''),
                      UNIQUE (kind, recordID, act)
                    ) STRICT;
                    CREATE INDEX scheduleDue ON schedule(at) WHERE problem IS NULL;
                    CREATE INDEX scheduleByTime ON schedule(at);
                    CREATE INDEX scheduleOfAccount ON schedule(accountID) WHERE accountID IS NOT NULL;

                    CREATE TABLE previewLink (
                      id INTEGER PRIMARY KEY,
                      tokenHash BLOB NOT NULL UNIQUE CHECK (length(tokenHash) = 32),
                      kind TEXT NOT NULL,
                      recordID INTEGER NOT NULL,
                      createdAt TEXT NOT NULL,
                      expiresAt TEXT NOT NULL,
                      accountID INTEGER REFERENCES account(id) ON DELETE SET NULL,
                      actor TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX previewLinkOfRecord ON previewLink(kind, recordID);
                    CREATE INDEX previewLinkByEnd ON previewLink(expiresAt);
                    CREATE INDEX previewLinkOfAccount ON previewLink(accountID) WHERE accountID IS NOT NULL;
                    """)
        }
        migrator.registerMigration("history 003 editions of drafts that forms are open on") { db in
            try db.execute(
                sql: """
                    CREATE TABLE draftEdition (
                      kind TEXT NOT NULL,
                      recordID INTEGER NOT NULL,
                      edition INTEGER NOT NULL CHECK (edition > 0),
                      at TEXT NOT NULL,
                      fields TEXT NOT NULL CHECK (json_valid(fields)),
                      PRIMARY KEY (kind, recordID, edition)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX draftEditionByTime ON draftEdition(at);
                    INSERT INTO draftEdition SELECT kind, recordID, edition, at, fields FROM draft;
                    """)
        }
    }
}
