import Accounts
import GRDB

extension House {
    static func migratePush(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("house push 001 notices for closed pages") { db in
            try db.execute(
                sql: """
                    -- What this site signs its calls of push services with, made when it is first needed.
                    CREATE TABLE pushKey (
                      id INTEGER PRIMARY KEY CHECK (id = 1),
                      privateKey BLOB NOT NULL CHECK (length(privateKey) = 32),
                      createdAt TEXT NOT NULL
                    ) STRICT;

                    CREATE TABLE pushDevice (
                      id INTEGER PRIMARY KEY,
                      guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
                      -- The browser of the house that it is; without one it belongs to an app.
                      houseDeviceID INTEGER REFERENCES houseDevice(id) ON DELETE CASCADE,
                      kind TEXT NOT NULL CHECK (kind IN ('web', 'apple')),
                      address TEXT NOT NULL CHECK (address <> ''),
                      publicKey BLOB CHECK (length(publicKey) = 65),
                      secret BLOB CHECK (length(secret) = 16),
                      label TEXT NOT NULL DEFAULT '',
                      createdAt TEXT NOT NULL,
                      seenAt TEXT NOT NULL,
                      triedAt TEXT,
                      status INTEGER,
                      error TEXT,
                      UNIQUE (address, guestID),
                      CHECK ((kind = 'web') = (publicKey IS NOT NULL) AND (kind = 'web') = (secret IS NOT NULL))
                    ) STRICT;
                    CREATE INDEX pushDevice_guest ON pushDevice(guestID, houseDeviceID);
                    CREATE INDEX pushDevice_device ON pushDevice(houseDeviceID);

                    -- One notice on its way to one device: made with the notice, so a restart loses none and none is made twice.
                    CREATE TABLE pushDelivery (
                      id INTEGER PRIMARY KEY,
                      noticeID INTEGER NOT NULL REFERENCES notice(id) ON DELETE CASCADE,
                      deviceID INTEGER NOT NULL REFERENCES pushDevice(id) ON DELETE CASCADE,
                      messageID TEXT NOT NULL UNIQUE CHECK (length(messageID) = 36),
                      state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'dropped', 'failed')),
                      attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
                      nextAt TEXT,
                      endedAt TEXT,
                      error TEXT,
                      UNIQUE (noticeID, deviceID),
                      CHECK ((state = 'waiting') = (endedAt IS NULL))
                    ) STRICT;
                    CREATE INDEX pushDelivery_device ON pushDelivery(deviceID);
                    """)
        }
    }
}
