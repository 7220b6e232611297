import Accounts
import GRDB

extension House {
    static func migratePantry(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("house pantry 001 minimum stock") { db in
            try db.execute(sql: "ALTER TABLE product ADD COLUMN minimum INTEGER CHECK (minimum BETWEEN 1 AND 99)")
        }
        migrator.registerMigration("house pantry 002 codes of products") { db in
            try db.execute(sql: "ALTER TABLE product ADD COLUMN barcode TEXT NOT NULL DEFAULT ''")
            try db.execute(sql: "CREATE INDEX productBarcode ON product (houseID, barcode) WHERE barcode <> ''")
        }
        migrator.registerMigration("house pantry 003 days of expiry") { db in
            try db.execute(
                sql: """
                    ALTER TABLE product ADD COLUMN expires TEXT CHECK (expires GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]');
                    CREATE INDEX productExpiry ON product (houseID, expires) WHERE expires IS NOT NULL AND deletedAt IS NULL;
                    """)
        }
        migrator.registerMigration("house pantry 004 where a recipe comes from") { db in
            try db.execute(
                sql: """
                    ALTER TABLE recipe ADD COLUMN source TEXT NOT NULL DEFAULT '';
                    ALTER TABLE recipe ADD COLUMN author TEXT NOT NULL DEFAULT '';
                    """)
        }
    }
}
