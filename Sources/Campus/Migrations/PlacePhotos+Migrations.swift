import Accounts
import Admin
import GRDB
import Web

extension PlacePhotos {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 115 places have several photos") { db in
            for (table, owner, owners) in [
                (BuildingPhoto.table, BuildingPhoto.ownerColumn, "campusBuilding"), (AreaPhoto.table, AreaPhoto.ownerColumn, "campusArea"),
            ] {
                try db.execute(
                    sql: """
                        CREATE TABLE \(table) (
                          id INTEGER PRIMARY KEY,
                          \(owner) INTEGER NOT NULL REFERENCES \(owners)(id) ON DELETE CASCADE,
                          position INTEGER NOT NULL,
                          picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
                          caption TEXT NOT NULL DEFAULT '',
                          translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
                          UNIQUE (\(owner), position)
                        ) STRICT;
                        CREATE INDEX \(table)_picture ON \(table)(picture) WHERE picture IS NOT NULL;
                        """)
            }
        }
    }
}
