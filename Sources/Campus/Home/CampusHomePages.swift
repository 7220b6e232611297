import Admin
import GRDB
import Hummingbird
import Web

struct CampusHomePages: Sendable {
    let campus: CampusPages

    func addRoutes(to group: RouterGroup<Visitor>) {
        group.get("", use: home)
    }

    @Sendable private func home(_ request: Request, _ visitor: Visitor) async throws -> Response {
        try await campus.page("campus/home/index", request, visitor) { db, rendering in
            let ticker = try AlertTicker.values(rendering.reader, db, rendering.words, zone: rendering.zone)
            let tiles = Campus.tiles.map { tile -> Values in
                let isNew = tile.name == "alerts"
                return [
                    "label": rendering.words("campus.tiles.\(tile.name)"), "icon": tile.icon, "href": tile.address,
                    "unread": isNew ? ticker["unread"] ?? false : false, "unreadLabel": ticker["unreadLabel"] ?? "",
                ]
            }
            let marks = try rendering.reader.map { try Bookmark.all("favourite", of: $0, db) } ?? []
            let news = try NewsQuery().rows(rendering, db, limit: 3)
            return [
                "news": news.map { NewsDrawing.values($0, rendering) }, "title": rendering.words("campus.name"), "tiles": tiles,
                "now": try NowPanel(rendering: rendering, db: db).values(), "q": "",
                "ticker": ticker,
                "favourites": try Campus.hits(of: Array(marks.prefix(4)), rendering, db).map(\.values),
                "numbers": try NumberTile.all(rendering, db), "summary": rendering.words("campus.purpose"),
            ]
        }
    }
}
