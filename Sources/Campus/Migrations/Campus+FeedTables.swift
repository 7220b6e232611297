import Accounts
import Admin
import GRDB

extension Campus {
    static func feedEntries(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 152 entries of feeds: sounds, films and what is left out") { db in
            try db.execute(
                sql: """
                    ALTER TABLE campusArticle ADD COLUMN media TEXT NOT NULL DEFAULT '';
                    ALTER TABLE campusFeedState ADD COLUMN skipped INTEGER NOT NULL DEFAULT 0;
                    -- The next reading takes what earlier ones left out, also where the document has not changed.
                    UPDATE campusFeedState SET etag = '', lastModified = '';
                    UPDATE campusCalendarFeed SET state = json_set(state, '$.etag', '', '$.lastModified', '');
                    """)
        }
    }

    static func feedPictures(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 165 pictures of feeds") { db in
            try db.execute(
                sql: """
                    ALTER TABLE campusNewsSource ADD COLUMN media INTEGER NOT NULL DEFAULT 0 CHECK (media IN (0, 1));
                    -- The address that was tried last.
                    ALTER TABLE campusFeedItem ADD COLUMN picture TEXT NOT NULL DEFAULT '';
                    """)
        }
    }

    static func feedTables(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 102 feeds of others") { db in
            try db.execute(
                sql: """
                    CREATE TABLE campusFeedState (
                      source INTEGER PRIMARY KEY REFERENCES campusNewsSource(id) ON DELETE CASCADE,
                      address TEXT NOT NULL,
                      etag TEXT NOT NULL DEFAULT '',
                      lastModified TEXT NOT NULL DEFAULT '',
                      attemptedAt TEXT NOT NULL,
                      nextAt TEXT NOT NULL,
                      succeededAt TEXT,
                      readAt TEXT,
                      failures INTEGER NOT NULL DEFAULT 0,
                      outcome TEXT NOT NULL CHECK (outcome <> ''),
                      status INTEGER,
                      added INTEGER NOT NULL DEFAULT 0,
                      changed INTEGER NOT NULL DEFAULT 0,
                      removed INTEGER NOT NULL DEFAULT 0
                    ) STRICT;

                    -- What a feed calls its articles. It outlives the article: one that an editor threw away does not come back.
                    CREATE TABLE campusFeedItem (
                      source INTEGER NOT NULL REFERENCES campusNewsSource(id) ON DELETE CASCADE,
                      identity TEXT NOT NULL CHECK (identity <> ''),
                      article INTEGER REFERENCES campusArticle(id) ON DELETE SET NULL,
                      -- What the feed said of it last.
                      said TEXT NOT NULL,
                      seenAt TEXT NOT NULL,
                      PRIMARY KEY (source, identity)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX campusFeedItem_article ON campusFeedItem(article) WHERE article IS NOT NULL;
                    """)
        }
    }
}
