import Accounts
import Admin
import GRDB

extension BuildingFootprint {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 119 buildings have an outline") { db in
            try db.execute(sql: "ALTER TABLE campusBuilding ADD COLUMN polygon TEXT NOT NULL DEFAULT ''")
        }
    }
}
