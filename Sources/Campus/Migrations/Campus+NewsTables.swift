import Accounts
import Admin
import GRDB

extension Campus {
    static func newsTables(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 100 news") { db in
            try db.execute(
                sql: """
                    CREATE TABLE campusNewsSource (
                      \(ResourceSchema.columns()),
                      name TEXT NOT NULL CHECK (name <> ''),
                      translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
                      department INTEGER REFERENCES department(id) ON DELETE SET NULL,
                      feed TEXT NOT NULL DEFAULT '',
                      period TEXT NOT NULL DEFAULT 'hour' CHECK (period IN ('quarter', 'hour', 'sixHours', 'day')),
                      days INTEGER NOT NULL DEFAULT 365 CHECK (days > 0),
                      active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
                      ordering INTEGER NOT NULL DEFAULT 0
                    ) STRICT;
                    \(ResourceSchema.indexes("campusNewsSource", sortedBy: ["ordering"]))
                    CREATE INDEX campusNewsSource_department ON campusNewsSource(department) WHERE department IS NOT NULL;

                    CREATE TABLE campusArticle (
                      \(ResourceSchema.columns()),
                      title TEXT NOT NULL CHECK (title <> ''),
                      translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
                      source INTEGER NOT NULL REFERENCES campusNewsSource(id) ON DELETE CASCADE,
                      posted TEXT NOT NULL,
                      summary TEXT NOT NULL DEFAULT '',
                      text TEXT NOT NULL DEFAULT '',
                      picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
                      link TEXT NOT NULL DEFAULT '',
                      published INTEGER NOT NULL DEFAULT 1 CHECK (published IN (0, 1))
                    ) STRICT;
                    \(ResourceSchema.indexes("campusArticle", sortedBy: ["posted"]))
                    -- The same thing is announced every year.
                    DROP INDEX campusArticle_title;
                    CREATE INDEX campusArticle_title ON campusArticle(folded) WHERE deletedAt IS NULL;
                    CREATE INDEX campusArticle_source ON campusArticle(source, posted);
                    CREATE INDEX campusArticle_picture ON campusArticle(picture) WHERE picture IS NOT NULL;
                    """)
        }
        migrator.registerMigration("campus 101 news among the changes") { db in try followNews(db) }
    }

    static func radioNews(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 128 the radio has sources of its own") { db in
            try db.execute(sql: "ALTER TABLE campusNewsSource ADD COLUMN radio INTEGER NOT NULL DEFAULT 0 CHECK (radio IN (0, 1))")
        }
    }

    /// Triggers are dropped first, because SQLite cannot rename a table that they use.
    private static func followNews(_ db: Database) throws {
        let followed = [
            ("alert", "campusBulletin"), ("event", "campusEvent"), ("exam", "campusExamSession"), ("calendar", "campusCalendar"),
            ("place", "campusBuilding"),
        ]
        for (_, table) in followed {
            for act in ["insert", "update", "delete"] { try db.execute(sql: "DROP TRIGGER \(table)_change_\(act)") }
        }
        try db.execute(
            sql: """
                DROP TRIGGER campusAlert_change;
                CREATE TABLE campusChangeOfAll (
                  number INTEGER PRIMARY KEY AUTOINCREMENT,
                  kind TEXT NOT NULL CHECK (kind <> ''),
                  objectID INTEGER NOT NULL,
                  UNIQUE (kind, objectID)
                ) STRICT;
                INSERT INTO campusChangeOfAll (number, kind, objectID) SELECT number, kind, objectID FROM campusChange ORDER BY number;
                DROP TABLE campusChange;
                ALTER TABLE campusChangeOfAll RENAME TO campusChange;
                CREATE TRIGGER campusAlert_change AFTER UPDATE OF deletedAt ON campusAlert BEGIN
                  INSERT OR REPLACE INTO campusChange (kind, objectID) SELECT 'alert', id FROM campusBulletin WHERE alert = new.id;
                END;
                -- A source that is switched off or thrown away takes its articles with it.
                CREATE TRIGGER campusNewsSource_articles AFTER UPDATE OF active, deletedAt ON campusNewsSource
                WHEN old.active <> new.active OR old.deletedAt IS NOT new.deletedAt BEGIN
                  INSERT OR REPLACE INTO campusChange (kind, objectID) SELECT 'news', id FROM campusArticle WHERE source = new.id;
                END;
                """)
        for (kind, table) in followed + [("news", "campusArticle"), ("source", "campusNewsSource")] {
            try db.execute(sql: noting(kind, table))
        }
    }
}
