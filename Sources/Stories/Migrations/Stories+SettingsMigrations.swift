import Accounts
import GRDB

extension Stories {
    static func migrateSettings(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("stories 008 settings, editions of the documents") { db in
            try db.execute(
                sql: """
                    -- One row: how the recommended list is made up, and whether anybody may register.
                    CREATE TABLE storySettings (
                      id INTEGER PRIMARY KEY CHECK (id = 1),
                      fromBest INTEGER NOT NULL CHECK (fromBest BETWEEN 0 AND 50),
                      best INTEGER NOT NULL CHECK (best BETWEEN 1 AND 5000),
                      fromMonth INTEGER NOT NULL CHECK (fromMonth BETWEEN 0 AND 50),
                      month INTEGER NOT NULL CHECK (month BETWEEN 1 AND 5000),
                      fromNew INTEGER NOT NULL CHECK (fromNew BETWEEN 0 AND 50),
                      days INTEGER NOT NULL CHECK (days BETWEEN 1 AND 365),
                      isOpen INTEGER NOT NULL CHECK (isOpen IN (0, 1)),
                      version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0)
                    ) STRICT;
                    INSERT INTO storySettings (id, fromBest, best, fromMonth, month, fromNew, days, isOpen)
                      VALUES (1, 5, 100, 20, 500, 5, 3, 1);

                    -- The first edition of each document is the program's own; these are the later ones.
                    CREATE TABLE documentEdition (
                      id INTEGER PRIMARY KEY,
                      document TEXT NOT NULL CHECK (document IN ('privacy', 'terms', 'rules')),
                      number INTEGER NOT NULL CHECK (number > 1),
                      italian TEXT NOT NULL,
                      english TEXT NOT NULL,
                      -- Whether writers are asked to accept anew before they do anything else.
                      isAsked INTEGER NOT NULL CHECK (isAsked IN (0, 1)),
                      author INTEGER REFERENCES account(id) ON DELETE SET NULL,
                      authorName TEXT NOT NULL,
                      at TEXT NOT NULL,
                      UNIQUE (document, number)
                    ) STRICT;
                    CREATE INDEX documentEdition_author ON documentEdition(author);
                    CREATE INDEX documentEdition_asked ON documentEdition(isAsked);

                    -- How much somebody voted within an hour.
                    CREATE INDEX vote_writer ON vote(writer, at);
                    """)
        }
    }
}
