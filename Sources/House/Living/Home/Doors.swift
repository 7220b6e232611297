import Admin
import Hummingbird
import Web

extension Living {
    /// `GET /house/home`: four doors, no more.
    @Sendable func home(_ request: Request, _ person: AtHome) throws -> Response {
        let words = pages.words(for: person.visitor)
        let icons = ["shopping": "basket", "recipes": "recipe", "clock": "clock", "euro": "euro"]
        let doors = Preferences.doors.filter { !person.preferences.hidden.contains($0) }
        let tiles = doors.map { Tile(label: words("house.living.doors.\($0)"), href: "/house/\($0)", icon: icons[$0] ?? "home") }
        let values: Values = ["isHome": true, "none": words("house.living.noDoors")]
        return try choices(words("house.living.hello", ["name": person.guest.name]), back: nil, tiles, values, for: person.visitor, request)
    }

    /// `GET /house/help`
    @Sendable func help(_ request: Request, _ visitor: Visitor) throws -> Response {
        let isIn = (visitor.person as? Present)?.guest != nil
        let words = pages.words(for: visitor)
        return try page(
            "help", words("house.living.help.title"), back: isIn ? "/house/home" : "/house", ["isHelp": true, "isIn": isIn], for: visitor, request)
    }
}
