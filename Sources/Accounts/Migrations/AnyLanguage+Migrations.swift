import GRDB
import Web

extension Language {
    /// Lets the column `language` hold every language, where a check knew two.
    public static func allowAny(in table: String, as definition: String, _ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE \(table) ADD COLUMN anyLanguage \(definition)
                  CHECK (anyLanguage GLOB '[a-z][a-z]*' AND length(anyLanguage) <= 35);
                UPDATE \(table) SET anyLanguage = language WHERE language IS NOT NULL;
                ALTER TABLE \(table) DROP COLUMN language;
                ALTER TABLE \(table) RENAME COLUMN anyLanguage TO language;
                """)
    }

    static func migrateAccounts(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("accounts 008 people may read any language") { db in try allowAny(in: "account", as: "TEXT", db) }
    }
}
