import Admin
import GRDB
import Hummingbird
import Web

/// A service on the first page.
struct Tile: Sendable {
    /// The text `campus.tiles.<name>`.
    let name: String
    let icon: String
    let address: String
}

extension Campus {
    /// The services in the order of the first page; emergencies have a place of their own above them.
    static let tiles = [
        Tile(name: "alerts", icon: "bell", address: AlertPages.address),
        Tile(name: "news", icon: "list", address: NewsDrawing.address),
        Tile(name: "calendars", icon: "calendar", address: "/campus/calendars"),
        Tile(name: "people", icon: "people", address: "/campus/people"), Tile(name: "courses", icon: "book", address: "/campus/degrees"),
        Tile(name: "places", icon: "map", address: "/campus/places"), Tile(name: "mine", icon: "star", address: "/campus/mine"),
        Tile(name: "resources", icon: "link", address: "/campus/resources"), Tile(name: "social", icon: "guest", address: "/campus/social"),
        Tile(name: "media", icon: "picture", address: "/campus/media"), Tile(name: "radio", icon: "speak", address: "/campus/radio"),
    ]
}

extension CampusPages {
    /// `GET /campus`
    @Sendable func home(_ request: Request, _ visitor: Visitor) async throws -> Response {
        try await page("home", request, visitor) { db, look in
            let ticker = try AlertTicker.values(look.reader, db, look.words, zone: look.zone)
            let tiles = Campus.tiles.map { tile -> Values in
                let isNew = tile.name == "alerts"
                return [
                    "label": look.words("campus.tiles.\(tile.name)"), "icon": tile.icon, "href": tile.address,
                    "unread": isNew ? ticker["unread"] ?? false : false, "unreadLabel": ticker["unreadLabel"] ?? "",
                ]
            }
            let marks = try look.reader.map { try Mark.all("favourite", of: $0, db) } ?? []
            let news = try NewsQuery().rows(look, db, limit: 3)
            return [
                "news": news.map { NewsDrawing.values($0, look) }, "title": look.words("campus.name"), "tiles": tiles, "q": "",
                "ticker": ticker,
                "favourites": try Campus.hits(of: Array(marks.prefix(4)), look, db).map(\.values), "summary": look.words("campus.purpose"),
            ]
        }
    }
}
