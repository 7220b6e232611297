import Accounts
import GRDB

extension Stories {
    static func migratePush(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("stories 024 moderators who are called by rule and by push") { db in
            try db.execute(
                sql: """
                    CREATE TABLE newModeratorCall (
                      account INTEGER PRIMARY KEY REFERENCES account(id) ON DELETE CASCADE,
                      cases TEXT NOT NULL CHECK (cases IN ('severe', 'rules', 'all')),
                      -- Names of rules, separated by spaces, which count where only some rules call.
                      rules TEXT NOT NULL DEFAULT '' CHECK (cases <> 'rules' OR rules <> ''),
                      -- Whether a message goes to the confirmed address; browsers are called besides.
                      byMail INTEGER NOT NULL DEFAULT 1 CHECK (byMail IN (0, 1)),
                      -- The hour of a daily message; none is at once.
                      daily INTEGER CHECK (daily BETWEEN 0 AND 23),
                      quietFrom INTEGER CHECK (quietFrom BETWEEN 0 AND 23),
                      quietTo INTEGER CHECK (quietTo BETWEEN 0 AND 23),
                      CHECK ((quietFrom IS NULL) = (quietTo IS NULL))
                    ) STRICT;
                    INSERT INTO newModeratorCall (account, cases, daily, quietFrom, quietTo)
                      SELECT account, cases, daily, quietFrom, quietTo FROM moderatorCall;
                    DROP TABLE moderatorCall;
                    ALTER TABLE newModeratorCall RENAME TO moderatorCall;

                    CREATE TABLE newModeratorCalled (
                      account INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
                      kind TEXT NOT NULL CHECK (kind IN ('case', 'severe', 'appeal', 'profile', 'severeProfile')),
                      subject INTEGER NOT NULL,
                      at TEXT NOT NULL,
                      PRIMARY KEY (account, kind, subject)
                    ) STRICT, WITHOUT ROWID;
                    INSERT INTO newModeratorCalled (account, kind, subject, at) SELECT account, kind, subject, at FROM moderatorCalled;
                    DROP TABLE moderatorCalled;
                    ALTER TABLE newModeratorCalled RENAME TO moderatorCalled;
                    CREATE INDEX moderatorCalled_time ON moderatorCalled(at);

                    -- A browser of a moderator that gets messages while no page is open.
                    CREATE TABLE moderatorBrowser (
                      id INTEGER PRIMARY KEY,
                      account INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
                      address TEXT NOT NULL UNIQUE,
                      publicKey BLOB NOT NULL CHECK (length(publicKey) = 65),
                      secret BLOB NOT NULL CHECK (length(secret) = 16),
                      label TEXT NOT NULL,
                      createdAt TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX moderatorBrowser_account ON moderatorBrowser(account);

                    -- A message that waits for the push service of a browser.
                    CREATE TABLE moderatorPush (
                      id INTEGER PRIMARY KEY,
                      browser INTEGER NOT NULL REFERENCES moderatorBrowser(id) ON DELETE CASCADE,
                      title TEXT NOT NULL,
                      text TEXT NOT NULL,
                      path TEXT NOT NULL,
                      language TEXT NOT NULL,
                      isUrgent INTEGER NOT NULL CHECK (isUrgent IN (0, 1)),
                      -- How much waits for moderators in all, for the number on the site's icon.
                      waiting INTEGER NOT NULL CHECK (waiting >= 0),
                      at TEXT NOT NULL,
                      attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
                      nextAt TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX moderatorPush_browser ON moderatorPush(browser);
                    CREATE INDEX moderatorPush_due ON moderatorPush(nextAt);
                    """)
        }
        migrator.registerMigration("stories 025 sessions that a suspension ended") { db in
            try db.execute(
                sql: """
                    -- So that a program of a suspended writer hears why its token is refused.
                    CREATE TABLE suspendedSession (
                      tokenHash BLOB PRIMARY KEY CHECK (length(tokenHash) = 32),
                      writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
                      expiresAt TEXT NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX suspendedSession_writer ON suspendedSession(writer);
                    CREATE INDEX suspendedSession_end ON suspendedSession(expiresAt);
                    """)
        }
        migrator.registerMigration("stories 026 the most voted of a time") { db in
            try db.execute(
                sql: """
                    -- The stories for whose best branches most people voted in a time up to now, worked out by a job where votes are many.
                    CREATE TABLE votedInTime (
                      span TEXT NOT NULL CHECK (span IN ('week', 'month', 'year')),
                      story INTEGER NOT NULL REFERENCES story(id) ON DELETE CASCADE,
                      people INTEGER NOT NULL CHECK (people > 0),
                      PRIMARY KEY (span, story)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX votedInTime_people ON votedInTime(span, people DESC, story);
                    CREATE INDEX votedInTime_story ON votedInTime(story);

                    CREATE INDEX fragmentReport_time ON fragmentReport(at, reason, outcome);
                    CREATE INDEX profileReport_time ON profileReport(at);
                    CREATE INDEX profileReport_waiting ON profileReport(subject, part, reason) WHERE outcome IS NULL;
                    """)
        }
    }
}
