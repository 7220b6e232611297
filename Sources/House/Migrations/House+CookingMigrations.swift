import Accounts
import GRDB

extension House {
    static func migrateCooking(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("house cooking 001 progress, things at hand, timers") { db in
            try db.execute(
                sql: """
                    -- Where a guest is in a recipe, by the step's number: saving a recipe writes its steps anew, so a key to a step's own row
                    -- would end somebody's cooking whenever an educator corrects a word.
                    CREATE TABLE cooking (
                      guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
                      recipe INTEGER NOT NULL REFERENCES recipe(id) ON DELETE CASCADE,
                      step INTEGER NOT NULL DEFAULT 1 CHECK (step > 0),
                      at TEXT NOT NULL,
                      PRIMARY KEY (guestID, recipe)
                    ) STRICT;
                    CREATE INDEX cooking_recipe ON cooking(recipe);

                    -- What of a recipe's things a guest has already taken out.
                    CREATE TABLE thingAtHand (
                      guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
                      recipe INTEGER NOT NULL REFERENCES recipe(id) ON DELETE CASCADE,
                      kind TEXT NOT NULL CHECK (kind IN ('ingredient', 'utensil')),
                      product INTEGER NOT NULL REFERENCES product(id) ON DELETE CASCADE,
                      PRIMARY KEY (guestID, recipe, kind, product)
                    ) STRICT;
                    CREATE INDEX thingAtHand_recipe ON thingAtHand(recipe);
                    CREATE INDEX thingAtHand_product ON thingAtHand(product);

                    -- The names are copied: what rings must say why, also when the recipe was changed meanwhile.
                    CREATE TABLE kitchenTimer (
                      id INTEGER PRIMARY KEY,
                      guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
                      recipe INTEGER REFERENCES recipe(id) ON DELETE CASCADE,
                      step INTEGER CHECK (step > 0),
                      label TEXT NOT NULL DEFAULT '',
                      text TEXT NOT NULL DEFAULT '',
                      startedAt TEXT NOT NULL,
                      endsAt TEXT,
                      CHECK ((recipe IS NULL) = (step IS NULL)),
                      CHECK (endsAt IS NULL OR endsAt > startedAt)
                    ) STRICT;
                    CREATE UNIQUE INDEX kitchenTimer_step ON kitchenTimer(guestID, recipe, step) WHERE recipe IS NOT NULL;
                    CREATE INDEX kitchenTimer_guest ON kitchenTimer(guestID);
                    CREATE INDEX kitchenTimer_recipe ON kitchenTimer(recipe);
                    """)
        }
        migrator.registerMigration("house cooking 002 going on before a timer ends") { db in
            try db.execute(
                sql: "ALTER TABLE kitchenTimer ADD COLUMN passed INTEGER NOT NULL DEFAULT 0 CHECK (passed IN (0, 1))")
        }
        migrator.registerMigration("house cooking 003 for how many people") { db in
            try db.execute(
                sql: """
                    CREATE TABLE dishPeople (
                      guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
                      recipe INTEGER NOT NULL REFERENCES recipe(id) ON DELETE CASCADE,
                      people INTEGER NOT NULL CHECK (people BETWEEN 1 AND 50),
                      PRIMARY KEY (guestID, recipe)
                    ) STRICT;
                    CREATE INDEX dishPeople_recipe ON dishPeople(recipe);
                    """)
        }
    }
}
