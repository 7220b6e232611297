import Admin
import Foundation
import Hummingbird
import Web

struct GuestHomePages: Sendable {
    let guests: GuestPages

    func addRoutes(to door: RouterGroup<Visitor>, inside: RouterGroup<GuestRequestContext>) {
        door.get("help", use: help)
        inside.get("home", use: home)
    }

    @Sendable private func home(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let words = guests.words(person)
        let doors: [(name: String, shown: Preference)] = [
            ("shopping", .showShopping), ("recipes", .showRecipes), ("routines", .showRoutines), ("clock", .showClock), ("euro", .showEuro),
        ]
        let hasRoutines = try await guests.database.read { try RecipeCategoryPages.hasRoutines(person, $0) }
        let open = doors.filter { person.preferences.isOn($0.shown) && ($0.shown != .showRoutines || hasRoutines) }
        let tiles = open.map { GuestTile(label: words("living.doors.\($0.name)"), href: "/house/\($0.name)", drawing: $0.name) }
        let notices: Values = ["href": "/house/notices", "label": words("living.notice.title"), "icon": "bell"]
        var links = [notices]
        if try await guests.database.read({ try Independence.of(person.guest.id, $0) }) != nil {
            links.append(["href": "/house/independence", "label": words("living.independence.title"), "icon": "chart"])
        }
        let now = Date.now
        let day = person.preferences.isOn(.dayStrip) ? try await guests.database.read { try HouseDay.today(person, now: now, $0) } : nil
        let moments = day.map { $0.values($0.near, words, hours: person.preferences.number(.clockHours)) } ?? []
        let values: Values = [
            "day": moments.isEmpty ? false : ["moments": moments] as Values,
            "isHome": true, "none": words("living.noDoors"), "links": links, "keep": OfflineCopies.home(person, words.language),
        ]
        return try guests.choices(
            words("living.hello", ["name": person.guest.firstName]), back: nil, tiles, values, for: person.visitor, request)
    }

    @Sendable private func help(_ request: Request, _ visitor: Visitor) throws -> Response {
        let isIn = (visitor.person as? GuestPageVisitor)?.guest != nil
        let words = guests.words(visitor)
        return try guests.page(
            "house/home/help", words("living.help.title"), back: isIn ? "/house/home" : "/house", ["isHelp": true, "isIn": isIn],
            for: visitor, request
        )
    }
}
