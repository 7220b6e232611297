import Accounts
import GRDB

extension Campus {
    static func followingTables(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 116 visitors follow single events") { db in
            try db.execute(sql: following)
            try db.execute(sql: tellingOfEvents)
            try db.execute(sql: eventChanges)
        }
    }

    private static let following = """
        CREATE TABLE campusFollowing (
          visitorID INTEGER NOT NULL REFERENCES campusVisitor(id) ON DELETE CASCADE,
          event INTEGER NOT NULL REFERENCES campusEvent(id) ON DELETE CASCADE,
          at TEXT NOT NULL,
          PRIMARY KEY (visitorID, event)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX campusFollowing_event ON campusFollowing(event, at);
        """

    private static let tellingOfEvents = """
        CREATE TABLE campusTellingOfAll (
          id INTEGER PRIMARY KEY,
          bulletin INTEGER REFERENCES campusBulletin(id) ON DELETE CASCADE,
          event INTEGER REFERENCES campusEvent(id) ON DELETE CASCADE,
          act TEXT NOT NULL CHECK (act IN ('published', 'withdrawn', 'changed')),
          -- The number of the alert or of the event: of what is told of it only the last word counts.
          thread INTEGER NOT NULL,
          isUrgent INTEGER NOT NULL CHECK (isUrgent IN (0, 1)),
          at TEXT NOT NULL,
          endsAt TEXT NOT NULL,
          -- When it was worked out who is told.
          spreadAt TEXT,
          UNIQUE (bulletin, act),
          CHECK ((act = 'changed') = (bulletin IS NULL) AND (act = 'changed') = (event IS NOT NULL))
        ) STRICT;
        INSERT INTO campusTellingOfAll (id, bulletin, act, thread, isUrgent, at, endsAt, spreadAt)
          SELECT id, bulletin, act, thread, isUrgent, at, endsAt, spreadAt FROM campusTelling;
        DROP TABLE campusTelling;
        ALTER TABLE campusTellingOfAll RENAME TO campusTelling;
        CREATE INDEX campusTelling_thread ON campusTelling(thread, id);
        CREATE INDEX campusTelling_event ON campusTelling(event) WHERE event IS NOT NULL;
        """

    /// A trigger, so that every change counts: form, list, file, undo, external calendar.
    private static let eventChanges = """
        -- What an event that somebody follows was before it changed.
        CREATE TABLE campusEventChange (
          id INTEGER PRIMARY KEY,
          event INTEGER NOT NULL REFERENCES campusEvent(id) ON DELETE CASCADE,
          -- Where it is told; none while it may still be put right unnoticed.
          telling INTEGER UNIQUE REFERENCES campusTelling(id) ON DELETE CASCADE,
          -- When it changed last.
          at TEXT NOT NULL,
          starts TEXT NOT NULL,
          ends TEXT NOT NULL,
          area INTEGER REFERENCES campusArea(id) ON DELETE SET NULL,
          building INTEGER REFERENCES campusBuilding(id) ON DELETE SET NULL,
          location TEXT NOT NULL,
          cancelled INTEGER NOT NULL,
          deletedAt TEXT
        ) STRICT;
        CREATE UNIQUE INDEX campusEventChange_event ON campusEventChange(event) WHERE telling IS NULL;
        CREATE INDEX campusEventChange_area ON campusEventChange(area) WHERE area IS NOT NULL;
        CREATE INDEX campusEventChange_building ON campusEventChange(building) WHERE building IS NOT NULL;
        CREATE TRIGGER campusEvent_followed AFTER UPDATE OF starts, ends, area, building, location, cancelled, deletedAt ON campusEvent
          WHEN (old.starts <> new.starts OR old.ends <> new.ends OR old.area IS NOT new.area OR old.building IS NOT new.building
              OR old.location <> new.location OR old.cancelled <> new.cancelled OR old.deletedAt IS NOT new.deletedAt)
            AND EXISTS (SELECT 1 FROM campusFollowing WHERE event = new.id)
        BEGIN
          INSERT INTO campusEventChange (event, at, starts, ends, area, building, location, cancelled, deletedAt)
            VALUES (old.id, strftime('%Y-%m-%d %H:%M:%f', 'now'), old.starts, old.ends, old.area, old.building, old.location,
              old.cancelled, old.deletedAt)
            ON CONFLICT (event) WHERE telling IS NULL DO UPDATE SET at = excluded.at;
        END;
        """
}
