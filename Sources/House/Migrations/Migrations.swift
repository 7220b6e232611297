import Accounts
import Admin
import GRDB
import Web

extension House {
    public static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("house 001 houses, products, shops") { db in
            try db.execute(
                sql: """
                    CREATE TABLE house (
                      \(ResourceSchema.columns()),
                      name TEXT NOT NULL CHECK (name <> ''),
                      address TEXT NOT NULL DEFAULT '',
                      language TEXT NOT NULL DEFAULT 'it' CHECK (language IN ('it', 'en')),
                      zone TEXT NOT NULL DEFAULT 'Europe/Rome'
                    ) STRICT;
                    \(ResourceSchema.indexes("house"))

                    CREATE TABLE category (
                      \(ResourceSchema.columns(scope: "houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE")),
                      name TEXT NOT NULL CHECK (name <> ''),
                      picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
                      ordering INTEGER NOT NULL DEFAULT 0,
                      published INTEGER NOT NULL DEFAULT 1 CHECK (published IN (0, 1))
                    ) STRICT;
                    \(ResourceSchema.indexes("category", scope: "houseID", sortedBy: ["ordering"]))

                    CREATE TABLE position (
                      \(ResourceSchema.columns(scope: "houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE")),
                      name TEXT NOT NULL CHECK (name <> ''),
                      picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
                      ordering INTEGER NOT NULL DEFAULT 0
                    ) STRICT;
                    \(ResourceSchema.indexes("position", scope: "houseID", sortedBy: ["ordering"]))

                    CREATE TABLE shop (
                      \(ResourceSchema.columns(scope: "houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE")),
                      name TEXT NOT NULL CHECK (name <> ''),
                      address TEXT NOT NULL DEFAULT '',
                      phone TEXT NOT NULL DEFAULT '',
                      place TEXT,
                      radius INTEGER NOT NULL DEFAULT 300 CHECK (radius BETWEEN 50 AND 2000),
                      published INTEGER NOT NULL DEFAULT 1 CHECK (published IN (0, 1))
                    ) STRICT;
                    \(ResourceSchema.indexes("shop", scope: "houseID"))

                    CREATE TABLE product (
                      \(ResourceSchema.columns(scope: "houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE")),
                      name TEXT NOT NULL CHECK (name <> ''),
                      position INTEGER REFERENCES position(id) ON DELETE SET NULL,
                      picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
                      stock INTEGER NOT NULL DEFAULT 0 CHECK (stock >= 0),
                      price INTEGER CHECK (price >= 0),
                      ordering INTEGER NOT NULL DEFAULT 0,
                      published INTEGER NOT NULL DEFAULT 1 CHECK (published IN (0, 1))
                    ) STRICT;
                    \(ResourceSchema.indexes("product", scope: "houseID", sortedBy: ["stock", "price", "position", "updatedAt", "ordering"]))
                    CREATE INDEX product_position ON product(position);

                    CREATE TABLE productCategory (
                      product INTEGER NOT NULL REFERENCES product(id) ON DELETE CASCADE,
                      category INTEGER NOT NULL REFERENCES category(id) ON DELETE CASCADE,
                      UNIQUE (product, category)
                    ) STRICT;
                    CREATE INDEX productCategory_category ON productCategory(category, product);

                    CREATE TABLE productShop (
                      product INTEGER NOT NULL REFERENCES product(id) ON DELETE CASCADE,
                      shop INTEGER NOT NULL REFERENCES shop(id) ON DELETE CASCADE,
                      UNIQUE (product, shop)
                    ) STRICT;
                    CREATE INDEX productShop_shop ON productShop(shop, product);
                    """)
        }
        migrator.registerMigration("house 002 recipes and guests") { db in
            try db.execute(
                sql: """
                    CREATE TABLE recipeCategory (
                      \(ResourceSchema.columns(scope: "houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE")),
                      name TEXT NOT NULL CHECK (name <> ''),
                      picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
                      ordering INTEGER NOT NULL DEFAULT 0,
                      published INTEGER NOT NULL DEFAULT 1 CHECK (published IN (0, 1))
                    ) STRICT;
                    \(ResourceSchema.indexes("recipeCategory", scope: "houseID", sortedBy: ["ordering"]))

                    CREATE TABLE recipe (
                      \(ResourceSchema.columns(scope: "houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE")),
                      name TEXT NOT NULL CHECK (name <> ''),
                      description TEXT NOT NULL DEFAULT '',
                      category INTEGER REFERENCES recipeCategory(id) ON DELETE SET NULL,
                      picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
                      difficulty TEXT NOT NULL DEFAULT 'easy' CHECK (difficulty IN ('easy', 'medium', 'hard')),
                      people INTEGER NOT NULL DEFAULT 2 CHECK (people > 0),
                      calories INTEGER CHECK (calories > 0),
                      published INTEGER NOT NULL DEFAULT 0 CHECK (published IN (0, 1))
                    ) STRICT;
                    \(ResourceSchema.indexes("recipe", scope: "houseID", sortedBy: ["updatedAt"]))
                    CREATE INDEX recipe_category ON recipe(category);

                    CREATE TABLE recipeStep (
                      id INTEGER PRIMARY KEY,
                      recipe INTEGER NOT NULL REFERENCES recipe(id) ON DELETE CASCADE,
                      position INTEGER NOT NULL,
                      text TEXT NOT NULL CHECK (text <> ''),
                      picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
                      timer TEXT NOT NULL DEFAULT 'none' CHECK (timer IN ('none', 'up', 'down')),
                      time INTEGER NOT NULL DEFAULT 0 CHECK (time >= 0),
                      UNIQUE (recipe, position),
                      CHECK (timer <> 'down' OR time > 0)
                    ) STRICT;

                    -- A product that recipes need cannot be deleted for good: they would silently lose an ingredient.
                    CREATE TABLE recipeItem (
                      id INTEGER PRIMARY KEY,
                      recipe INTEGER NOT NULL REFERENCES recipe(id) ON DELETE CASCADE,
                      position INTEGER NOT NULL,
                      kind TEXT NOT NULL CHECK (kind IN ('ingredient', 'utensil')),
                      product INTEGER NOT NULL REFERENCES product(id) ON DELETE RESTRICT,
                      amount TEXT NOT NULL DEFAULT '',
                      UNIQUE (recipe, kind, position)
                    ) STRICT;
                    CREATE INDEX recipeItem_product ON recipeItem(product);

                    CREATE TABLE guest (
                      \(ResourceSchema.columns(scope: "houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE")),
                      name TEXT NOT NULL CHECK (name <> ''),
                      picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
                      "group" TEXT NOT NULL DEFAULT '',
                      entry TEXT NOT NULL DEFAULT 'none' CHECK (entry IN ('none', 'pictures', 'pin')),
                      active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1))
                    ) STRICT;
                    \(ResourceSchema.indexes("guest", scope: "houseID"))
                    """)
        }
        migrateLiving(&migrator)
        migrateCooking(&migrator)
        migrateCalls(&migrator)
        migrateIndependence(&migrator)
        migrateAPI(&migrator)
        migratePush(&migrator)
        migrateVoices(&migrator)
        migrator.registerMigration("house 003 index pictures") { db in
            for table in ["category", "position", "shop", "product", "recipeCategory", "recipe", "recipeStep", "guest"]
            where try db.columns(in: table).contains(where: { $0.name == "picture" }) {
                try db.execute(sql: "CREATE INDEX \(table)_picture ON \(table)(picture) WHERE picture IS NOT NULL")
            }
        }
        migrator.registerMigration("house 004 filters are counted from an index") { db in
            try db.execute(
                sql: """
                    \(ResourceSchema.facets("product", scope: "houseID", columns: ["published", "position", "picture", "stock", "price"]))
                    \(ResourceSchema.facets("recipe", scope: "houseID", columns: ["published", "difficulty", "category", "picture", "people", "calories"]))
                    """)
        }
        migrator.registerMigration("house translations") { db in
            for table in ["category", "position", "product", "recipeCategory", "recipe", "recipeStep", "recipeItem"] {
                try db.execute(
                    sql: "ALTER TABLE \(table) ADD COLUMN translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations))")
            }
        }
        migrateOffline(&migrator)
        migrator.registerMigration("house clock 001 pictures") { db in
            try db.execute(
                sql: """
                    CREATE TABLE clockPicture (
                      \(ResourceSchema.columns(scope: "houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE")),
                      name TEXT NOT NULL CHECK (name <> ''),
                      picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
                      ordering INTEGER NOT NULL DEFAULT 0,
                      published INTEGER NOT NULL DEFAULT 1 CHECK (published IN (0, 1))
                    ) STRICT;
                    \(ResourceSchema.indexes("clockPicture", scope: "houseID", sortedBy: ["ordering"]))
                    CREATE INDEX clockPicture_picture ON clockPicture(picture) WHERE picture IS NOT NULL;
                    """)
        }
        migrateRights(&migrator)
        migrator.registerMigration("house 006 products have allergens") { db in
            // Every element is one of these, and none-of-these is alone.
            let known = [
                "gluten", "crustaceans", "eggs", "fish", "peanuts", "soybeans", "milk", "nuts", "celery", "mustard", "sesame", "sulphites",
                "lupin", "molluscs", "none-of-these",
            ].map { "(instr(allergens, '\"\($0)\"') > 0)" }.joined(separator: " + ")
            try db.execute(
                sql: """
                    ALTER TABLE product ADD COLUMN allergens TEXT CHECK (json_array_length(allergens) > 0
                      AND json_array_length(allergens) = \(known)
                      AND (json_array_length(allergens) = 1 OR instr(allergens, '"none-of-these"') = 0));
                    CREATE INDEX product_allergens ON product(houseID, allergens) WHERE allergens IS NOT NULL AND deletedAt IS NULL;
                    """)
        }
        migrator.registerMigration("house 007 houses of any language") { db in
            try Language.allowAny(in: "house", as: "TEXT NOT NULL DEFAULT 'it'", db)
        }
        migrateDay(&migrator)
        migratePantry(&migrator)
        migrateMoney(&migrator)
    }
}
