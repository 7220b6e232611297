import Accounts
import GRDB

extension Stories {
    static func migrateVoters(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("stories 016 people who voted, and votes that are left out") { db in
            try db.execute(
                sql: """
                    -- A vote that a decision leaves out adds no weight.
                    ALTER TABLE vote ADD COLUMN isCounted INTEGER NOT NULL DEFAULT 1 CHECK (isCounted IN (0, 1));
                    DROP INDEX vote_fragment;
                    CREATE INDEX vote_fragment ON vote(fragment, isCounted);
                    CREATE INDEX vote_counted ON vote(at, fragment, writer) WHERE isCounted = 1;

                    -- The different people whose votes make up the weight of the best branch: lists are ordered by them.
                    ALTER TABLE story ADD COLUMN voters INTEGER NOT NULL DEFAULT 0 CHECK (voters >= 0);
                    UPDATE story SET voters = (SELECT count(DISTINCT vote.writer) FROM bestBranch
                      JOIN vote ON vote.fragment = bestBranch.fragment WHERE bestBranch.story = story.id);
                    DROP INDEX story_weight;
                    CREATE INDEX story_voters ON story(voters DESC, id, changedAt) WHERE tip IS NOT NULL;

                    ALTER TABLE decision ADD COLUMN unvotes INTEGER NOT NULL DEFAULT 0 CHECK (unvotes IN (0, 1));
                    -- Whose votes a decision leaves out; only those for one author, or all where there is none.
                    CREATE TABLE voteExclusion (
                      id INTEGER PRIMARY KEY,
                      voter INTEGER NOT NULL REFERENCES writer(id) ON DELETE RESTRICT,
                      author INTEGER REFERENCES writer(id) ON DELETE RESTRICT,
                      decision INTEGER NOT NULL REFERENCES decision(id) ON DELETE RESTRICT,
                      since TEXT NOT NULL,
                      endedAt TEXT
                    ) STRICT;
                    CREATE INDEX voteExclusion_voter ON voteExclusion(voter);
                    CREATE INDEX voteExclusion_author ON voteExclusion(author);
                    CREATE INDEX voteExclusion_decision ON voteExclusion(decision);
                    """)
        }
    }
}
