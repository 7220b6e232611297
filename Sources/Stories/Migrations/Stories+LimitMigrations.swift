import Accounts
import GRDB

extension Stories {
    static func migrateLimits(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("stories 010 limits in the settings, editions of the help") { db in
            try db.execute(
                sql: """
                    -- Stories of a feed; fragments that one person may write within an hour, and seconds between two.
                    ALTER TABLE storySettings ADD COLUMN feed INTEGER NOT NULL DEFAULT 50 CHECK (feed BETWEEN 1 AND 200);
                    ALTER TABLE storySettings ADD COLUMN anHour INTEGER NOT NULL DEFAULT 30 CHECK (anHour BETWEEN 1 AND 1000);
                    ALTER TABLE storySettings ADD COLUMN pause INTEGER NOT NULL DEFAULT 5 CHECK (pause BETWEEN 0 AND 600);

                    CREATE TABLE newEdition (
                      id INTEGER PRIMARY KEY,
                      document TEXT NOT NULL CHECK (document IN ('privacy', 'terms', 'rules', 'help')),
                      number INTEGER NOT NULL CHECK (number > 1),
                      italian TEXT NOT NULL,
                      english TEXT NOT NULL,
                      -- Whether writers are asked to accept anew before they do anything else; nobody has to accept the help.
                      isAsked INTEGER NOT NULL CHECK (isAsked IN (0, 1) AND (isAsked = 0 OR document <> 'help')),
                      author INTEGER REFERENCES account(id) ON DELETE SET NULL,
                      authorName TEXT NOT NULL,
                      at TEXT NOT NULL,
                      UNIQUE (document, number)
                    ) STRICT;
                    INSERT INTO newEdition (id, document, number, italian, english, isAsked, author, authorName, at)
                      SELECT id, document, number, italian, english, isAsked, author, authorName, at FROM documentEdition;
                    DROP TABLE documentEdition;
                    ALTER TABLE newEdition RENAME TO documentEdition;
                    CREATE INDEX documentEdition_author ON documentEdition(author);
                    CREATE INDEX documentEdition_asked ON documentEdition(isAsked);
                    """)
        }
    }
}
