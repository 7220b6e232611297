import Accounts
import GRDB

extension Jobs {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("admin jobs 001 create job") { db in
            try db.execute(
                sql: """
                    CREATE TABLE job (
                        id INTEGER PRIMARY KEY,
                        kind TEXT NOT NULL CHECK (kind <> ''),
                        payload TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(payload)),
                        title TEXT NOT NULL CHECK (json_valid(title)),
                        accountID INTEGER REFERENCES account(id) ON DELETE SET NULL,
                        actor TEXT NOT NULL DEFAULT '',
                        scopeID INTEGER,
                        state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
                        runAt TEXT NOT NULL,
                        attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
                        maxAttempts INTEGER NOT NULL CHECK (maxAttempts > 0),
                        recurs INTEGER NOT NULL DEFAULT 0 CHECK (recurs IN (0, 1)),
                        worker TEXT,
                        leaseUntil TEXT,
                        done INTEGER NOT NULL DEFAULT 0 CHECK (done >= 0),
                        total INTEGER NOT NULL DEFAULT 0 CHECK (total >= 0),
                        result TEXT CHECK (result IS NULL OR json_valid(result)),
                        error TEXT CHECK (error IS NULL OR json_valid(error)),
                        createdAt TEXT NOT NULL,
                        startedAt TEXT,
                        endedAt TEXT,
                        CHECK ((state = 'running') = (worker IS NOT NULL) AND (worker IS NULL) = (leaseUntil IS NULL))
                    ) STRICT;
                    CREATE INDEX jobByState ON job (state, runAt);
                    CREATE INDEX jobByKind ON job (kind, id);
                    CREATE INDEX jobOfAccount ON job (accountID);
                    CREATE UNIQUE INDEX jobWaitsOnce ON job (kind) WHERE recurs = 1 AND state = 'waiting';
                    """)
        }
        Crash.migrate(&migrator)
    }
}
