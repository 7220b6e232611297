import Accounts
import GRDB
import Web

extension Bulletin {
    /// Alerts have translations besides their Italian and English texts, and subscriptions may be in any language.
    static func migrateTranslations(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 151 alerts and subscriptions in any language") { db in
            for table in ["campusAlert", "campusBulletin"] {
                let column = "translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations))"
                try db.execute(sql: "ALTER TABLE \(table) ADD COLUMN \(column)")
            }
            try db.execute(
                sql: """
                    CREATE TRIGGER campusBulletin_translated BEFORE UPDATE OF translations ON campusBulletin
                      WHEN old.translations IS NOT new.translations
                    BEGIN SELECT raise(ABORT, 'what went out is not rewritten'); END;
                    """)
            try Language.allowAny(in: "campusWay", as: "TEXT NOT NULL DEFAULT 'en'", db)
        }
    }
}
