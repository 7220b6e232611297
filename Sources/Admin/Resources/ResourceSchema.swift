/// SQL shared by all resource tables. Migrations never change, so these texts must not either.
public enum ResourceSchema {
    /// Returns the columns of `RecordMetadata` and those for sorting and search, for the start of a `CREATE TABLE`. `scope` is its column, type and
    /// foreign key: `houseID INTEGER NOT NULL REFERENCES house(id)`.
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

    /// Returns the indexes and the full-text index of a table; `scope` is its column, such as `houseID`.
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

    /// The index for filter counts with every filtered column, few values first, so that counting never reads rows.
    public static func facets(_ table: String, scope: String? = nil, columns: [String]) -> String {
        // SQLite uses a covering index only if it includes `deletedAt`, although that is always NULL here.
        let all = [scope].compactMap { $0 } + columns + ["deletedAt"]
        return "CREATE INDEX \(table)_facets ON \(table)(\(all.joined(separator: ", "))) WHERE deletedAt IS NULL;"
    }
}
