import Accounts
import Admin
import GRDB

extension Campus {
    static func linkPictures(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 114 links have a picture") { db in
            try db.execute(
                sql: """
                    ALTER TABLE campusLink ADD COLUMN picture INTEGER REFERENCES picture(id) ON DELETE SET NULL;
                    CREATE INDEX campusLink_picture ON campusLink(picture) WHERE picture IS NOT NULL;
                    """)
        }
    }

    static func linkStreams(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 120 links play") { db in
            try db.execute(sql: "ALTER TABLE campusLink ADD COLUMN plays INTEGER NOT NULL DEFAULT 0 CHECK (plays IN (0, 1))")
        }
    }

    static func linkEvents(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 123 photos and films are of an event") { db in
            try db.execute(
                sql: """
                    ALTER TABLE campusLink ADD COLUMN event INTEGER REFERENCES campusEvent(id) ON DELETE SET NULL;
                    CREATE INDEX campusLink_event ON campusLink(event) WHERE event IS NOT NULL;
                    """)
        }
    }

    static func linkTables(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 004 links and emergency numbers") { db in
            try db.execute(
                sql: """
                    CREATE TABLE campusLinkCategory (
                      \(ResourceSchema.columns()),
                      name TEXT NOT NULL CHECK (name <> ''),
                      translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
                      service TEXT NOT NULL CHECK (service IN ('resources', 'social', 'media', 'radio')),
                      parent INTEGER REFERENCES campusLinkCategory(id) ON DELETE RESTRICT,
                      ordering INTEGER NOT NULL DEFAULT 0
                    ) STRICT;
                    \(ResourceSchema.indexes("campusLinkCategory", sortedBy: ["ordering"]))
                    CREATE INDEX campusLinkCategory_parent ON campusLinkCategory(parent) WHERE parent IS NOT NULL;

                    -- A category with links cannot be deleted for good: they would have no place any more.
                    CREATE TABLE campusLink (
                      \(ResourceSchema.columns()),
                      name TEXT NOT NULL CHECK (name <> ''),
                      translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
                      category INTEGER NOT NULL REFERENCES campusLinkCategory(id) ON DELETE RESTRICT,
                      url TEXT NOT NULL CHECK (url <> ''),
                      description TEXT NOT NULL DEFAULT '',
                      ordering INTEGER NOT NULL DEFAULT 0,
                      published INTEGER NOT NULL DEFAULT 1 CHECK (published IN (0, 1))
                    ) STRICT;
                    \(ResourceSchema.indexes("campusLink", sortedBy: ["ordering"]))
                    CREATE INDEX campusLink_category ON campusLink(category);

                    CREATE TABLE campusEmergencyNumber (
                      \(ResourceSchema.columns()),
                      name TEXT NOT NULL CHECK (name <> ''),
                      translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
                      number TEXT NOT NULL CHECK (number <> ''),
                      description TEXT NOT NULL DEFAULT '',
                      ordering INTEGER NOT NULL DEFAULT 0,
                      published INTEGER NOT NULL DEFAULT 1 CHECK (published IN (0, 1))
                    ) STRICT;
                    \(ResourceSchema.indexes("campusEmergencyNumber", sortedBy: ["ordering"]))
                    """)
        }
    }
}
