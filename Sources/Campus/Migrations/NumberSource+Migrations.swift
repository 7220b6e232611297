import Accounts
import Admin
import GRDB

extension NumberSource {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 164 numbers of other sites") { db in
            try db.execute(
                sql: """
                    CREATE TABLE campusNumberSource (
                      \(ResourceSchema.columns()),
                      name TEXT NOT NULL CHECK (name <> ''),
                      translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
                      url TEXT NOT NULL CHECK (url <> ''),
                      path TEXT NOT NULL CHECK (path <> ''),
                      timePath TEXT NOT NULL DEFAULT '',
                      unit TEXT NOT NULL DEFAULT '',
                      factor INTEGER NOT NULL DEFAULT 1 CHECK (factor BETWEEN 1 AND 1000),
                      decimals INTEGER NOT NULL DEFAULT 0 CHECK (decimals BETWEEN 0 AND 3),
                      hours INTEGER NOT NULL DEFAULT 3 CHECK (hours BETWEEN 1 AND 720),
                      link TEXT NOT NULL DEFAULT '',
                      period TEXT NOT NULL DEFAULT 'quarter' CHECK (period IN ('quarter', 'hour', 'sixHours', 'day')),
                      published INTEGER NOT NULL DEFAULT 1 CHECK (published IN (0, 1)),
                      ordering INTEGER NOT NULL DEFAULT 0
                    ) STRICT;
                    \(ResourceSchema.indexes("campusNumberSource", sortedBy: ["ordering"]))

                    CREATE TABLE campusNumberReading (
                      source INTEGER PRIMARY KEY REFERENCES campusNumberSource(id) ON DELETE CASCADE,
                      place TEXT NOT NULL,
                      value REAL,
                      at TEXT,
                      attemptedAt TEXT NOT NULL,
                      nextAt TEXT NOT NULL,
                      failures INTEGER NOT NULL DEFAULT 0,
                      outcome TEXT NOT NULL
                    ) STRICT;
                    """)
        }
    }
}
