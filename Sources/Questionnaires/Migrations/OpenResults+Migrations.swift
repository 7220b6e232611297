import Accounts
import Admin
import GRDB
import Registry
import Web

extension OpenResults {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("questionnaires 010 results that everybody may read") { db in
            try db.execute(
                sql: "ALTER TABLE questionnaire ADD COLUMN openResults INTEGER NOT NULL DEFAULT 0 CHECK (openResults IN (0, 1))")
        }
    }
}
