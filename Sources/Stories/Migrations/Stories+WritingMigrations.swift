import Accounts
import GRDB

extension Stories {
    static func migrateWriting(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("stories 006 leases, drafts") { db in
            try db.execute(
                sql: """
                    CREATE TABLE lease (
                      fragment INTEGER PRIMARY KEY REFERENCES fragment(id) ON DELETE CASCADE,
                      writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
                      until TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX lease_writer ON lease(writer);
                    CREATE INDEX lease_end ON lease(until);

                    CREATE TABLE storyDraft (
                      id INTEGER PRIMARY KEY,
                      writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
                      parent INTEGER REFERENCES fragment(id) ON DELETE CASCADE,
                      kind TEXT NOT NULL CHECK (kind IN ('text', 'photo')),
                      title TEXT NOT NULL,
                      text TEXT NOT NULL,
                      photo TEXT,
                      sending TEXT NOT NULL CHECK (sending <> ''),
                      updatedAt TEXT NOT NULL
                    ) STRICT;
                    CREATE UNIQUE INDEX storyDraft_one ON storyDraft(writer, ifnull(parent, 0), kind);
                    CREATE INDEX storyDraft_parent ON storyDraft(parent);
                    """)
        }
    }

    static func migrateDrafts(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("stories 012 drafts of several forms") { db in
            try db.execute(
                sql: """
                    DROP INDEX storyDraft_one;
                    CREATE INDEX storyDraft_place ON storyDraft(writer, ifnull(parent, 0), kind);
                    -- The form that was last kept in it: another form does not write over its words.
                    ALTER TABLE storyDraft ADD COLUMN form TEXT NOT NULL DEFAULT '';
                    """)
        }
    }
}
