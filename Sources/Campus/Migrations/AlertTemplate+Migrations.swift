import Accounts
import Admin
import GRDB

extension AlertTemplate {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 160 templates of alerts") { db in
            try db.execute(
                sql: """
                    CREATE TABLE campusAlertTemplate (
                      \(ResourceSchema.columns()),
                      name TEXT NOT NULL CHECK (name <> ''),
                      headline TEXT NOT NULL CHECK (headline <> ''),
                      text TEXT NOT NULL DEFAULT '',
                      instruction TEXT NOT NULL DEFAULT '',
                      easy TEXT NOT NULL DEFAULT '',
                      translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
                      category INTEGER NOT NULL REFERENCES campusAlertCategory(id) ON DELETE RESTRICT,
                      severity TEXT NOT NULL DEFAULT 'info' CHECK (severity IN ('info', 'warning', 'emergency')),
                      hours INTEGER NOT NULL DEFAULT 24 CHECK (hours BETWEEN 1 AND 2160),
                      ordering INTEGER NOT NULL DEFAULT 0
                    ) STRICT;
                    \(ResourceSchema.indexes("campusAlertTemplate", sortedBy: ["ordering"]))
                    CREATE INDEX campusAlertTemplate_category ON campusAlertTemplate(category);
                    """)
        }
    }
}
