import Accounts
import GRDB

/// The media library: pictures in several sizes with alternative text, credit and licence.
public enum Media {
    public static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("admin media 001 create picture") { db in
            try db.execute(
                sql: """
                    CREATE TABLE picture (
                        id INTEGER PRIMARY KEY,
                        "key" TEXT NOT NULL CHECK ("key" <> ''),
                        file TEXT NOT NULL CHECK (length(file) = 32 AND file NOT GLOB '*[^0-9a-f]*'),
                        width INTEGER NOT NULL CHECK (width > 0),
                        height INTEGER NOT NULL CHECK (height > 0),
                        bytes INTEGER NOT NULL CHECK (bytes > 0),
                        alt TEXT NOT NULL DEFAULT '',
                        credit TEXT NOT NULL DEFAULT '',
                        licence TEXT NOT NULL DEFAULT '',
                        original TEXT NOT NULL DEFAULT '',
                        scopeID INTEGER,
                        version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0),
                        createdAt TEXT NOT NULL,
                        updatedAt TEXT NOT NULL,
                        deletedAt TEXT
                    ) STRICT;
                    CREATE UNIQUE INDEX picture_key ON picture ("key");
                    CREATE INDEX picture_file ON picture (file);
                    CREATE INDEX picture_scope ON picture (scopeID, createdAt);
                    """)
        }
    }
}
