import Admin
import GRDB
import Hummingbird
import Web

struct NewsPages: Sendable {
    let admin: AdminContext
    private static let size = 20

    func addRoutes(to campus: RouterGroup<Visitor>) {
        campus.get("news", use: index)
        campus.get("news.atom") { try await feed($0, $1, "application/atom+xml; charset=utf-8", \.atom) }
        campus.get("news.rss") { try await feed($0, $1, "application/rss+xml; charset=utf-8", \.rss) }
        campus.get("news/{id}", use: show)
    }

    func rendering(for visitor: Visitor) -> RenderContext { RenderContext(visitor, admin) }

    @Sendable func index(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = Form(query: request.uri.query ?? "")
        let query = NewsQuery(source: form.recordID("source"), typed: String(form["q"].prefix(100)))
        let (rendering, page) = (rendering(for: visitor), min(500, max(1, form.number("page", in: .positions) ?? 1)))
        let values = try await admin.database.read { db -> Values in
            let rows = try query.rows(rendering, db, limit: Self.size + 1, offset: (page - 1) * Self.size)
            let filters = [("source", form["source"]), ("q", query.typed)].filter { !$0.1.isEmpty }
            func address(_ page: Int) -> String {
                NewsDrawing.address.appendingQuery(filters.map { (name: $0.0, value: $0.1) } + [(name: "page", value: String(page))])
            }
            return [
                "title": rendering.words("campus.news.title"), "q": query.typed, "source": query.source.map(String.init) ?? false,
                "sources": try sources(query, rendering, db), "isAll": query.source == nil,
                "stale": try FeedDrawing(words: rendering.words, zone: rendering.zone, now: .now).stale(query.source, rendering, db),
                "articles": rows.prefix(Self.size).map { NewsDrawing.values($0, rendering) }, "isNone": rows.isEmpty,
                "previous": page > 1 ? address(page - 1) : false, "next": rows.count > Self.size ? address(page + 1) : false,
            ]
        }
        return try await CampusFrame.page("campus/news/index", values, request, visitor, admin)
    }

    private func sources(_ query: NewsQuery, _ rendering: RenderContext, _ db: Database) throws -> [Values] {
        let sql = """
            SELECT s.id, \(rendering.localizedSQL("s")) AS name FROM campusNewsSource s WHERE \(NewsSource.active("s"))
            ORDER BY s.ordering, s.folded
            """
        let words = query.typed.isEmpty ? [] : [(name: "q", value: query.typed)]
        return try Row.fetchAll(db, sql: sql).map { row -> Values in
            let id: Int64 = row["id"]
            let address = NewsDrawing.address.appendingQuery([(name: "source", value: String(id))] + words)
            return ["labelHTML": (row["name"] as String).markedHTML, "href": address, "isCurrent": id == query.source]
        }
    }

    @Sendable func show(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let (id, rendering) = (try visitor.campusID(), rendering(for: visitor))
        let (mark, reader) = (Bookmark(kind: "news", id: id), try await CampusReader.id(request, admin.database))
        let origin = admin.origin(of: request)
        let values = try await admin.database.read { db -> Values in
            guard var values = try NewsSheet(id: id, rendering: rendering, db: db).values(origin) else { throw HTTPError(.notFound) }
            values["mark"] = try mark.values(of: reader, db)
            return values
        }
        return try await CampusFrame.page("campus/news/show", try await values.renderingMarkdown(), request, visitor, admin, seen: mark)
    }

    private func feed(
        _ request: Request, _ visitor: Visitor, _ type: String, _ text: @Sendable (Feed) -> String
    ) async throws -> Response {
        let query = NewsQuery(source: Form(query: request.uri.query ?? "").recordID("source"))
        let files = NewsFiles(
            origin: admin.origin(of: request), siteName: admin.site.name, rendering: RenderContext(request, visitor, admin))
        let feed = try await admin.database.read { db in
            let rows = try query.rows(files.rendering, db, limit: 50)
            return files.feed(rows, at: request.uri.description, source: query.source)
        }
        return AlertPages.file(text(feed), type, in: files.rendering.words.language)
    }
}
