import Accounts
import GRDB

extension StagedImport {
    /// Sources on their way in replace `importFile`, whose rows were kept for a day.
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("admin imports 001 staged imports") { db in
            try db.execute(
                sql: """
                    DROP TABLE importFile;

                    CREATE TABLE stagedImport (
                      id INTEGER PRIMARY KEY,
                      accountID INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
                      kind TEXT NOT NULL CHECK (kind <> ''),
                      scopeID INTEGER,
                      name TEXT NOT NULL,
                      language TEXT NOT NULL,
                      at TEXT NOT NULL,
                      size INTEGER NOT NULL CHECK (size >= 0),
                      total INTEGER NOT NULL CHECK (total >= 0),
                      digest BLOB NOT NULL,
                      mapping TEXT NOT NULL CHECK (json_valid(mapping)),
                      preview TEXT NOT NULL CHECK (json_valid(preview)),
                      state TEXT NOT NULL DEFAULT 'choosing'
                        CHECK (state IN ('choosing', 'checking', 'checked', 'working', 'done', 'undone')),
                      round INTEGER NOT NULL DEFAULT 0,
                      counts TEXT NOT NULL CHECK (json_valid(counts)),
                      problem TEXT,
                      actID INTEGER REFERENCES act(id) ON DELETE SET NULL,
                      idempotencyKey TEXT,
                      UNIQUE (accountID, idempotencyKey)
                    ) STRICT;
                    CREATE INDEX stagedImportOfAccount ON stagedImport(accountID, id);
                    CREATE INDEX stagedImportOfAct ON stagedImport(actID) WHERE actID IS NOT NULL;

                    CREATE TRIGGER stagedImportUndone AFTER UPDATE OF undoneAt ON act WHEN new.undoneAt IS NOT NULL BEGIN
                      UPDATE stagedImport SET state = 'undone' WHERE actID = new.id AND state = 'done';
                    END;

                    -- The source in parts, so that no row is large.
                    CREATE TABLE stagedPart (
                      id INTEGER PRIMARY KEY,
                      importID INTEGER NOT NULL REFERENCES stagedImport(id) ON DELETE CASCADE,
                      number INTEGER NOT NULL,
                      bytes BLOB NOT NULL,
                      UNIQUE (importID, number)
                    ) STRICT;

                    -- What the source holds, and what each becomes. content is NULL where it cannot be read.
                    CREATE TABLE stagedItem (
                      id INTEGER PRIMARY KEY,
                      importID INTEGER NOT NULL REFERENCES stagedImport(id) ON DELETE CASCADE,
                      number INTEGER NOT NULL,
                      place TEXT NOT NULL CHECK (json_valid(place)),
                      content TEXT CHECK (content IS NULL OR json_valid(content)),
                      corrections TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(corrections)),
                      decision TEXT NOT NULL DEFAULT '' CHECK (decision IN ('', 'leave', 'new', 'same')),
                      sameID INTEGER,
                      verdict TEXT NOT NULL DEFAULT 'waiting'
                        CHECK (verdict IN ('waiting', 'new', 'changed', 'same', 'left', 'unclear', 'refused')),
                      title TEXT NOT NULL DEFAULT '',
                      recordID INTEGER,
                      version INTEGER NOT NULL DEFAULT 0,
                      record TEXT CHECK (record IS NULL OR json_valid(record)),
                      notes TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(notes)),
                      hasRemarks INTEGER NOT NULL DEFAULT 0 CHECK (hasRemarks IN (0, 1)),
                      UNIQUE (importID, number)
                    ) STRICT;
                    CREATE INDEX stagedItemOfRemarks ON stagedItem(importID, number) WHERE hasRemarks = 1;
                    CREATE INDEX stagedItemOfVerdict ON stagedItem(importID, verdict, number);
                    CREATE INDEX stagedItemOfRecord ON stagedItem(importID, recordID) WHERE recordID IS NOT NULL;

                    -- Values that lead to no record or choice, and the answer for all items that have them.
                    CREATE TABLE stagedValue (
                      importID INTEGER NOT NULL REFERENCES stagedImport(id) ON DELETE CASCADE,
                      field TEXT NOT NULL,
                      value TEXT NOT NULL,
                      spelled TEXT NOT NULL,
                      count INTEGER NOT NULL,
                      answer TEXT NOT NULL DEFAULT '' CHECK (answer IN ('', 'map', 'make', 'skip')),
                      target TEXT NOT NULL DEFAULT '',
                      PRIMARY KEY (importID, field, value)
                    ) STRICT, WITHOUT ROWID;

                    -- The choices that were made for a file of the same columns.
                    CREATE TABLE importShape (
                      kind TEXT NOT NULL,
                      shape TEXT NOT NULL,
                      mapping TEXT NOT NULL CHECK (json_valid(mapping)),
                      at TEXT NOT NULL,
                      PRIMARY KEY (kind, shape)
                    ) STRICT, WITHOUT ROWID;

                    -- The records that came from a source of this name; scopeID is 0 for lists of the whole site.
                    CREATE TABLE importedRecord (
                      kind TEXT NOT NULL,
                      scopeID INTEGER NOT NULL,
                      source TEXT NOT NULL,
                      recordID INTEGER NOT NULL,
                      PRIMARY KEY (kind, scopeID, source, recordID)
                    ) STRICT, WITHOUT ROWID;
                    """)
        }
        migrator.registerMigration("admin imports 002 formats of modules") { db in
            try db.execute(sql: "ALTER TABLE stagedImport ADD COLUMN reader TEXT NOT NULL DEFAULT ''")
        }
    }
}
