import Accounts
import GRDB

extension Stories {
    static func migrateWriters(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("stories 001 writers, who follows whom") { db in
            try db.execute(
                sql: """
                    -- A deleted writer keeps the row alone: stories stay whole, and nothing in it says who it was.
                    CREATE TABLE writer (
                      id INTEGER PRIMARY KEY,
                      email TEXT COLLATE NOCASE,
                      nickname TEXT COLLATE NOCASE CHECK (length(nickname) BETWEEN 3 AND 20 AND nickname NOT GLOB '*[^A-Za-z0-9_.]*'),
                      passwordHash TEXT CHECK (passwordHash LIKE 'scrypt$%'),
                      firstName TEXT NOT NULL DEFAULT '',
                      lastName TEXT NOT NULL DEFAULT '',
                      birthYear INTEGER CHECK (birthYear BETWEEN 1900 AND 2200),
                      sex TEXT CHECK (sex IN ('F', 'M')),
                      country TEXT CHECK (length(country) = 2),
                      avatar TEXT,
                      language TEXT NOT NULL DEFAULT 'it' CHECK (language IN ('it', 'en')),
                      verifiedAt TEXT,
                      -- When privacy notice and terms were accepted, and which edition of them.
                      acceptedAt TEXT,
                      acceptedEdition INTEGER,
                      createdAt TEXT NOT NULL,
                      deletedAt TEXT,
                      CHECK ((deletedAt IS NULL) = (email IS NOT NULL)),
                      CHECK ((deletedAt IS NULL) = (nickname IS NOT NULL)),
                      CHECK (deletedAt IS NULL OR (passwordHash IS NULL AND firstName = '' AND lastName = '' AND birthYear IS NULL
                        AND sex IS NULL AND country IS NULL AND avatar IS NULL))
                    ) STRICT;
                    CREATE UNIQUE INDEX writer_email ON writer(email) WHERE email IS NOT NULL;
                    CREATE UNIQUE INDEX writer_nickname ON writer(nickname) WHERE nickname IS NOT NULL;

                    CREATE TABLE writerSession (
                      id INTEGER PRIMARY KEY,
                      tokenHash BLOB NOT NULL UNIQUE CHECK (length(tokenHash) = 32),
                      writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
                      -- In a browser's cookie, or in the hands of a program.
                      kind TEXT NOT NULL CHECK (kind IN ('browser', 'program')),
                      device TEXT NOT NULL,
                      createdAt TEXT NOT NULL,
                      expiresAt TEXT NOT NULL,
                      message TEXT CHECK (message IS NULL OR json_valid(message))
                    ) STRICT;
                    CREATE INDEX writerSession_writer ON writerSession(writer);
                    CREATE INDEX writerSession_end ON writerSession(expiresAt);

                    CREATE TABLE follow (
                      follower INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
                      followed INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
                      at TEXT NOT NULL,
                      PRIMARY KEY (follower, followed),
                      CHECK (follower <> followed)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX follow_followed ON follow(followed);
                    """)
        }
    }
}
