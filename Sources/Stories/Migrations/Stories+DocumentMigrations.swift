import Accounts
import GRDB

extension Stories {
    /// Editions keep the language that they were written in: writers have agreed to them.
    static func migrateDocuments(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("stories 019 documents have translations in place of a column for each language") { db in
            try db.execute(
                sql: """
                    ALTER TABLE documentEdition RENAME COLUMN italian TO text;
                    ALTER TABLE documentEdition ADD COLUMN language TEXT NOT NULL DEFAULT 'it' CHECK (language <> '');
                    UPDATE documentEdition
                      SET translations = json_patch(translations, json_object('en', json_object('text', json_object('text', english))))
                      WHERE english <> '';
                    ALTER TABLE documentEdition DROP COLUMN english;
                    """)
        }
    }
}
