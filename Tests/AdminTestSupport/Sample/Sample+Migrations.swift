import Accounts
import Admin
import GRDB

extension Sample {
    static func migrate(_ migrator: inout SchemaMigrator) {
        let scope = "libraryID INTEGER NOT NULL REFERENCES library(id) ON DELETE CASCADE"
        // `Outbox.migrate` changes a table that in the product a system has made: Stories, whose migrations never change.
        migrator.registerMigration("sample 000 messages") { db in
            try db.execute(
                sql: """
                    CREATE TABLE mail (
                      id INTEGER PRIMARY KEY,
                      recipient TEXT NOT NULL CHECK (recipient <> ''),
                      subject TEXT NOT NULL,
                      body TEXT NOT NULL,
                      state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'kept', 'failed')),
                      attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
                      error TEXT NOT NULL DEFAULT '',
                      createdAt TEXT NOT NULL,
                      nextAt TEXT NOT NULL,
                      sentAt TEXT,
                      CHECK ((state IN ('sent', 'kept')) = (sentAt IS NOT NULL)),
                      CHECK (state <> 'sent' OR body = '')
                    ) STRICT;
                    """)
        }
        migrator.registerMigration("sample 001 libraries and books") { db in
            try db.execute(
                sql: """
                    CREATE TABLE library (
                      \(ResourceSchema.columns()),
                      name TEXT NOT NULL CHECK (name <> ''),
                      address TEXT NOT NULL DEFAULT '',
                      language TEXT NOT NULL DEFAULT 'it' CHECK (language IN ('it', 'en')),
                      zone TEXT NOT NULL DEFAULT 'Europe/Rome'
                    ) STRICT;
                    \(ResourceSchema.indexes("library"))

                    CREATE TABLE topic (
                      \(ResourceSchema.columns(scope: scope)),
                      name TEXT NOT NULL CHECK (name <> ''),
                      partOf INTEGER REFERENCES topic(id) ON DELETE SET NULL,
                      picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
                      ordering INTEGER NOT NULL DEFAULT 0,
                      published INTEGER NOT NULL DEFAULT 1 CHECK (published IN (0, 1)),
                      translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations))
                    ) STRICT;
                    \(ResourceSchema.indexes("topic", scope: "libraryID", sortedBy: ["ordering"]))

                    CREATE TABLE shelf (
                      \(ResourceSchema.columns(scope: scope)),
                      name TEXT NOT NULL CHECK (name <> ''),
                      picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
                      ordering INTEGER NOT NULL DEFAULT 0
                    ) STRICT;
                    \(ResourceSchema.indexes("shelf", scope: "libraryID", sortedBy: ["ordering"]))

                    CREATE TABLE seller (
                      \(ResourceSchema.columns(scope: scope)),
                      name TEXT NOT NULL CHECK (name <> ''),
                      address TEXT NOT NULL DEFAULT '',
                      phone TEXT NOT NULL DEFAULT '',
                      place TEXT,
                      radius INTEGER NOT NULL DEFAULT 300 CHECK (radius BETWEEN 50 AND 2000),
                      published INTEGER NOT NULL DEFAULT 1 CHECK (published IN (0, 1))
                    ) STRICT;
                    \(ResourceSchema.indexes("seller", scope: "libraryID"))

                    CREATE TABLE book (
                      \(ResourceSchema.columns(scope: scope)),
                      name TEXT NOT NULL CHECK (name <> ''),
                      shelf INTEGER REFERENCES shelf(id) ON DELETE SET NULL,
                      picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
                      copies INTEGER NOT NULL DEFAULT 0 CHECK (copies >= 0),
                      price INTEGER CHECK (price >= 0),
                      ordering INTEGER NOT NULL DEFAULT 0,
                      published INTEGER NOT NULL DEFAULT 1 CHECK (published IN (0, 1)),
                      translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations))
                    ) STRICT;
                    \(ResourceSchema.indexes("book", scope: "libraryID", sortedBy: ["copies", "price", "shelf", "updatedAt", "ordering"]))

                    \(ResourceSchema.facets("book", scope: "libraryID", columns: ["published", "copies", "price", "shelf", "picture"]))

                    CREATE TABLE bookTopic (
                      book INTEGER NOT NULL REFERENCES book(id) ON DELETE CASCADE,
                      topic INTEGER NOT NULL REFERENCES topic(id) ON DELETE CASCADE,
                      UNIQUE (book, topic)
                    ) STRICT;
                    CREATE TABLE bookSeller (
                      book INTEGER NOT NULL REFERENCES book(id) ON DELETE CASCADE,
                      seller INTEGER NOT NULL REFERENCES seller(id) ON DELETE CASCADE,
                      UNIQUE (book, seller)
                    ) STRICT;
                    """)
        }
        migrator.registerMigration("sample 002 tours, readers, evenings and notes") { db in
            try db.execute(
                sql: """
                    CREATE TABLE tour (
                      \(ResourceSchema.columns(scope: scope)),
                      name TEXT NOT NULL CHECK (name <> ''),
                      description TEXT NOT NULL DEFAULT '',
                      topic INTEGER REFERENCES topic(id) ON DELETE SET NULL,
                      picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
                      level TEXT NOT NULL DEFAULT 'easy' CHECK (level IN ('easy', 'medium', 'hard')),
                      people INTEGER NOT NULL DEFAULT 2 CHECK (people > 0),
                      minutes INTEGER CHECK (minutes > 0),
                      published INTEGER NOT NULL DEFAULT 0 CHECK (published IN (0, 1)),
                      translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations))
                    ) STRICT;
                    \(ResourceSchema.indexes("tour", scope: "libraryID", sortedBy: ["updatedAt"]))

                    -- A book that tours show cannot be deleted for good: they would silently lose it.
                    CREATE TABLE tourBook (
                      id INTEGER PRIMARY KEY,
                      tour INTEGER NOT NULL REFERENCES tour(id) ON DELETE CASCADE,
                      position INTEGER NOT NULL,
                      kind TEXT NOT NULL CHECK (kind IN ('book', 'atlas')),
                      book INTEGER NOT NULL REFERENCES book(id) ON DELETE RESTRICT,
                      amount TEXT NOT NULL DEFAULT '',
                      UNIQUE (tour, kind, position)
                    ) STRICT;
                    CREATE TABLE tourStop (
                      id INTEGER PRIMARY KEY,
                      tour INTEGER NOT NULL REFERENCES tour(id) ON DELETE CASCADE,
                      position INTEGER NOT NULL,
                      text TEXT NOT NULL CHECK (text <> ''),
                      picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
                      timer TEXT NOT NULL DEFAULT 'none' CHECK (timer IN ('none', 'up', 'down')),
                      time INTEGER NOT NULL DEFAULT 0 CHECK (time >= 0),
                      translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
                      UNIQUE (tour, position)
                    ) STRICT;

                    CREATE TABLE reader (
                      \(ResourceSchema.columns(scope: scope)),
                      name TEXT NOT NULL CHECK (name <> ''),
                      picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
                      "group" TEXT NOT NULL DEFAULT '',
                      active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1))
                    ) STRICT;
                    \(ResourceSchema.indexes("reader", scope: "libraryID"))

                    CREATE TABLE evening (
                      \(ResourceSchema.columns()),
                      name TEXT NOT NULL CHECK (name <> ''),
                      starts TEXT NOT NULL,
                      ends TEXT,
                      website TEXT NOT NULL DEFAULT '',
                      text TEXT NOT NULL DEFAULT ''
                    ) STRICT;
                    \(ResourceSchema.indexes("evening", sortedBy: ["starts"]))

                    CREATE TABLE note (
                      \(ResourceSchema.columns()),
                      name TEXT NOT NULL CHECK (name <> ''),
                      text TEXT NOT NULL DEFAULT '',
                      owner INTEGER REFERENCES account(id),
                      shared INTEGER NOT NULL DEFAULT 0 CHECK (shared IN (0, 1))
                    ) STRICT;
                    \(ResourceSchema.indexes("note"))
                    """)
        }
    }
}
