import Accounts
import GRDB

extension Stories {
    static func migrateAppeals(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("stories 007 notes, second opinions, appeals") { db in
            try db.execute(
                sql: """
                    -- What moderators tell each other of a case or of a writer.
                    CREATE TABLE moderatorNote (
                      id INTEGER PRIMARY KEY,
                      caseID INTEGER REFERENCES moderationCase(id) ON DELETE CASCADE,
                      writer INTEGER REFERENCES writer(id) ON DELETE CASCADE,
                      author INTEGER REFERENCES account(id) ON DELETE SET NULL,
                      authorName TEXT NOT NULL,
                      text TEXT NOT NULL CHECK (text <> ''),
                      at TEXT NOT NULL,
                      CHECK ((caseID IS NULL) <> (writer IS NULL))
                    ) STRICT;
                    CREATE INDEX moderatorNote_case ON moderatorNote(caseID);
                    CREATE INDEX moderatorNote_writer ON moderatorNote(writer);
                    CREATE INDEX moderatorNote_author ON moderatorNote(author);

                    -- A suspension that is to be for good ends at `until` unless a second moderator confirms it.
                    CREATE TABLE secondOpinion (
                      suspension INTEGER PRIMARY KEY REFERENCES suspension(id) ON DELETE CASCADE,
                      until TEXT NOT NULL,
                      state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'confirmed', 'refused')),
                      decider INTEGER REFERENCES account(id) ON DELETE SET NULL,
                      deciderName TEXT,
                      decidedAt TEXT,
                      CHECK ((state = 'open') = (decidedAt IS NULL)),
                      CHECK ((deciderName IS NULL) = (decidedAt IS NULL))
                    ) STRICT;
                    CREATE INDEX secondOpinion_state ON secondOpinion(state);
                    CREATE INDEX secondOpinion_decider ON secondOpinion(decider);

                    -- What the author says against a decision, once, and what came of it.
                    CREATE TABLE appeal (
                      id INTEGER PRIMARY KEY,
                      decision INTEGER NOT NULL UNIQUE REFERENCES decision(id) ON DELETE RESTRICT,
                      text TEXT NOT NULL,
                      at TEXT NOT NULL,
                      state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'upheld', 'refused')),
                      answer TEXT NOT NULL DEFAULT '',
                      decider INTEGER REFERENCES account(id) ON DELETE SET NULL,
                      deciderName TEXT,
                      decidedAt TEXT,
                      CHECK ((state = 'open') = (decidedAt IS NULL)),
                      CHECK ((deciderName IS NULL) = (decidedAt IS NULL))
                    ) STRICT;
                    CREATE INDEX appeal_state ON appeal(state, at);
                    CREATE INDEX appeal_decider ON appeal(decider);

                    -- Leads somebody who cannot sign in to the decision about him. It may be opened as often as he likes.
                    CREATE TABLE appealLink (
                      tokenHash BLOB PRIMARY KEY CHECK (length(tokenHash) = 32),
                      decision INTEGER NOT NULL REFERENCES decision(id) ON DELETE CASCADE,
                      expiresAt TEXT NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX appealLink_decision ON appealLink(decision);
                    CREATE INDEX appealLink_end ON appealLink(expiresAt);

                    CREATE TABLE newNotice (
                      id INTEGER PRIMARY KEY,
                      writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
                      kind TEXT NOT NULL CHECK (kind IN ('follower', 'storyContinued', 'branchContinued', 'reportDecided', 'measureTaken',
                        'message', 'decisionUndone', 'appealDecided')),
                      -- Whoever did it, where that was a writer.
                      actor INTEGER REFERENCES writer(id) ON DELETE CASCADE,
                      -- The fragment it leads to, and the one that was continued.
                      fragment INTEGER REFERENCES fragment(id) ON DELETE CASCADE,
                      continued INTEGER REFERENCES fragment(id) ON DELETE CASCADE,
                      decision INTEGER REFERENCES decision(id) ON DELETE CASCADE,
                      at TEXT NOT NULL,
                      readAt TEXT,
                      CHECK ((kind = 'follower') = (actor IS NOT NULL AND fragment IS NULL)),
                      CHECK ((kind IN ('storyContinued', 'branchContinued')) = (continued IS NOT NULL)),
                      CHECK ((kind IN ('follower', 'storyContinued', 'branchContinued')) = (decision IS NULL))
                    ) STRICT;
                    INSERT INTO newNotice (id, writer, kind, actor, fragment, continued, decision, at, readAt)
                      SELECT id, writer, kind, actor, fragment, continued, decision, at, readAt FROM storyNotice;
                    DROP TABLE storyNotice;
                    ALTER TABLE newNotice RENAME TO storyNotice;
                    -- Each of these is told once, whatever happens.
                    CREATE UNIQUE INDEX storyNotice_continued ON storyNotice(continued) WHERE continued IS NOT NULL;
                    CREATE UNIQUE INDEX storyNotice_follower ON storyNotice(writer, actor) WHERE kind = 'follower';
                    CREATE UNIQUE INDEX storyNotice_decision ON storyNotice(writer, decision, kind) WHERE decision IS NOT NULL;
                    CREATE INDEX storyNotice_writer ON storyNotice(writer, at);
                    CREATE INDEX storyNotice_actor ON storyNotice(actor);
                    CREATE INDEX storyNotice_fragment ON storyNotice(fragment);
                    CREATE INDEX storyNotice_subject ON storyNotice(decision);
                    CREATE INDEX storyNotice_time ON storyNotice(at);
                    """)
        }
    }
}
