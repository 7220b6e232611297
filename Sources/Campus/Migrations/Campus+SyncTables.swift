import Accounts
import GRDB

extension Campus {
    /// Changes and deletions in order, written by triggers so that none is missed.
    static func syncTables(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 090 changes") { db in
            try db.execute(
                sql: """
                    CREATE TABLE campusChange (
                      number INTEGER PRIMARY KEY AUTOINCREMENT,
                      kind TEXT NOT NULL CHECK (kind IN ('alert', 'event', 'exam', 'calendar', 'place')),
                      objectID INTEGER NOT NULL,
                      UNIQUE (kind, objectID)
                    ) STRICT;
                    """)
            for (kind, table) in [
                ("alert", "campusBulletin"), ("event", "campusEvent"), ("exam", "campusExamSession"), ("calendar", "campusCalendar"),
                ("place", "campusBuilding"),
            ] { try db.execute(sql: noting(kind, table)) }
            try db.execute(
                sql: """
                    CREATE TRIGGER campusAlert_change AFTER UPDATE OF deletedAt ON campusAlert BEGIN
                      INSERT OR REPLACE INTO campusChange (kind, objectID) SELECT 'alert', id FROM campusBulletin WHERE alert = new.id;
                    END;
                    """)
        }
    }

    /// Adds kinds; existing records count as changed now.
    static func followEverything(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 121 everything among the changes") { db in
            for (kind, table) in [
                ("person", "person"), ("degree", "degree"), ("course", "course"), ("area", "campusArea"), ("type", "campusPlaceType"),
                ("number", "campusEmergencyNumber"), ("category", "campusLinkCategory"), ("link", "campusLink"),
            ] {
                try db.execute(sql: noting(kind, table))
                try db.execute(
                    sql: "INSERT INTO campusChange (kind, objectID) SELECT '\(kind)', id FROM \(table) WHERE deletedAt IS NULL ORDER BY id")
            }
        }
    }

    /// A cascade may record a row twice in one statement, and SQLite then treats `OR REPLACE` as `OR ABORT`.
    static func noteEachOnce(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 124 a change takes the place of the one before") { db in
            try db.execute(
                sql: """
                    CREATE TRIGGER campusChange_once BEFORE INSERT ON campusChange BEGIN
                      DELETE FROM campusChange WHERE kind = new.kind AND objectID = new.objectID;
                    END;
                    """)
        }
    }

    /// Alerts about an event or course, and dependent records, are removed and restored with it.
    static func followOwners(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 126 what belongs to something goes with it") { db in
            for (kind, table) in [("event", "campusEvent"), ("course", "course")] {
                try db.execute(
                    sql: """
                        CREATE TRIGGER \(table)_alerts AFTER UPDATE OF deletedAt ON \(table) WHEN old.deletedAt IS NOT new.deletedAt BEGIN
                          INSERT OR REPLACE INTO campusChange (kind, objectID)
                            SELECT 'alert', bulletin FROM campusBulletinTarget WHERE kind = '\(kind)' AND objectID = new.id;
                        END;
                        """)
            }
            for (kind, table, column, owners) in [
                ("event", "campusEvent", "calendar", "campusCalendar"), ("exam", "campusExamSession", "course", "course"),
                ("area", "campusArea", "building", "campusBuilding"), ("link", "campusLink", "category", "campusLinkCategory"),
            ] {
                try db.execute(
                    sql: """
                        CREATE TRIGGER \(table)_follows AFTER UPDATE OF deletedAt ON \(owners) WHEN old.deletedAt IS NOT new.deletedAt BEGIN
                          INSERT OR REPLACE INTO campusChange (kind, objectID) SELECT '\(kind)', id FROM \(table) WHERE \(column) = new.id;
                        END;
                        """)
            }
        }
    }

    static func noting(_ kind: String, _ table: String) -> String {
        [("INSERT", "new"), ("UPDATE", "new"), ("DELETE", "old")].map { act, row in
            """
            CREATE TRIGGER \(table)_change_\(act.lowercased()) AFTER \(act) ON \(table) BEGIN
              INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('\(kind)', \(row).id);
            END;
            """
        }.joined(separator: "\n")
    }
}
