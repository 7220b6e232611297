import Admin
import GRDB

struct EventLink: Child {
    var id: Int64?
    var kind = EventLinkKind.attachment
    var name = ""
    var url = ""
    var translations = Translations()

    static let table = "campusEventLink"
    static let ownerColumn = "event"
    static let fields: [Field<EventLink>] = [
        .choice("kind", \.kind, texts: "campus.eventLink"),
        .text("name", \.name, required: true, limit: 120),
        .url("url", \.url, required: true), .translations(\.translations, of: "name"),
    ]

    static func rows(of event: Int64, _ rendering: RenderContext, _ db: Database) throws -> [Row] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT l.kind, \(rendering.said("l")) AS name, l.url FROM campusEventLink l
                    WHERE l.event = ? AND \(LinkUses.leads("l.url")) ORDER BY l.position
                    """),
            arguments: [event])
    }

    static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("campus 118 events have several links") { db in
            try db.execute(
                sql: """
                    CREATE TABLE campusEventLink (
                      id INTEGER PRIMARY KEY,
                      event INTEGER NOT NULL REFERENCES campusEvent(id) ON DELETE CASCADE,
                      position INTEGER NOT NULL,
                      kind TEXT NOT NULL CHECK (kind IN ('attachment', 'reading', 'enrolment', 'recording', 'other')),
                      name TEXT NOT NULL CHECK (name <> ''),
                      url TEXT NOT NULL CHECK (url <> ''),
                      UNIQUE (event, position)
                    ) STRICT;
                    """)
        }
    }

    static func inBothLanguages(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("campus 131 exams, links of events and notes of lessons in both languages") { db in
            for table in [table, ExamSession.table, Slot.table] {
                try db.execute(
                    sql: "ALTER TABLE \(table) ADD COLUMN translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations))")
            }
            // Language of the noted page title; empty if unknown.
            try db.execute(sql: "ALTER TABLE campusVisitorPath ADD COLUMN language TEXT NOT NULL DEFAULT ''")
        }
    }
}

enum EventLinkKind: String, Choice {
    case attachment, reading, enrolment, recording, other
}
