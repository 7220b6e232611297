import Accounts
import GRDB

extension Stories {
    static func migrateCountries(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("stories 011 countries to choose from") { db in
            try db.execute(
                sql: """
                    -- Codes with spaces between them; empty is every country.
                    ALTER TABLE storySettings ADD COLUMN countries TEXT NOT NULL DEFAULT '';
                    """)
        }
    }
}
