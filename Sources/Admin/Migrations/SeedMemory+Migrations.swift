import Accounts
import GRDB

extension SeedMemory {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("admin seed 001 what files wrote") { db in
            try db.execute(
                sql: """
                    CREATE TABLE seedApplication (
                        id INTEGER PRIMARY KEY,
                        name TEXT NOT NULL,
                        file TEXT NOT NULL,
                        at TEXT NOT NULL,
                        actID INTEGER REFERENCES act(id) ON DELETE SET NULL,
                        added INTEGER NOT NULL CHECK (added >= 0),
                        changed INTEGER NOT NULL CHECK (changed >= 0),
                        removed INTEGER NOT NULL CHECK (removed >= 0),
                        others TEXT NOT NULL CHECK (json_valid(others)),
                        renamed TEXT NOT NULL CHECK (json_valid(renamed)),
                        undoneAt TEXT
                    ) STRICT;
                    CREATE INDEX seedApplicationOfName ON seedApplication(name, id);
                    CREATE INDEX seedApplicationOfAct ON seedApplication(actID) WHERE actID IS NOT NULL;

                    CREATE TABLE seedMemory (
                        kind TEXT NOT NULL,
                        scopeID INTEGER NOT NULL,
                        key TEXT NOT NULL,
                        name TEXT NOT NULL,
                        fields TEXT NOT NULL CHECK (json_valid(fields)),
                        PRIMARY KEY (kind, scopeID, key, name)
                    ) STRICT, WITHOUT ROWID;

                    CREATE TABLE seedUndo (
                        kind TEXT NOT NULL,
                        scopeID INTEGER NOT NULL,
                        key TEXT NOT NULL,
                        name TEXT NOT NULL,
                        fields TEXT CHECK (fields IS NULL OR json_valid(fields)),
                        PRIMARY KEY (kind, scopeID, key, name)
                    ) STRICT, WITHOUT ROWID;
                    """)
        }
        migrator.registerMigration("admin seed 002 backups before applications") { db in
            try db.execute(sql: "ALTER TABLE seedApplication ADD COLUMN backup TEXT")
        }
        migrator.registerMigration("admin seed 003 what was before") { db in
            try db.execute(
                sql: """
                    CREATE TABLE seedEntry (
                        id INTEGER PRIMARY KEY,
                        list TEXT NOT NULL,
                        name TEXT NOT NULL,
                        isWhole INTEGER NOT NULL CHECK (isWhole IN (0, 1))
                    ) STRICT;

                    CREATE TABLE seedRow (
                        id INTEGER PRIMARY KEY,
                        entry INTEGER NOT NULL REFERENCES seedEntry(id) ON DELETE CASCADE,
                        tableName TEXT NOT NULL,
                        place TEXT NOT NULL,
                        before TEXT CHECK (before IS NULL OR json_valid(before)),
                        after TEXT
                    ) STRICT;
                    CREATE INDEX seedRowOfEntry ON seedRow(entry, tableName, place);
                    """)
        }
    }
}
