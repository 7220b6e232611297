import Accounts
import Admin
import GRDB

extension House {
    static func migrateDay(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("house day 001 moments") { db in
            try db.execute(
                sql: """
                    CREATE TABLE dayMoment (
                      \(ResourceSchema.columns(scope: "houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE")),
                      name TEXT NOT NULL CHECK (name <> ''),
                      translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
                      picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
                      hour INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 23),
                      minute INTEGER NOT NULL CHECK (minute BETWEEN 0 AND 59),
                      days TEXT NOT NULL CHECK (days IN ('every', 'weekdays', 'weekend', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday')),
                      recipe INTEGER REFERENCES recipe(id) ON DELETE SET NULL,
                      published INTEGER NOT NULL DEFAULT 1 CHECK (published IN (0, 1))
                    ) STRICT;
                    \(ResourceSchema.indexes("dayMoment", scope: "houseID", sortedBy: ["hour"]))
                    CREATE INDEX dayMoment_picture ON dayMoment(picture) WHERE picture IS NOT NULL;
                    CREATE INDEX dayMoment_recipe ON dayMoment(recipe) WHERE recipe IS NOT NULL;

                    -- What a guest did today, by one touch; the day is the house's own, 2026-11-27.
                    CREATE TABLE momentDone (
                      guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
                      moment INTEGER NOT NULL REFERENCES dayMoment(id) ON DELETE CASCADE,
                      day TEXT NOT NULL,
                      PRIMARY KEY (guestID, moment, day)
                    ) STRICT;
                    CREATE INDEX momentDone_moment ON momentDone(moment);
                    """)
        }
        migrator.registerMigration("house day 002 routines") { db in
            try db.execute(
                sql: "ALTER TABLE recipeCategory ADD COLUMN routines INTEGER NOT NULL DEFAULT 0 CHECK (routines IN (0, 1))")
        }
        migrator.registerMigration("house day 003 plan of the week") { db in
            try db.execute(
                sql: """
                    ALTER TABLE dayMoment ADD COLUMN who TEXT NOT NULL DEFAULT 'all' CHECK (who IN ('all', 'some', 'turns'));
                    -- A moment of one day only, such as an appointment.
                    ALTER TABLE dayMoment ADD COLUMN once TEXT;
                    CREATE TABLE momentGuest (
                      moment INTEGER NOT NULL REFERENCES dayMoment(id) ON DELETE CASCADE,
                      guest INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
                      UNIQUE (moment, guest)
                    ) STRICT;
                    CREATE INDEX momentGuest_guest ON momentGuest(guest, moment);

                    -- Guests who agreed that educators see what they did.
                    CREATE TABLE dayShared (
                      guestID INTEGER PRIMARY KEY REFERENCES guest(id) ON DELETE CASCADE,
                      agreedAt TEXT NOT NULL
                    ) STRICT;
                    """)
        }
    }
}
