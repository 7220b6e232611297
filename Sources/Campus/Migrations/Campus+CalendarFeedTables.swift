import Accounts
import Admin
import GRDB

extension Campus {
    static func privateEvents(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 168 private events of followed calendars") { db in
            // The next reading takes their texts away, also where the document has not changed.
            try db.execute(sql: "UPDATE campusCalendarFeed SET state = json_set(state, '$.etag', '', '$.lastModified', '')")
        }
    }

    static func calendarFeedTables(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 112 calendars of others") { db in
            try db.execute(
                sql: """
                    ALTER TABLE campusCalendar ADD COLUMN feed TEXT NOT NULL DEFAULT '';
                    ALTER TABLE campusCalendar ADD COLUMN period TEXT NOT NULL DEFAULT 'hour'
                      CHECK (period IN ('quarter', 'hour', 'sixHours', 'day'));

                    -- What the last reading brought, in the words of a feed of news; what it was due by stands beside it.
                    CREATE TABLE campusCalendarFeed (
                      calendar INTEGER PRIMARY KEY REFERENCES campusCalendar(id) ON DELETE CASCADE,
                      address TEXT NOT NULL,
                      attemptedAt TEXT NOT NULL,
                      nextAt TEXT NOT NULL,
                      state TEXT NOT NULL CHECK (json_valid(state))
                    ) STRICT;

                    -- What a calendar calls its events. It outlives the event: one that an editor threw away does not come back.
                    CREATE TABLE campusCalendarFeedItem (
                      calendar INTEGER NOT NULL REFERENCES campusCalendar(id) ON DELETE CASCADE,
                      identity TEXT NOT NULL CHECK (identity <> ''),
                      event INTEGER REFERENCES campusEvent(id) ON DELETE SET NULL,
                      said TEXT NOT NULL,
                      seenAt TEXT NOT NULL,
                      PRIMARY KEY (calendar, identity)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX campusCalendarFeedItem_event ON campusCalendarFeedItem(event) WHERE event IS NOT NULL;
                    """)
        }
    }
}
