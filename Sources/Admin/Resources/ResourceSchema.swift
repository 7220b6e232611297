/// SQL that the tables of all resources share. Migrations are appended, never edited: so neither are these texts.
public enum ResourceSchema {
    /// The columns of `RecordMetadata` and the two that lists sort and search by; stands first in a `CREATE TABLE`.
    /// - Parameter scope: the scope's column with its type and foreign key, `houseID INTEGER NOT NULL REFERENCES house(id)`.
    public static func columns(scope: String? = nil) -> String {
        """
        id INTEGER PRIMARY KEY,
        \(scope.map { $0 + ",\n" } ?? "")key TEXT NOT NULL CHECK (key <> ''),
        version INTEGER NOT NULL DEFAULT 1,
        createdAt TEXT NOT NULL,
        updatedAt TEXT NOT NULL,
        deletedAt TEXT,
        folded TEXT NOT NULL,
        words TEXT NOT NULL
        """
    }

    /// The indexes and the full-text index of a resource's table.
    /// - Parameter scope: the scope's column, `houseID`.
    public static func indexes(_ table: String, scope: String? = nil, sortedBy columns: [String] = []) -> String {
        let prefix = scope.map { $0 + ", " } ?? ""
        let sorted = columns.map {
            "CREATE INDEX \(table)_by_\($0) ON \(table)(\(prefix)\($0), id) WHERE deletedAt IS NULL;"
        }
        return """
            CREATE UNIQUE INDEX \(table)_key ON \(table)(\(prefix)key);
            CREATE UNIQUE INDEX \(table)_title ON \(table)(\(prefix)folded) WHERE deletedAt IS NULL;
            CREATE INDEX \(table)_trash ON \(table)(\(prefix)deletedAt) WHERE deletedAt IS NOT NULL;
            \(sorted.joined(separator: "\n"))
            CREATE VIRTUAL TABLE \(table)Words USING fts5(words, content='\(table)', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
            CREATE TRIGGER \(table)_words_insert AFTER INSERT ON \(table) BEGIN
              INSERT INTO \(table)Words(rowid, words) VALUES (new.id, new.words);
            END;
            CREATE TRIGGER \(table)_words_delete AFTER DELETE ON \(table) BEGIN
              INSERT INTO \(table)Words(\(table)Words, rowid, words) VALUES ('delete', old.id, old.words);
            END;
            CREATE TRIGGER \(table)_words_update AFTER UPDATE OF words ON \(table) WHEN old.words <> new.words BEGIN
              INSERT INTO \(table)Words(\(table)Words, rowid, words) VALUES ('delete', old.id, old.words);
              INSERT INTO \(table)Words(rowid, words) VALUES (new.id, new.words);
            END;
            """
    }

    /// The index from which lists count: every column that has a filter, so that counting never reads the rows themselves.
    /// - Parameter columns: those with few values first.
    public static func facets(_ table: String, scope: String? = nil, columns: [String]) -> String {
        // SQLite takes an index for a covering one only if it holds `deletedAt` too, although it is always NULL here.
        let all = [scope].compactMap { $0 } + columns + ["deletedAt"]
        return "CREATE INDEX \(table)_facets ON \(table)(\(all.joined(separator: ", "))) WHERE deletedAt IS NULL;"
    }
}
