import Accounts
import GRDB

extension Stories {
    public static func migrate(_ migrator: inout SchemaMigrator) {
        migrateWriters(&migrator)
        migrator.registerMigration("stories 002 stories, fragments, votes") { db in
            try db.execute(
                sql: """
                    -- A story has the number of its first fragment. Each refers to the other, so one of the two is checked at the end.
                    CREATE TABLE fragment (
                      id INTEGER PRIMARY KEY,
                      story INTEGER NOT NULL REFERENCES story(id) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED,
                      parent INTEGER REFERENCES fragment(id) ON DELETE RESTRICT,
                      writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE RESTRICT,
                      kind TEXT NOT NULL CHECK (kind IN ('text', 'photo')),
                      title TEXT NOT NULL DEFAULT '',
                      text TEXT NOT NULL DEFAULT '',
                      photo TEXT,
                      createdAt TEXT NOT NULL,
                      -- What the form or the program that sent it called it: the same sending never makes two.
                      sending TEXT CHECK (sending <> ''),
                      depth INTEGER NOT NULL CHECK (depth >= 0),
                      -- Votes for all fragments from the first one to this one.
                      weight INTEGER NOT NULL DEFAULT 0 CHECK (weight >= 0),
                      -- Fragments that answer this one and are not hidden themselves.
                      continuations INTEGER NOT NULL DEFAULT 0 CHECK (continuations >= 0),
                      isHidden INTEGER NOT NULL DEFAULT 0 CHECK (isHidden IN (0, 1)),
                      -- How many from the first fragment to this one are hidden; 0 is visible.
                      cover INTEGER NOT NULL DEFAULT 0 CHECK (cover >= isHidden),
                      CHECK ((parent IS NULL) = (story = id)),
                      CHECK ((parent IS NULL) = (depth = 0)),
                      CHECK (parent IS NOT NULL OR title <> ''),
                      CHECK (kind = 'text' AND text <> '' AND photo IS NULL OR kind = 'photo' AND photo IS NOT NULL)
                    ) STRICT;
                    CREATE INDEX fragment_story ON fragment(story);
                    CREATE INDEX fragment_parent ON fragment(parent);
                    CREATE INDEX fragment_writer ON fragment(writer, createdAt);
                    CREATE INDEX fragment_photo ON fragment(photo) WHERE photo IS NOT NULL;
                    CREATE UNIQUE INDEX fragment_sending ON fragment(writer, sending) WHERE sending IS NOT NULL;

                    CREATE TABLE story (
                      id INTEGER PRIMARY KEY REFERENCES fragment(id) ON DELETE RESTRICT,
                      createdAt TEXT NOT NULL,
                      -- When a fragment was last added, in whatever branch.
                      changedAt TEXT NOT NULL,
                      -- Of its best branch.
                      weight INTEGER NOT NULL DEFAULT 0 CHECK (weight >= 0),
                      -- The end of its best branch; none while the first fragment is hidden.
                      tip INTEGER REFERENCES fragment(id) ON DELETE RESTRICT,
                      -- The title without capitals and accents, for the search.
                      folded TEXT NOT NULL,
                      -- What the seed calls it; none where it was begun on the site.
                      seedKey TEXT UNIQUE CHECK (seedKey <> '')
                    ) STRICT;
                    CREATE INDEX story_weight ON story(weight DESC, id) WHERE tip IS NOT NULL;
                    CREATE INDEX story_changed ON story(changedAt DESC, id) WHERE tip IS NOT NULL;
                    CREATE INDEX story_created ON story(createdAt DESC, id) WHERE tip IS NOT NULL;
                    CREATE INDEX story_tip ON story(tip);

                    -- The best branch of each story, worked out when something is written, so that reading one climbs no tree.
                    CREATE TABLE bestBranch (
                      story INTEGER NOT NULL REFERENCES story(id) ON DELETE CASCADE,
                      position INTEGER NOT NULL CHECK (position >= 0),
                      fragment INTEGER NOT NULL UNIQUE REFERENCES fragment(id) ON DELETE CASCADE,
                      PRIMARY KEY (story, position)
                    ) STRICT, WITHOUT ROWID;

                    CREATE TABLE vote (
                      writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE RESTRICT,
                      fragment INTEGER NOT NULL REFERENCES fragment(id) ON DELETE RESTRICT,
                      at TEXT NOT NULL,
                      PRIMARY KEY (writer, fragment)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX vote_fragment ON vote(fragment);
                    """)
        }
        migrateModeration(&migrator)
        migrateNotices(&migrator)
        migrateRegistration(&migrator)
        migrateWriting(&migrator)
        migrateAppeals(&migrator)
        migrateSettings(&migrator)
        migrateReading(&migrator)
        migrateLimits(&migrator)
        migrateCountries(&migrator)
        migrateDrafts(&migrator)
        migrateLanguages(&migrator)
        migrateScreening(&migrator)
        migrateVoters(&migrator)
        migrateCalls(&migrator)
        migrateProfiles(&migrator)
        migrateDocuments(&migrator)
        migratePlaces(&migrator)
        migrateCorrections(&migrator)
        migratePhotoWords(&migrator)
        migrateNetworks(&migrator)
        migratePush(&migrator)
    }
}
