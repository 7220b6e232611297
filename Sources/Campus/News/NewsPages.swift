import Admin
import GRDB
import Hummingbird
import Web

/// What visitors see of the news.
struct NewsPages: Sendable {
    let desk: Desk
    private static let size = 20

    func addRoutes(to campus: RouterGroup<Visitor>) {
        campus.get("news", use: index)
        campus.get("news.atom") { try await feed($0, $1, "application/atom+xml; charset=utf-8", \.atom) }
        campus.get("news.rss") { try await feed($0, $1, "application/rss+xml; charset=utf-8", \.rss) }
        campus.get("news/{id}", use: show)
    }

    func look(for visitor: Visitor) -> Look { Look(visitor, desk) }

    /// `GET /campus/news?source=3&q=borse&page=2`
    @Sendable func index(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = Form(query: request.uri.query ?? "")
        let query = NewsQuery(source: form.recordID("source"), typed: String(form["q"].prefix(100)))
        let (look, page) = (look(for: visitor), min(500, max(1, form.number("page", in: .positions) ?? 1)))
        let values = try await desk.database.read { db -> Values in
            let rows = try query.rows(look, db, limit: Self.size + 1, offset: (page - 1) * Self.size)
            let filters = [("source", form["source"]), ("q", query.typed)].filter { !$0.1.isEmpty }
            func address(_ page: Int) -> String {
                NewsDrawing.address.appendingQuery(filters.map { (name: $0.0, value: $0.1) } + [(name: "page", value: String(page))])
            }
            return [
                "title": look.words("campus.news.title"), "q": query.typed, "source": query.source.map(String.init) ?? false,
                "sources": try sources(query, look, db), "isAll": query.source == nil,
                "stale": try FeedDrawing(words: look.words, zone: look.zone, now: .now).stale(query.source, look, db),
                "articles": rows.prefix(Self.size).map { NewsDrawing.values($0, look) }, "isNone": rows.isEmpty,
                "previous": page > 1 ? address(page - 1) : false, "next": rows.count > Self.size ? address(page + 1) : false,
            ]
        }
        return try await CampusFrame.page("campus/news/index", values, request, visitor, desk)
    }

    /// The sources to choose from; what was searched for stays.
    private func sources(_ query: NewsQuery, _ look: Look, _ db: Database) throws -> [Values] {
        let sql = """
            SELECT s.id, \(look.said("s")) AS name FROM campusNewsSource s WHERE s.deletedAt IS NULL AND s.active = 1
            ORDER BY s.ordering, s.folded
            """
        let words = query.typed.isEmpty ? [] : [(name: "q", value: query.typed)]
        return try Row.fetchAll(db, sql: sql).map { row -> Values in
            let id: Int64 = row["id"]
            let address = NewsDrawing.address.appendingQuery([(name: "source", value: String(id))] + words)
            return ["labelHTML": (row["name"] as String).markedHTML, "href": address, "isCurrent": id == query.source]
        }
    }

    /// `GET /campus/news/12`
    @Sendable func show(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let (id, look) = (try visitor.campusID(), look(for: visitor))
        let (mark, reader) = (Mark(kind: "news", id: id), try await CampusReader.id(request, desk.database))
        let origin = desk.origin(of: request)
        let values = try await desk.database.read { db -> Values in
            guard var values = try NewsSheet(id: id, look: look, db: db).values(origin) else { throw HTTPError(.notFound) }
            values["mark"] = ["kind": mark.kind, "id": String(id), "isKept": try mark.isFavourite(of: reader, db)] as Values
            return values
        }
        return try await CampusFrame.page("campus/news/show", values, request, visitor, desk, seen: mark)
    }

    /// `GET /campus/news.atom?source=3`
    private func feed(
        _ request: Request, _ visitor: Visitor, _ type: String, _ text: @Sendable (Feed) -> String
    ) async throws -> Response {
        let query = NewsQuery(source: Form(query: request.uri.query ?? "").recordID("source"))
        let files = NewsFiles(origin: desk.origin(of: request), siteName: desk.site.name, look: look(for: visitor).plain)
        let feed = try await desk.database.read { db in
            let rows = try query.rows(files.look, db, limit: 50)
            return files.feed(rows, at: request.uri.description, source: query.source)
        }
        return AlertPages.file(text(feed), type, in: files.look.words.language)
    }
}
