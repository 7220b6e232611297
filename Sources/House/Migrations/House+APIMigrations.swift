import Accounts
import GRDB

extension House {
    static func migrateAPI(_ migrator: inout SchemaMigrator) {
        // Triggers raise the versions, so code that changes a list cannot forget it.
        migrator.registerMigration("house api 001 programs, versions of rows, calls that come twice") { db in
            try db.execute(
                sql: """
                    ALTER TABLE guestSession ADD COLUMN isProgram INTEGER NOT NULL DEFAULT 0 CHECK (isProgram IN (0, 1));

                    -- The list's version when the row was changed last, and the one with which the list began.
                    ALTER TABLE listItem ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
                    ALTER TABLE shoppingList ADD COLUMN began INTEGER NOT NULL DEFAULT 1;

                    CREATE TRIGGER listItemAdded AFTER INSERT ON listItem BEGIN
                      UPDATE listItem SET version = (SELECT version + 1 FROM shoppingList WHERE id = NEW.listID) WHERE id = NEW.id;
                    END;
                    -- A row that goes on to the next list comes with that list's beginning.
                    CREATE TRIGGER listItemChanged AFTER UPDATE OF listID, quantity, bought, note, removal ON listItem BEGIN
                      UPDATE listItem SET version = (SELECT version + (OLD.listID = NEW.listID) FROM shoppingList WHERE id = NEW.listID)
                      WHERE id = NEW.id;
                    END;
                    -- A new list goes on counting where those before it ended: its version is never one that somebody has seen.
                    CREATE TRIGGER shoppingListBegun AFTER INSERT ON shoppingList BEGIN
                      UPDATE shoppingList SET
                        version = (SELECT 2 + ifnull(max(version), -1) FROM shoppingList WHERE houseID = NEW.houseID AND id <> NEW.id),
                        began = (SELECT 2 + ifnull(max(version), -1) FROM shoppingList WHERE houseID = NEW.houseID AND id <> NEW.id)
                      WHERE id = NEW.id;
                    END;
                    CREATE TRIGGER listedProductChanged AFTER UPDATE OF name, picture, price, deletedAt ON product
                    WHEN OLD.name IS NOT NEW.name OR OLD.picture IS NOT NEW.picture OR OLD.price IS NOT NEW.price
                      OR OLD.deletedAt IS NOT NEW.deletedAt
                    BEGIN
                      UPDATE listItem SET version = (SELECT version + 1 FROM shoppingList WHERE id = listID) WHERE product = NEW.id;
                      UPDATE shoppingList SET version = version + 1
                      WHERE state = 'open' AND id IN (SELECT listID FROM listItem WHERE product = NEW.id);
                    END;

                    -- What was answered to a call, for the same call once more.
                    CREATE TABLE guestCall (
                      guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
                      key TEXT NOT NULL CHECK (key <> ''),
                      call BLOB NOT NULL CHECK (length(call) = 32),
                      status INTEGER NOT NULL,
                      answer TEXT NOT NULL CHECK (json_valid(answer)),
                      at TEXT NOT NULL,
                      PRIMARY KEY (guestID, key)
                    ) STRICT;
                    CREATE INDEX guestCall_time ON guestCall(at);
                    """)
        }
        // The first app knows one address, so at most one house of a site answers there without a token.
        migrator.registerMigration("house api 002 products for the first app") { db in
            try db.execute(
                sql: """
                    ALTER TABLE house ADD COLUMN opensProducts INTEGER NOT NULL DEFAULT 0 CHECK (opensProducts IN (0, 1));
                    CREATE UNIQUE INDEX house_opensProducts ON house(opensProducts) WHERE opensProducts = 1;
                    """)
        }
    }
}
