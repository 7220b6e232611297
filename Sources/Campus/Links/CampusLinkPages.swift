import Admin
import GRDB
import Hummingbird
import Web

struct CampusLinkPages: Sendable {
    let campus: CampusPages

    func addRoutes(to group: RouterGroup<Visitor>) {
        for service in LinkService.allCases {
            group.get(RouterPath(service.rawValue)) { try await links(service, $0, $1) }
        }
    }

    private func links(_ service: LinkService, _ request: Request, _ visitor: Visitor) async throws -> Response {
        let query = Form(query: request.uri.query ?? "")
        let (typed, chosen) = (String(query["q"].prefix(100)), query.recordID("category"))
        var response = try await campus.page("campus/links/index", request, visitor) { db, rendering in
            guard let values = try Self.values(service, in: chosen, typed: typed, rendering, db) else { throw HTTPError(.notFound) }
            return values
        }
        if service == .radio { try await allow(streams: campus.database.read(LinkDrawing.streams), &response) }
        return response
    }

    /// Lets the page play media from these hosts only. Streams lack the header that the site requires, so they load without cookies.
    private func allow(streams: [String], _ response: inout Response) {
        guard !streams.isEmpty else { return }
        response.headers[.contentSecurityPolicy] = SecurityHeaders.policy(media: streams)
        response.headers[.init("Cross-Origin-Embedder-Policy")!] = "credentialless"
    }

    static func values(_ service: LinkService, in chosen: Int64?, typed: String = "", _ rendering: RenderContext, _ db: Database) throws
        -> Values?
    {
        let drawing = LinkDrawing(service: service, rendering: rendering, db: db)
        let outermost = try drawing.categories(in: nil)
        let chosen = chosen ?? (outermost.count == 1 ? outermost[0].id : nil)
        let path = try drawing.path(to: chosen)
        if chosen != nil, path.isEmpty { return nil }
        let links = try typed.isEmpty ? drawing.links(in: chosen) : drawing.links(containing: typed)
        let categories = try typed.isEmpty ? drawing.categories(in: chosen) : []
        let tiles = try service == .media && typed.isEmpty && path.count <= 1 ? drawing.tiles() : []
        let heading = path.last?.name ?? rendering.words("campus.tiles.\(service.rawValue)")
        return [
            "title": heading.unmarked, "titleHTML": heading.markedHTML, "address": "/campus/\(service.rawValue)",
            "q": typed, "links": links, "tiles": tiles,
            "categories": categories.map { ["labelHTML": $0.name.markedHTML, "href": drawing.address($0.id)] as Values },
            "isNone": links.isEmpty && categories.isEmpty && tiles.isEmpty,
            "crumbs": path.dropLast().map { ["labelHTML": $0.name.markedHTML, "href": drawing.address($0.id)] as Values },
            "purpose": rendering.words("campus.links.\(service.rawValue)"),
            "easy": rendering.note(links.compactMap { $0["isEasy"] as? Bool }),
        ]
    }
}

private struct LinkDrawing {
    let service: LinkService
    let rendering: RenderContext
    let db: Database

    private static let (mostOfSource, mostTiles) = (3, 12)

    func address(_ category: Int64) -> String { "/campus/\(service.rawValue)?category=\(category)" }

    func path(to id: Int64?) throws -> [(id: Int64, name: String)] {
        var path: [(id: Int64, name: String)] = []
        var next = id
        let sql = """
            SELECT id, \(rendering.localizedSQL("k")) AS name, parent FROM campusLinkCategory k
            WHERE id = ? AND service = ? AND \(LinkCategory.notTrashed("k"))
            """
        while let id = next, path.count < 20, let row = try Row.fetchOne(db, sql: sql, arguments: [id, service.rawValue]) {
            path.insert((row["id"], row["name"]), at: 0)
            next = row["parent"]
        }
        return path
    }

