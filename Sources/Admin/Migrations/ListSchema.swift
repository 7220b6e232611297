import Accounts
import GRDB
import Web

enum ListSchema {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("admin lists 001 columns, views, bulk acts") { db in
            try db.execute(
                sql: """
                    CREATE TABLE listColumns (
                      accountID INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
                      kind TEXT NOT NULL,
                      columns TEXT NOT NULL CHECK (columns <> ''),
                      PRIMARY KEY (accountID, kind)
                    ) STRICT, WITHOUT ROWID;

                    -- A shared view outlives the account of whoever made it.
                    CREATE TABLE listView (
                      id INTEGER PRIMARY KEY,
                      kind TEXT NOT NULL,
                      scopeID INTEGER,
                      accountID INTEGER REFERENCES account(id) ON DELETE SET NULL,
                      name TEXT NOT NULL CHECK (name <> ''),
                      query TEXT NOT NULL,
                      isShared INTEGER NOT NULL DEFAULT 0 CHECK (isShared IN (0, 1)),
                      createdAt TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX listView_of ON listView(kind, scopeID);
                    CREATE INDEX listView_account ON listView(accountID) WHERE accountID IS NOT NULL;

                    -- scopeID is 0 for lists of the whole site.
                    CREATE TABLE listDefault (
                      accountID INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
                      kind TEXT NOT NULL,
                      scopeID INTEGER NOT NULL,
                      viewID INTEGER NOT NULL REFERENCES listView(id) ON DELETE CASCADE,
                      PRIMARY KEY (accountID, kind, scopeID)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX listDefault_view ON listDefault(viewID);

                    -- The records that an act in the background still has to do, each with the version it was confirmed at.
                    CREATE TABLE bulkAct (
                      actID INTEGER PRIMARY KEY REFERENCES act(id) ON DELETE CASCADE,
                      change TEXT NOT NULL CHECK (json_valid(change)),
                      total INTEGER NOT NULL,
                      done INTEGER NOT NULL DEFAULT 0,
                      changed INTEGER NOT NULL DEFAULT 0,
                      skipped TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(skipped)),
                      state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'cancelled', 'undone'))
                    ) STRICT;
                    CREATE TABLE bulkItem (
                      actID INTEGER NOT NULL REFERENCES bulkAct(actID) ON DELETE CASCADE,
                      recordID INTEGER NOT NULL,
                      version INTEGER NOT NULL,
                      PRIMARY KEY (actID, recordID)
                    ) STRICT, WITHOUT ROWID;

                    CREATE INDEX revisionByWhom ON revision(kind, scopeID, accountID);
                    """)
        }
    }
}
