import Accounts
import Admin
import GRDB

extension EventLink {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 118 events have several links") { db in
            try db.execute(
                sql: """
                    CREATE TABLE campusEventLink (
                      id INTEGER PRIMARY KEY,
                      event INTEGER NOT NULL REFERENCES campusEvent(id) ON DELETE CASCADE,
                      position INTEGER NOT NULL,
                      kind TEXT NOT NULL CHECK (kind IN ('attachment', 'reading', 'enrolment', 'recording', 'other')),
                      name TEXT NOT NULL CHECK (name <> ''),
                      url TEXT NOT NULL CHECK (url <> ''),
                      UNIQUE (event, position)
                    ) STRICT;
                    """)
        }
    }

    static func inBothLanguages(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 131 exams, links of events and notes of lessons in both languages") { db in
            for table in [table, ExamSession.table, Slot.table] {
                try db.execute(
                    sql: "ALTER TABLE \(table) ADD COLUMN translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations))")
            }
            // Language of the noted page title; empty if unknown.
            try db.execute(sql: "ALTER TABLE campusVisitorPath ADD COLUMN language TEXT NOT NULL DEFAULT ''")
        }
    }
}
