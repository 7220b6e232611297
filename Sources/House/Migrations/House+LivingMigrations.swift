import Accounts
import GRDB

extension House {
    static func migrateLiving(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("house living 001 coming in, preferences, lists") { db in
            try db.execute(
                sql: """
                    CREATE TABLE houseDevice (
                      id INTEGER PRIMARY KEY,
                      houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
                      tokenHash BLOB NOT NULL UNIQUE CHECK (length(tokenHash) = 32),
                      label TEXT NOT NULL DEFAULT '',
                      stays INTEGER NOT NULL DEFAULT 0 CHECK (stays IN (0, 1)),
                      createdAt TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX houseDevice_house ON houseDevice(houseID);

                    CREATE TABLE devicePairing (
                      codeHash BLOB PRIMARY KEY CHECK (length(codeHash) = 32),
                      houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
                      stays INTEGER NOT NULL DEFAULT 0 CHECK (stays IN (0, 1)),
                      expiresAt TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX devicePairing_house ON devicePairing(houseID);

                    CREATE TABLE guestSession (
                      id INTEGER PRIMARY KEY,
                      tokenHash BLOB NOT NULL UNIQUE CHECK (length(tokenHash) = 32),
                      guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
                      deviceID INTEGER REFERENCES houseDevice(id) ON DELETE CASCADE,
                      accountID INTEGER REFERENCES account(id) ON DELETE CASCADE,
                      browser TEXT NOT NULL,
                      createdAt TEXT NOT NULL,
                      expiresAt TEXT NOT NULL,
                      message TEXT CHECK (message IS NULL OR json_valid(message)),
                      CHECK (deviceID IS NOT NULL OR accountID IS NOT NULL)
                    ) STRICT;
                    CREATE INDEX guestSession_guest ON guestSession(guestID);
                    CREATE INDEX guestSession_device ON guestSession(deviceID);
                    CREATE INDEX guestSession_account ON guestSession(accountID);
                    CREATE TRIGGER guestSwitchedOff AFTER UPDATE OF active, deletedAt, entry ON guest
                    WHEN NEW.active = 0 OR NEW.deletedAt IS NOT NULL OR NEW.entry <> OLD.entry
                    BEGIN
                      DELETE FROM guestSession WHERE guestID = NEW.id;
                    END;

                    CREATE TABLE guestSecret (
                      guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
                      entry TEXT NOT NULL CHECK (entry IN ('pictures', 'pin')),
                      hash TEXT NOT NULL CHECK (hash LIKE 'scrypt$%'),
                      PRIMARY KEY (guestID, entry)
                    ) STRICT;

                    -- Without a guest it holds for everybody in the house.
                    CREATE TABLE livingPreference (
                      houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
                      guestID INTEGER REFERENCES guest(id) ON DELETE CASCADE,
                      key TEXT NOT NULL CHECK (key <> ''),
                      value TEXT NOT NULL
                    ) STRICT;
                    CREATE UNIQUE INDEX livingPreference_one ON livingPreference(houseID, ifnull(guestID, 0), key);
                    CREATE INDEX livingPreference_guest ON livingPreference(guestID);

                    CREATE TABLE shoppingList (
                      id INTEGER PRIMARY KEY,
                      houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
                      guestID INTEGER REFERENCES guest(id) ON DELETE CASCADE,
                      state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done')),
                      version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0),
                      doneAt TEXT,
                      CHECK ((state = 'done') = (doneAt IS NOT NULL))
                    ) STRICT;
                    CREATE UNIQUE INDEX shoppingList_own ON shoppingList(guestID) WHERE state = 'open' AND guestID IS NOT NULL;
                    CREATE UNIQUE INDEX shoppingList_shared ON shoppingList(houseID) WHERE state = 'open' AND guestID IS NULL;
                    CREATE INDEX shoppingList_guest ON shoppingList(guestID);
                    CREATE INDEX shoppingList_house ON shoppingList(houseID);

                    -- A removed product keeps its row: adding it again revives it, and undo finds what an emptying took.
                    CREATE TABLE listItem (
                      id INTEGER PRIMARY KEY,
                      listID INTEGER NOT NULL REFERENCES shoppingList(id) ON DELETE CASCADE,
                      product INTEGER NOT NULL REFERENCES product(id) ON DELETE CASCADE,
                      quantity INTEGER NOT NULL DEFAULT 1 CHECK (quantity BETWEEN 1 AND 99),
                      bought INTEGER NOT NULL DEFAULT 0 CHECK (bought IN (0, 1)),
                      note TEXT NOT NULL DEFAULT '',
                      removal INTEGER,
                      UNIQUE (listID, product)
                    ) STRICT;
                    CREATE INDEX listItem_product ON listItem(product);

                    CREATE TABLE sentForm (
                      token TEXT PRIMARY KEY,
                      at TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX sentForm_time ON sentForm(at);
                    """)
        }
        migrator.registerMigration("house living 003 messages") { db in
            try db.execute(
                sql: """
                    CREATE TABLE notice (
                      id INTEGER PRIMARY KEY,
                      houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
                      kind TEXT NOT NULL CHECK (kind IN ('list', 'message')),
                      author TEXT NOT NULL,
                      authorGuest INTEGER REFERENCES guest(id) ON DELETE SET NULL,
                      authorAccount INTEGER REFERENCES account(id) ON DELETE SET NULL,
                      listID INTEGER REFERENCES shoppingList(id) ON DELETE CASCADE,
                      text TEXT NOT NULL DEFAULT '',
                      createdAt TEXT NOT NULL,
                      CHECK ((kind = 'list') = (listID IS NOT NULL))
                    ) STRICT;
                    CREATE INDEX notice_house ON notice(houseID);
                    CREATE INDEX notice_list ON notice(listID, createdAt);
                    CREATE INDEX notice_time ON notice(createdAt);
                    CREATE INDEX notice_guest ON notice(authorGuest);
                    CREATE INDEX notice_account ON notice(authorAccount);

                    CREATE TABLE noticeDelivery (
                      noticeID INTEGER NOT NULL REFERENCES notice(id) ON DELETE CASCADE,
                      guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
                      sentAt TEXT,
                      seenAt TEXT,
                      answer TEXT CHECK (answer IN ('update', 'dismiss')),
                      answeredAt TEXT,
                      PRIMARY KEY (noticeID, guestID),
                      CHECK ((answer IS NULL) = (answeredAt IS NULL))
                    ) STRICT;
                    CREATE INDEX noticeDelivery_guest ON noticeDelivery(guestID, noticeID);
                    """)
        }
    }
}
