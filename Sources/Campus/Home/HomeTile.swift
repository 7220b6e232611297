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