    /// Nil for top level. Children of a deleted category count as top level, so that they stay reachable.
    func categories(in parent: Int64?) throws -> [(id: Int64, name: String)] {
        let sql = """
            SELECT id, \(rendering.localizedSQL("k")) AS name FROM campusLinkCategory k
            WHERE service = ? AND \(LinkCategory.around("k")) IS ? AND \(LinkCategory.notTrashed("k")) ORDER BY ordering, id
            """
        return try Row.fetchAll(db, sql: sql, arguments: [service.rawValue, parent]).map { ($0["id"], $0["name"]) }
    }

    static func streams(_ db: Database) throws -> [String] {
        let sql = """
            SELECT DISTINCT l.url FROM campusLink l JOIN campusLinkCategory k ON k.id = l.category AND \(LinkCategory.notTrashed("k"))
            WHERE \(CampusLink.published("l")) AND l.plays = 1 AND k.service = 'radio' ORDER BY l.url
            """
        return try String.fetchAll(db, sql: sql).compactMap(CampusLink.origin)
    }

    func links(in category: Int64?) throws -> [Values] { try links("l.category = ?", [category]) }

    func links(containing typed: String) throws -> [Values] {
        guard let pattern = SearchPattern(typed) else { return [] }
        return try links("l.id IN (SELECT rowid FROM campusLinkWords WHERE campusLinkWords MATCH ?)", [pattern])
    }

    /// The newest articles of sources that are marked as media, at most three of each.
    func tiles() throws -> [Values] {
        let sql = """
            SELECT * FROM (
              SELECT \(NewsQuery.columns(rendering)), m.file, row_number() OVER (PARTITION BY a.source ORDER BY a.posted DESC, a.id DESC) AS place
              FROM \(NewsQuery.tables) LEFT JOIN picture m ON m.id = a.picture AND \(Picture.notTrashed("m"))
              WHERE s.media = 1 AND \(Article.published("a")))
            WHERE place <= \(Self.mostOfSource) ORDER BY posted DESC, id DESC LIMIT \(Self.mostTiles)
            """
        return try Row.fetchAll(db, sql: sql).map { row in
            NewsDrawing.values(row, rendering).merging([
                "picture": (row["file"] as String?).map { Picture.address(file: $0, .thumb) } ?? false
            ]) { $1 }
        }
    }

    private func links(_ condition: String, _ arguments: StatementArguments) throws -> [Values] {
        let sql = """
            SELECT \(rendering.localizedSQL("l")) AS name, \(rendering.localizedSQL("l", "description")) AS description, l.url, l.plays, m.file, \(rendering.easy("l")),
              e.id AS event, \(rendering.localizedSQL("e", "title")) AS eventTitle
            FROM campusLink l JOIN campusLinkCategory k ON k.id = l.category AND \(LinkCategory.notTrashed("k"))
            LEFT JOIN picture m ON m.id = l.picture AND \(Picture.notTrashed("m"))
            LEFT JOIN campusEvent e ON e.id = l.event AND \(Event.notTrashed("e"))
            WHERE \(CampusLink.shown("l")) AND k.service = ? AND \(condition)
            ORDER BY l.ordering, l.id LIMIT 200
            """
        return try Row.fetchAll(db, sql: sql, arguments: [service.rawValue] + arguments).map { row -> Values in
            [
                "name": (row["name"] as String).unmarked, "nameHTML": (row["name"] as String).markedHTML,
                "textHTML": row.shownHTML("description"), "href": row["url"] as String,
                "plays": row["plays"] as Bool, "isEasy": row["isEasy"] as Bool,
                "picture": (row["file"] as String?).map { Picture.address(file: $0, .thumb) } ?? false,
                "event": (row["event"] as Int64?).map { "/campus/events/\($0)" } ?? false,
                "eventTitleHTML": (row["eventTitle"] as String? ?? "").markedHTML,
            ]
        }
    }
}
