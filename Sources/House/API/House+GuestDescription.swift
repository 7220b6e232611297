import Admin
import Hummingbird
import Web

extension House {
    /// Describes the guests' JSON by group, from the mounted routes.
    public static func described(_ words: Words) -> [APIDescription.Group] {
        let service = APIService(at: "/api/v1", texts: "guestAPI", id: "guests")
        return GuestAPI.groups.enumerated().map { index, group in
            APIDescription.Group(
                tag: "guests.\(group.name)", title: words("guestAPI.groups.\(group.name).title"),
                text: words("guestAPI.groups.\(group.name).text"),
                schemas: index > 0 ? [] : [("guest.product", GuestCatalogueAPI.productShape), ("guest.item", GuestListAPI.itemShape)],
                operations: group.routes.map { route in
                    var operation = service.described(route, in: "guests.\(group.name)", words)
                    operation.security = route.security
                    return operation
                },
                securitySchemes: index > 0 ? [] : HouseToken.schemes(words))
        }
    }
}

extension GuestRoute {
    fileprivate var security: [String]? {
        switch handle {
        case .guest: ["guestToken", "guestSession"]
        case .door: path == "pairing" ? [] : ["deviceToken", "deviceSession"]
        case .educator: nil
        case .either: ["guestToken", "guestSession", "token", "session"]
        }
    }
}

extension HouseToken {
    fileprivate static func schemes(_ words: Words) -> [(name: String, scheme: JSON)] {
        let bearer = { (mark: String, text: String) in
            JSON.values([
                "type": .text("http"), "scheme": .text("bearer"), "bearerFormat": .text(mark + "…"), "description": .text(words(text)),
            ])
        }
        let cookie = { (name: String, text: String) in
            JSON.values([
                "type": .text("apiKey"), "in": .text("cookie"), "name": .text("__Host-" + name), "description": .text(words(text)),
            ])
        }
        return [
            ("guestToken", bearer(guest.rawValue, "guestAPI.security.guestToken")),
            ("guestSession", cookie("portico-guest", "guestAPI.security.guestSession")),
            ("deviceToken", bearer(device.rawValue, "guestAPI.security.deviceToken")),
            ("deviceSession", cookie("portico-device", "guestAPI.security.deviceSession")),
        ]
    }
}
