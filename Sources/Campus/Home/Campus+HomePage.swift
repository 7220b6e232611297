import Admin
import GRDB
import Hummingbird
import Web

struct HomeTile: Sendable {
    /// Message key: `campus.tiles.<name>`.
    let name: String
    let icon: String
    let address: String
}

extension Campus {
    /// In page order; emergencies are shown separately above.
    static let tiles = [
        HomeTile(name: "alerts", icon: "bell", address: AlertPages.address),
        HomeTile(name: "news", icon: "list", address: NewsDrawing.address),
        HomeTile(name: "calendars", icon: "calendar", address: "/campus/calendars"),
        HomeTile(name: "people", icon: "people", address: "/campus/people"),
        HomeTile(name: "courses", icon: "book", address: "/campus/degrees"),
        HomeTile(name: "places", icon: "map", address: "/campus/places"), HomeTile(name: "mine", icon: "star", address: "/campus/mine"),
        HomeTile(name: "resources", icon: "link", address: "/campus/resources"),
        HomeTile(name: "social", icon: "guest", address: "/campus/social"),
        HomeTile(name: "media", icon: "picture", address: "/campus/media"),
        HomeTile(name: "radio", icon: "speak", address: "/campus/radio"),
    ]
}

extension CampusPages {
    @Sendable func home(_ request: Request, _ visitor: Visitor) async throws -> Response {
        try await page("home", request, visitor) { db, rendering in
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
                "news": news.map { NewsDrawing.values($0, rendering) }, "title": rendering.words("campus.name"), "tiles": tiles, "q": "",
                "ticker": ticker,
                "favourites": try Campus.hits(of: Array(marks.prefix(4)), rendering, db).map(\.values),
                "summary": rendering.words("campus.purpose"),
            ]
        }
    }
}
