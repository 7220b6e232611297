import Accounts
import Admin
import GRDB

extension Campus {
    private static let visit = """
        phone TEXT NOT NULL DEFAULT '',
        email TEXT NOT NULL DEFAULT '',
        website TEXT NOT NULL DEFAULT '',
        hours TEXT NOT NULL DEFAULT '',
        access TEXT NOT NULL DEFAULT '',
        note TEXT NOT NULL DEFAULT '',
        picture INTEGER REFERENCES picture(id) ON DELETE SET NULL
        """

    static func placeTables(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 001 places") { db in
            try db.execute(
                sql: """
                    CREATE TABLE campusPlaceType (
                      \(ResourceSchema.columns()),
                      name TEXT NOT NULL CHECK (name <> ''),
                      translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
                      mark TEXT NOT NULL DEFAULT 'site'
                        CHECK (mark IN ('site', 'library', 'office', 'hall', 'food', 'sport', 'residence', 'service')),
                      ordering INTEGER NOT NULL DEFAULT 0
                    ) STRICT;
                    \(ResourceSchema.indexes("campusPlaceType", sortedBy: ["ordering"]))

                    CREATE TABLE campusBuilding (
                      \(ResourceSchema.columns()),
                      code TEXT NOT NULL CHECK (code <> ''),
                      name TEXT NOT NULL CHECK (name <> ''),
                      translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
                      type INTEGER NOT NULL REFERENCES campusPlaceType(id) ON DELETE RESTRICT,
                      street TEXT NOT NULL DEFAULT '',
                      zip TEXT NOT NULL DEFAULT '',
                      city TEXT NOT NULL DEFAULT '',
                      place TEXT,
                      \(visit)
                    ) STRICT;
                    \(ResourceSchema.indexes("campusBuilding", sortedBy: ["code"]))
                    CREATE INDEX campusBuilding_type ON campusBuilding(type);
                    CREATE INDEX campusBuilding_picture ON campusBuilding(picture) WHERE picture IS NOT NULL;

                    CREATE TABLE campusArea (
                      \(ResourceSchema.columns()),
                      code TEXT NOT NULL DEFAULT '',
                      name TEXT NOT NULL CHECK (name <> ''),
                      translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
                      building INTEGER NOT NULL REFERENCES campusBuilding(id) ON DELETE CASCADE,
                      parent INTEGER REFERENCES campusArea(id) ON DELETE SET NULL,
                      type INTEGER NOT NULL REFERENCES campusPlaceType(id) ON DELETE RESTRICT,
                      department INTEGER REFERENCES department(id) ON DELETE SET NULL,
                      floor TEXT NOT NULL DEFAULT '',
                      \(visit)
                    ) STRICT;
                    \(ResourceSchema.indexes("campusArea", sortedBy: ["code"]))
                    CREATE INDEX campusArea_building ON campusArea(building);
                    CREATE INDEX campusArea_parent ON campusArea(parent) WHERE parent IS NOT NULL;
                    CREATE INDEX campusArea_type ON campusArea(type);
                    CREATE INDEX campusArea_department ON campusArea(department) WHERE department IS NOT NULL;
                    CREATE INDEX campusArea_picture ON campusArea(picture) WHERE picture IS NOT NULL;
                    """)
        }
    }
}
