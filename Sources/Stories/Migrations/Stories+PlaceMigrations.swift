import Accounts
import GRDB

extension Stories {
    static func migratePlaces(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("stories 020 places of readers, followed stories, languages of stories") { db in
            try db.execute(
                sql: """
                    -- Where a writer is in a story. What came after `newSince`, the end of the visit before, is new to them.
                    CREATE TABLE readingPlace (
                      writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
                      story INTEGER NOT NULL REFERENCES story(id) ON DELETE CASCADE,
                      fragment INTEGER NOT NULL REFERENCES fragment(id) ON DELETE CASCADE,
                      at TEXT NOT NULL,
                      newSince TEXT,
                      PRIMARY KEY (writer, story)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX readingPlace_recent ON readingPlace(writer, at);
                    CREATE INDEX readingPlace_story ON readingPlace(story);
                    CREATE INDEX readingPlace_fragment ON readingPlace(fragment);
                    CREATE INDEX readingPlace_time ON readingPlace(at);

                    CREATE TABLE fragmentRead (
                      writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
                      fragment INTEGER NOT NULL REFERENCES fragment(id) ON DELETE CASCADE,
                      PRIMARY KEY (writer, fragment)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX fragmentRead_fragment ON fragmentRead(fragment);

                    CREATE TABLE storyFollow (
                      writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
                      story INTEGER NOT NULL REFERENCES story(id) ON DELETE CASCADE,
                      at TEXT NOT NULL,
                      PRIMARY KEY (writer, story)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX storyFollow_story ON storyFollow(story);

                    -- Whether the account keeps where its writer is and what they have read.
                    ALTER TABLE writer ADD COLUMN keepsPlaces INTEGER NOT NULL DEFAULT 1 CHECK (keepsPlaces IN (0, 1));

                    -- The language of the writer who began it.
                    ALTER TABLE story ADD COLUMN language TEXT NOT NULL DEFAULT '';
                    UPDATE story SET language = (SELECT writer.language FROM fragment JOIN writer ON writer.id = fragment.writer
                      WHERE fragment.id = story.id);

                    CREATE TABLE newNotice (
                      id INTEGER PRIMARY KEY,
                      writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
                      kind TEXT NOT NULL CHECK (kind IN ('follower', 'storyContinued', 'branchContinued', 'storyGrown', 'reportDecided',
                        'measureTaken', 'message', 'decisionUndone', 'appealDecided')),
                      -- The writer who did it, if it was one.
                      actor INTEGER REFERENCES writer(id) ON DELETE CASCADE,
                      -- The fragment it leads to, and the one that was continued.
                      fragment INTEGER REFERENCES fragment(id) ON DELETE CASCADE,
                      continued INTEGER REFERENCES fragment(id) ON DELETE CASCADE,
                      decision INTEGER REFERENCES decision(id) ON DELETE CASCADE,
                      at TEXT NOT NULL,
                      readAt TEXT,
                      CHECK ((kind = 'follower') = (actor IS NOT NULL AND fragment IS NULL)),
                      CHECK ((kind IN ('storyContinued', 'branchContinued')) = (continued IS NOT NULL)),
                      CHECK ((kind IN ('follower', 'storyContinued', 'branchContinued', 'storyGrown')) = (decision IS NULL))
                    ) STRICT;
                    INSERT INTO newNotice (id, writer, kind, actor, fragment, continued, decision, at, readAt)
                      SELECT id, writer, kind, actor, fragment, continued, decision, at, readAt FROM storyNotice;
                    DROP TABLE storyNotice;
                    ALTER TABLE newNotice RENAME TO storyNotice;
                    CREATE INDEX storyNotice_actor ON storyNotice(actor);
                    CREATE UNIQUE INDEX storyNotice_continued ON storyNotice(continued) WHERE continued IS NOT NULL;
                    CREATE UNIQUE INDEX storyNotice_decision ON storyNotice(writer, decision, kind) WHERE decision IS NOT NULL;
                    CREATE UNIQUE INDEX storyNotice_follower ON storyNotice(writer, actor) WHERE kind = 'follower';
                    CREATE INDEX storyNotice_fragment ON storyNotice(fragment);
                    CREATE INDEX storyNotice_own ON storyNotice(writer);
                    CREATE INDEX storyNotice_subject ON storyNotice(decision);
                    CREATE INDEX storyNotice_time ON storyNotice(at);
                    CREATE INDEX storyNotice_unread ON storyNotice(writer) WHERE readAt IS NULL;
                    CREATE INDEX storyNotice_writer ON storyNotice(writer, at);
                    """)
        }
    }

    static func migrateCorrections(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("stories 021 fragments that are corrected or withdrawn") { db in
            try db.execute(
                sql: """
                    ALTER TABLE fragment ADD COLUMN correctedAt TEXT;
                    -- The numbers of withdrawn fragments, which no other fragment gets.
                    CREATE TABLE withdrawnFragment (
                      id INTEGER PRIMARY KEY,
                      at TEXT NOT NULL
                    ) STRICT;

                    -- A story goes with its first fragment.
                    CREATE TABLE newStory (
                      id INTEGER PRIMARY KEY REFERENCES fragment(id) ON DELETE CASCADE,
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
                      seedKey TEXT UNIQUE CHECK (seedKey <> ''),
                      -- The different people whose votes make up the weight of the best branch.
                      voters INTEGER NOT NULL DEFAULT 0 CHECK (voters >= 0),
                      -- The language of the writer who began it.
                      language TEXT NOT NULL DEFAULT ''
                    ) STRICT;
                    INSERT INTO newStory (id, createdAt, changedAt, weight, tip, folded, seedKey, voters, language)
                      SELECT id, createdAt, changedAt, weight, tip, folded, seedKey, voters, language FROM story;
                    DROP TABLE story;
                    ALTER TABLE newStory RENAME TO story;
                    CREATE INDEX story_changed ON story(changedAt DESC, id) WHERE tip IS NOT NULL;
                    CREATE INDEX story_created ON story(createdAt DESC, id) WHERE tip IS NOT NULL;
                    CREATE INDEX story_tip ON story(tip);
                    CREATE INDEX story_voters ON story(voters DESC, id, changedAt) WHERE tip IS NOT NULL;
                    """)
        }
    }

    static func migratePhotoWords(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("stories 022 what photos show, in words") { db in
            try db.execute(
                sql: """
                    ALTER TABLE fragment ADD COLUMN description TEXT NOT NULL DEFAULT '';
                    ALTER TABLE storyDraft ADD COLUMN description TEXT NOT NULL DEFAULT '';
                    """)
        }
    }

    static func migrateNetworks(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("stories 023 networks of writers") { db in
            try db.execute(
                sql: """
                    -- From which networks a writer signed in or wrote: a hash that differs from day to day, kept for thirty days.
                    CREATE TABLE writerNetwork (
                      writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
                      network BLOB NOT NULL CHECK (length(network) = 16),
                      at TEXT NOT NULL,
                      PRIMARY KEY (writer, network)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX writerNetwork_network ON writerNetwork(network);
                    CREATE INDEX writerNetwork_time ON writerNetwork(at);

                    -- The key of each day's hashes, deleted with them.
                    CREATE TABLE networkKey (
                      day TEXT PRIMARY KEY,
                      key BLOB NOT NULL CHECK (length(key) = 32)
                    ) STRICT, WITHOUT ROWID;
                    """)
        }
    }
}
