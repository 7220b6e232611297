import Accounts
import GRDB

extension SiteIdentity {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("admin identity 001 which site it is") { db in
            try db.execute(
                sql: """
                    CREATE TABLE siteIdentity (
                        id INTEGER PRIMARY KEY CHECK (id = 1),
                        generation INTEGER NOT NULL DEFAULT 1 CHECK (generation > 0),
                        instance TEXT,
                        address TEXT CHECK (address LIKE 'http%'),
                        quietSince TEXT,
                        quietReason TEXT CHECK (quietReason IN ('restored', 'copied')),
                        CHECK ((quietSince IS NULL) = (quietReason IS NULL))
                    ) STRICT;
                    INSERT INTO siteIdentity (id) VALUES (1);
                    """)
        }
        migrator.registerMigration("admin identity 002 where its folder is") { db in
            try db.execute(sql: "ALTER TABLE siteIdentity ADD COLUMN place TEXT CHECK (place IS NULL OR json_valid(place))")
        }
    }
}
