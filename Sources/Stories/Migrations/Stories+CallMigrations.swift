import Accounts
import GRDB

extension Stories {
    static func migrateCalls(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("stories 017 severe cases first, moderators who are called") { db in
            try db.execute(
                sql: """
                    -- Whether a trusted report, a hold or a colleague names a severe rule: such cases come first.
                    ALTER TABLE moderationCase ADD COLUMN isSevere INTEGER NOT NULL DEFAULT 0 CHECK (isSevere IN (0, 1));
                    -- The rule for which a moderator asks colleagues to look.
                    ALTER TABLE moderationCase ADD COLUMN asked TEXT;
                    UPDATE moderationCase SET isSevere = 1 WHERE state = 'open' AND EXISTS
                      (SELECT 1 FROM fragmentReport WHERE caseID = moderationCase.id AND reason IN ('minors', 'threat'));
                    DROP INDEX moderationCase_state;
                    CREATE INDEX moderationCase_state
                      ON moderationCase(state, openedAt, urgency, reach, photo, claimant, claimedUntil, isSevere);

                    -- How a moderator is called: for which cases, at once or once a day, and in which hours never.
                    CREATE TABLE moderatorCall (
                      account INTEGER PRIMARY KEY REFERENCES account(id) ON DELETE CASCADE,
                      cases TEXT NOT NULL CHECK (cases IN ('severe', 'all')),
                      -- The hour of a daily message; none is at once.
                      daily INTEGER CHECK (daily BETWEEN 0 AND 23),
                      quietFrom INTEGER CHECK (quietFrom BETWEEN 0 AND 23),
                      quietTo INTEGER CHECK (quietTo BETWEEN 0 AND 23),
                      CHECK ((quietFrom IS NULL) = (quietTo IS NULL))
                    ) STRICT;

                    -- What a moderator was called for: each thing once.
                    CREATE TABLE moderatorCalled (
                      account INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
                      kind TEXT NOT NULL CHECK (kind IN ('case', 'severe', 'appeal')),
                      subject INTEGER NOT NULL,
                      at TEXT NOT NULL,
                      PRIMARY KEY (account, kind, subject)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX moderatorCalled_time ON moderatorCalled(at);
                    """)
        }
    }
}
