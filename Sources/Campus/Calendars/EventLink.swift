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
                    SELECT l.kind, \(rendering.localizedSQL("l")) AS name, l.url FROM campusEventLink l
                    WHERE l.event = ? AND \(LinkUses.leads("l.url")) ORDER BY l.position
                    """),
            arguments: [event])
    }
}

enum EventLinkKind: String, Choice {
    case attachment, reading, enrolment, recording, other
}
