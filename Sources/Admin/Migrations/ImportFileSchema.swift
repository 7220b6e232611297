import Accounts
import GRDB

/// The table of uploaded files before `stagedImport`.
enum ImportFileSchema {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("admin files 001 create importFile") { db in
            try db.execute(
                sql: """
                    CREATE TABLE importFile (
                      id INTEGER PRIMARY KEY,
                      accountID INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
                      kind TEXT NOT NULL CHECK (kind <> ''),
                      scopeID INTEGER,
                      name TEXT NOT NULL,
                      at TEXT NOT NULL,
                      content BLOB NOT NULL,
                      mapping TEXT NOT NULL CHECK (json_valid(mapping)),
                      state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'working', 'done')),
                      counts TEXT CHECK (counts IS NULL OR json_valid(counts)),
                      problem TEXT,
                      actID INTEGER REFERENCES act(id) ON DELETE SET NULL
                    ) STRICT;
                    CREATE INDEX importFileOfAccount ON importFile(accountID, kind);
                    CREATE INDEX importFileOfAct ON importFile(actID) WHERE actID IS NOT NULL;
                    """)
        }
    }
}
