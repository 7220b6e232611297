import GRDB
import Web

extension Country {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("accounts 006 the country of a person") { db in
            try db.execute(sql: "ALTER TABLE account ADD COLUMN country TEXT CHECK (country GLOB '[A-Z][A-Z]')")
        }
    }
}
