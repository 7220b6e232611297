import Crypto
import GRDB
import Web

extension FailedAttemptLog {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("accounts 006 failed tries are counted") { db in
            try db.execute(
                sql: """
                    CREATE TABLE guess (
                        id INTEGER PRIMARY KEY,
                        kind TEXT NOT NULL CHECK (kind <> ''),
                        name BLOB NOT NULL CHECK (length(name) = 32),
                        network TEXT NOT NULL,
                        address TEXT NOT NULL,
                        begunAt TEXT NOT NULL,
                        endsAt TEXT NOT NULL CHECK (endsAt > begunAt),
                        tries INTEGER NOT NULL CHECK (tries > 0),
                        told INTEGER NOT NULL CHECK (told BETWEEN 0 AND tries),
                        account INTEGER REFERENCES account ON DELETE CASCADE,
                        objectKind TEXT,
                        objectID INTEGER,
                        objectTitle TEXT,
                        scopeID INTEGER
                    ) STRICT;
                    CREATE UNIQUE INDEX guessOnce ON guess (kind, name, network, begunAt);
                    CREATE INDEX guessByTime ON guess (begunAt);
                    CREATE INDEX guessOfAccount ON guess (account) WHERE account IS NOT NULL;
                    """)
        }
    }
}
