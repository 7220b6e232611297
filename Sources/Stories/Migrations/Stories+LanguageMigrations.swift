import Accounts
import GRDB
import Web

extension Stories {
    static func migrateLanguages(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("stories 014 writers and documents of any language") { db in
            try Language.allowAny(in: "writer", as: "TEXT NOT NULL DEFAULT 'it'", db)
            let column = "translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations))"
            try db.execute(sql: "ALTER TABLE documentEdition ADD COLUMN \(column)")
        }
    }
}
