import Accounts
import GRDB

extension Stories {
    static func migrateRegistration(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("stories 005 links by mail, sign-ins, outbox") { db in
            try db.execute(
                sql: """
                    -- What a link in a message allows, once.
                    CREATE TABLE writerLink (
                      tokenHash BLOB PRIMARY KEY CHECK (length(tokenHash) = 32),
                      writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
                      purpose TEXT NOT NULL CHECK (purpose IN ('verify', 'reset', 'change')),
                      -- The address that is to take the place of the known one.
                      email TEXT CHECK ((email IS NOT NULL) = (purpose = 'change')),
                      expiresAt TEXT NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX writerLink_writer ON writerLink(writer);
                    CREATE INDEX writerLink_end ON writerLink(expiresAt);

                    -- Each act of signing in, not each request.
                    CREATE TABLE signIn (
                      id INTEGER PRIMARY KEY,
                      writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
                      access TEXT NOT NULL CHECK (access IN ('iOS', 'Web', 'Android')),
                      at TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX signIn_writer ON signIn(writer, at);
                    CREATE INDEX signIn_time ON signIn(at);

                    -- Messages on their way. What one says is wiped when it has gone: a link in it is a key. Where nothing sends them they
                    -- are kept for an administrator to hand on.
                    CREATE TABLE mail (
                      id INTEGER PRIMARY KEY,
                      writer INTEGER REFERENCES writer(id) ON DELETE SET NULL,
                      recipient TEXT NOT NULL CHECK (recipient <> ''),
                      subject TEXT NOT NULL,
                      body TEXT NOT NULL,
                      state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'kept', 'failed')),
                      attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
                      error TEXT NOT NULL DEFAULT '',
                      createdAt TEXT NOT NULL,
                      nextAt TEXT NOT NULL,
                      sentAt TEXT,
                      CHECK ((state IN ('sent', 'kept')) = (sentAt IS NOT NULL)),
                      CHECK (state <> 'sent' OR body = '')
                    ) STRICT;
                    CREATE INDEX mail_due ON mail(nextAt) WHERE state = 'waiting';
                    CREATE INDEX mail_writer ON mail(writer);
                    CREATE INDEX mail_time ON mail(createdAt);
                    """)
        }
    }
}
