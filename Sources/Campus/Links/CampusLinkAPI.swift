import Admin
import GRDB
import Hummingbird
import Web

enum CampusLinkAPI {
    static let routes: [CampusAPI.Route] = [
        ("media/sources", CampusList.paging, sources(of: .media)), ("media/items", ["source", "q"] + CampusList.paging, mediaItems),
        ("social", [], tree(of: .social)), ("radio", [], tree(of: .radio)), ("resources", [], tree(of: .resources)),
        ("resources/{id}", [], resourceCategory),
    ]

    private static func categories(_ service: LinkService, _ asked: CampusQuery) -> CampusList {
        CampusList(
            from: "campusLinkCategory o", shown: LinkCategory.notTrashed,
            columns: "o.id, \(LinkCategory.around("o")) AS parent, \(asked.rendering.text("o")) AS label",
            condition: "o.service = :service",
            arguments: ["service": service.rawValue], key: "o.ordering")
    }

    private static func categoryJSON(_ row: Row) -> [(key: String, value: JSON)] {
        row.pairs([("id", "id"), ("name", "label"), ("parent", "parent")])
    }

    private static func sources(of service: LinkService) -> CampusAPI.Answer {
        { asked, db in try categories(service, asked).json(asked.query, db) { .object(categoryJSON($0)) } }
    }

    private static func items(_ service: LinkService, _ asked: CampusQuery, _ condition: String, _ arguments: StatementArguments)
        -> CampusList
    {
        CampusList(
            from: """
                campusLink o JOIN campusLinkCategory k ON k.id = o.category AND \(LinkCategory.notTrashed("k"))
                LEFT JOIN picture m ON m.id = o.picture AND \(Picture.notTrashed("m"))
                """,
            shown: CampusLink.shown,
            columns: """
                o.id, o.url, o.category, o.event, o.plays, m.file, \(asked.rendering.text("o")) AS label, \(asked.rendering.text("o", "description")) AS descr
                """, condition: "k.service = :service AND (\(condition))",
            arguments: ["service": service.rawValue] + arguments, key: "o.ordering")
    }

    private static func itemJSON(_ row: Row, _ asked: CampusQuery) -> JSON {
        .object(
            row.pairs([("id", "id"), ("name", "label"), ("descr", "descr"), ("url", "url"), ("category", "category"), ("event", "event")])
                + [
                    ("thumbnail", (row["file"] as String?).map { .text(asked.origin + Picture.address(file: $0, .thumb)) } ?? .null),
                    ("stream", .flag(row["plays"])),
                ])
    }

    @Sendable private static func mediaItems(_ asked: CampusQuery, _ db: Database) throws -> JSON {
        let list = items(
            .media, asked, "(:source IS NULL OR o.category = :source) AND (:q = '' OR instr(o.words, :q) > 0)",
            ["source": try asked.number("source"), "q": asked.query["q"].folded])
        return try list.json(asked.query, db) { itemJSON($0, asked) }
    }

    private static func tree(of service: LinkService) -> CampusAPI.Answer {
        { asked, db in try categories(service, asked).json(asked.query, db) { try whole($0, service, asked, db) } }
    }

    private static func whole(_ row: Row, _ service: LinkService, _ asked: CampusQuery, _ db: Database) throws -> JSON {
        let links = try items(service, asked, "o.category = :category", ["category": row["id"] as Int64])
            .json(Form(), db) { itemJSON($0, asked) }["items"]
        return .object(categoryJSON(row) + [("links", links ?? .list([]))])
    }

    @Sendable private static func resourceCategory(_ asked: CampusQuery, _ db: Database) throws -> JSON {
        var list = categories(.resources, asked)
        list.condition += " AND o.id = :id"
        list.arguments += ["id": Int64(recordID: asked.name)]
        return try list.one(db) { try whole($0, .resources, asked, db) }
    }
}
