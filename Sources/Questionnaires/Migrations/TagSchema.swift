import Accounts
import Admin
import GRDB
import Web

enum TagSchema {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("questionnaires 008 tags of one's own") { db in
            try db.execute(
                sql: """
                    CREATE TABLE tag (
                      \(ResourceSchema.columns()),
                      name TEXT NOT NULL CHECK (name <> ''),
                      code TEXT NOT NULL CHECK (code <> ''),
                      family TEXT NOT NULL CHECK (family IN ('element', 'questionnaire')),
                      kind TEXT NOT NULL CHECK (kind IN ('text', 'number', 'day', 'mark'))
                    ) STRICT;
                    \(ResourceSchema.indexes("tag", sortedBy: ["code"]))
                    CREATE INDEX tag_code ON tag(code COLLATE NOCASE);

                    CREATE TABLE questionnaireLabel (
                      id INTEGER PRIMARY KEY,
                      questionnaire INTEGER NOT NULL REFERENCES questionnaire(id) ON DELETE CASCADE,
                      position INTEGER NOT NULL,
                      tag INTEGER NOT NULL REFERENCES tag(id) ON DELETE RESTRICT,
                      value TEXT NOT NULL DEFAULT '',
                      UNIQUE (questionnaire, position)
                    ) STRICT;
                    CREATE INDEX questionnaireLabel_tag ON questionnaireLabel(tag);

                    -- By the code of the tag: what a published version says stays, whatever becomes of the tag.
                    CREATE TABLE elementLabel (
                      element INTEGER NOT NULL REFERENCES element(id) ON DELETE CASCADE,
                      tag TEXT NOT NULL CHECK (tag <> ''),
                      value TEXT NOT NULL DEFAULT '',
                      PRIMARY KEY (element, tag)
                    ) STRICT, WITHOUT ROWID;
                    \(DesignSchema.frozen(by: "elementLabel"))
                    """)
        }
    }
}

extension Tag {
    static func all(_ family: TagFamily, _ db: Database) throws -> [Tag] {
        let sql = "SELECT id FROM tag WHERE family = ? AND deletedAt IS NULL ORDER BY folded, id"
        return try Int64.fetchAll(db, sql: sql, arguments: [family.rawValue]).compactMap { try fetch(db, id: $0) }
    }

    static func names(in language: Language, _ db: Database) throws -> [String: String] {
        try Dictionary(all(.element, db).map { ($0.code, $0.name(in: language)) }) { first, _ in first }
    }
}
