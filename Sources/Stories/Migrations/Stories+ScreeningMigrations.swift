import Accounts
import GRDB

extension Stories {
    static func migrateScreening(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("stories 015 what the desk does by itself") { db in
            try db.execute(
                sql: """
                    -- Who is a newcomer, what of newcomers is held, which reports hide, and what newcomers may do; 0 does nothing.
                    ALTER TABLE storySettings ADD COLUMN newDays INTEGER NOT NULL DEFAULT 7 CHECK (newDays BETWEEN 0 AND 365);
                    ALTER TABLE storySettings ADD COLUMN newFragments INTEGER NOT NULL DEFAULT 3 CHECK (newFragments BETWEEN 0 AND 100);
                    ALTER TABLE storySettings ADD COLUMN holdFirst INTEGER NOT NULL DEFAULT 0 CHECK (holdFirst BETWEEN 0 AND 50);
                    ALTER TABLE storySettings ADD COLUMN holdLinks INTEGER NOT NULL DEFAULT 0 CHECK (holdLinks IN (0, 1));
                    ALTER TABLE storySettings ADD COLUMN holdPhotos INTEGER NOT NULL DEFAULT 0 CHECK (holdPhotos IN (0, 1));
                    ALTER TABLE storySettings ADD COLUMN trustedReports INTEGER NOT NULL DEFAULT 0
                      CHECK (trustedReports BETWEEN 0 AND 100);
                    ALTER TABLE storySettings ADD COLUMN severeReports INTEGER NOT NULL DEFAULT 0 CHECK (severeReports BETWEEN 0 AND 20);
                    ALTER TABLE storySettings ADD COLUMN newAnHour INTEGER NOT NULL DEFAULT 0 CHECK (newAnHour BETWEEN 0 AND 1000);
                    ALTER TABLE storySettings ADD COLUMN newVotes INTEGER NOT NULL DEFAULT 0 CHECK (newVotes BETWEEN 0 AND 200);
                    ALTER TABLE storySettings ADD COLUMN newFollows INTEGER NOT NULL DEFAULT 0 CHECK (newFollows BETWEEN 0 AND 60);
                    ALTER TABLE storySettings ADD COLUMN newLinks INTEGER NOT NULL DEFAULT 0 CHECK (newLinks BETWEEN 0 AND 100);

                    -- Why the desk decided by itself; none where a person did. Such a decision holds until a person decides.
                    ALTER TABLE decision ADD COLUMN automatic TEXT
                      CHECK (automatic IN ('first', 'link', 'word', 'photo', 'reports', 'severe'));
                    -- The desk's own decision that this one took the place of, which comes back when this one is undone.
                    ALTER TABLE decision ADD COLUMN replaces INTEGER REFERENCES decision(id) ON DELETE SET NULL;
                    CREATE INDEX decision_replaces ON decision(replaces) WHERE replaces IS NOT NULL;
                    CREATE INDEX decision_automatic ON decision(at) WHERE automatic IS NOT NULL;

                    -- Words for which a fragment is held; `language` is that of its writer, or empty for all.
                    CREATE TABLE watchedWord (
                      id INTEGER PRIMARY KEY,
                      language TEXT NOT NULL DEFAULT '',
                      word TEXT NOT NULL CHECK (word <> ''),
                      -- Whether longer words that begin with it are meant too.
                      isStem INTEGER NOT NULL CHECK (isStem IN (0, 1)),
                      reason TEXT NOT NULL,
                      addedBy TEXT NOT NULL,
                      addedAt TEXT NOT NULL,
                      removedAt TEXT
                    ) STRICT;
                    CREATE UNIQUE INDEX watchedWord_one ON watchedWord(language, word, isStem) WHERE removedAt IS NULL;

                    -- What photos show, so that a copy of a hidden one is known again.
                    CREATE TABLE photoHash (
                      file TEXT PRIMARY KEY,
                      hash INTEGER NOT NULL,
                      at TEXT NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX photoHash_time ON photoHash(at);
                    CREATE INDEX fragment_hiddenPhoto ON fragment(photo) WHERE isHidden = 1 AND photo IS NOT NULL;
                    """)
        }
    }
}
