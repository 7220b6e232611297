import Accounts
import GRDB

extension Stories {
    static func migrateNotices(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("stories 004 notices") { db in
            try db.execute(
                sql: """
                    CREATE TABLE storyNotice (
                      id INTEGER PRIMARY KEY,
                      writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
                      kind TEXT NOT NULL CHECK (kind IN
                        ('follower', 'storyContinued', 'branchContinued', 'reportDecided', 'measureTaken', 'message', 'decisionUndone')),
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
                      CHECK ((kind IN ('reportDecided', 'measureTaken', 'message', 'decisionUndone')) = (decision IS NOT NULL))
                    ) STRICT;
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
