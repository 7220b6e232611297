import Accounts
import Crypto
import GRDB
import Web

extension SearchIndex {
    static func migrate(_ migrator: inout SchemaMigrator) {
        // Without positions and sizes, which only phrases and BM25 need: half the size, and common words read several times faster.
        migrator.registerMigration("search 001 one index of everything") { db in
            try db.execute(
                sql: """
                    CREATE VIRTUAL TABLE searchWords USING fts5(
                        words, content='', columnsize=0, detail=none, prefix='1 2 3', tokenize="unicode61 remove_diacritics 2");
                    CREATE VIRTUAL TABLE searchVocabulary USING fts5vocab(searchWords, row);
                    """)
        }
    }
}
