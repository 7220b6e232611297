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
    }
}
