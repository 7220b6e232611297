import Accounts
import GRDB

extension Stories {
    static func migrateModeration(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("stories 003 cases, reports, decisions and what they bring about") { db in
            try db.execute(
                sql: """
                    -- One open case for each reported fragment, however many report it; with the fragment as it was.
                    CREATE TABLE moderationCase (
                      id INTEGER PRIMARY KEY,
                      fragment INTEGER NOT NULL REFERENCES fragment(id) ON DELETE RESTRICT,
                      state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'decided', 'merged')),
                      version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0),
                      title TEXT NOT NULL,
                      text TEXT NOT NULL,
                      photo TEXT,
                      openedAt TEXT NOT NULL,
                      -- What its reports weigh together, and how far the fragment reaches: see `Priority`.
                      urgency REAL NOT NULL DEFAULT 0,
                      reach REAL NOT NULL DEFAULT 1,
                      claimant INTEGER REFERENCES account(id) ON DELETE SET NULL,
                      claimedUntil TEXT
                    ) STRICT;
                    CREATE UNIQUE INDEX moderationCase_open ON moderationCase(fragment) WHERE state = 'open';
                    CREATE INDEX moderationCase_fragment ON moderationCase(fragment);
                    CREATE INDEX moderationCase_state ON moderationCase(state, openedAt);
                    CREATE INDEX moderationCase_claimant ON moderationCase(claimant);

                    -- What moderators decided; what followed from it are the rows that name it, which one undoing ends together.
                    CREATE TABLE decision (
                      id INTEGER PRIMARY KEY,
                      caseID INTEGER REFERENCES moderationCase(id) ON DELETE RESTRICT,
                      fragment INTEGER REFERENCES fragment(id) ON DELETE RESTRICT,
                      -- Whom it concerns: the author of the fragment.
                      writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE RESTRICT,
                      moderator INTEGER REFERENCES account(id) ON DELETE SET NULL,
                      moderatorName TEXT NOT NULL,
                      hides INTEGER NOT NULL CHECK (hides IN (0, 1)),
                      warns INTEGER NOT NULL CHECK (warns IN (0, 1)),
                      suspends INTEGER NOT NULL CHECK (suspends IN (0, 1)),
                      -- The rule it rests on; none where everything is kept.
                      reason TEXT,
                      -- What the author is told in the moderator's own words.
                      message TEXT NOT NULL DEFAULT '',
                      -- The first decision of an act on many cases; all of them share it.
                      batch INTEGER REFERENCES decision(id) ON DELETE SET NULL,
                      at TEXT NOT NULL,
                      undoneAt TEXT,
                      undoneBy TEXT,
                      CHECK ((undoneAt IS NULL) = (undoneBy IS NULL)),
                      CHECK (reason IS NOT NULL OR (hides = 0 AND warns = 0 AND suspends = 0)),
                      CHECK (hides = 0 OR fragment IS NOT NULL)
                    ) STRICT;
                    CREATE INDEX decision_case ON decision(caseID);
                    CREATE INDEX decision_fragment ON decision(fragment);
                    CREATE INDEX decision_writer ON decision(writer, at);
                    CREATE INDEX decision_moderator ON decision(moderator);
                    CREATE INDEX decision_batch ON decision(batch);
                    CREATE INDEX decision_time ON decision(at);

                    CREATE TABLE fragmentReport (
                      id INTEGER PRIMARY KEY,
                      fragment INTEGER NOT NULL REFERENCES fragment(id) ON DELETE RESTRICT,
                      writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE RESTRICT,
                      caseID INTEGER NOT NULL REFERENCES moderationCase(id) ON DELETE RESTRICT,
                      reason TEXT NOT NULL,
                      note TEXT NOT NULL DEFAULT '',
                      at TEXT NOT NULL,
                      outcome TEXT CHECK (outcome IN ('upheld', 'noted', 'rejected')),
                      decision INTEGER REFERENCES decision(id) ON DELETE RESTRICT,
                      CHECK ((outcome IS NULL) = (decision IS NULL)),
                      UNIQUE (writer, fragment)
                    ) STRICT;
                    CREATE INDEX fragmentReport_case ON fragmentReport(caseID);
                    CREATE INDEX fragmentReport_fragment ON fragmentReport(fragment);
                    CREATE INDEX fragmentReport_decision ON fragmentReport(decision);

                    CREATE TABLE hiding (
                      id INTEGER PRIMARY KEY,
                      fragment INTEGER NOT NULL REFERENCES fragment(id) ON DELETE RESTRICT,
                      decision INTEGER NOT NULL REFERENCES decision(id) ON DELETE RESTRICT,
                      since TEXT NOT NULL,
                      endedAt TEXT
                    ) STRICT;
                    CREATE UNIQUE INDEX hiding_active ON hiding(fragment) WHERE endedAt IS NULL;
                    CREATE INDEX hiding_decision ON hiding(decision);

                    CREATE TABLE strike (
                      id INTEGER PRIMARY KEY,
                      writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE RESTRICT,
                      decision INTEGER NOT NULL REFERENCES decision(id) ON DELETE RESTRICT,
                      since TEXT NOT NULL,
                      -- Nobody is reminded of an old mistake for ever.
                      expiresAt TEXT NOT NULL,
                      endedAt TEXT
                    ) STRICT;
                    CREATE INDEX strike_writer ON strike(writer, expiresAt);
                    CREATE INDEX strike_decision ON strike(decision);

                    CREATE TABLE suspension (
                      id INTEGER PRIMARY KEY,
                      writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE RESTRICT,
                      decision INTEGER NOT NULL REFERENCES decision(id) ON DELETE RESTRICT,
                      since TEXT NOT NULL,
                      -- None is for good.
                      until TEXT CHECK (until > since),
                      -- Whether the writer's stories stay out of the lists meanwhile; they can be read all the same.
                      unlists INTEGER NOT NULL DEFAULT 0 CHECK (unlists IN (0, 1)),
                      -- The one it took the place of, which comes back when this one is undone.
                      replaced INTEGER REFERENCES suspension(id) ON DELETE SET NULL,
                      endedAt TEXT,
                      endedBy TEXT
                    ) STRICT;
                    CREATE UNIQUE INDEX suspension_active ON suspension(writer) WHERE endedAt IS NULL;
                    CREATE INDEX suspension_writer ON suspension(writer);
                    CREATE INDEX suspension_decision ON suspension(decision);
                    CREATE INDEX suspension_replaced ON suspension(replaced);
                    """)
        }
    }
}
