import Admin
import Hummingbird
import Web

struct GuidePages: Sendable {
    let admin: AdminContext

    private static let pages: [(name: String, parts: [(name: String, href: String?)])] = [
        (
            "help",
            [
                ("search", "/campus/search"), ("people", "/campus/people"), ("courses", "/campus/degrees"), ("agenda", "/campus/agenda"),
                ("alerts", "/campus/alerts"), ("places", "/campus/places"), ("mine", "/campus/mine"), ("offline", "/campus/emergency"),
                ("programs", "/api"),
            ]
        ),
        (
            "privacy",
            [
                ("nobody", nil), ("token", nil), ("kept", "/campus/mine"), ("told", "/campus/alerts"), ("numbers", nil), ("position", nil),
                ("others", nil), ("yours", "/campus/mine"),
            ]
        ),
        ("accessibility", [("script", nil), ("reading", nil), ("map", "/campus/places"), ("entrances", "/campus/places?accessible=yes")]),
    ]

    func addRoutes(to campus: RouterGroup<Visitor>) {
        for page in Self.pages {
            campus.get(RouterPath(page.name)) { request, visitor in
                let words = admin.pages.words(for: visitor)
                let guide = "campus.guide.\(page.name)"
                // The easy version is a separate text: one thought for each sentence and line.
                func localizedLines(_ part: String) -> [String] {
                    let usual = "\(guide).\(part == "lead" ? part : part + ".text")"
                    let text = words(visitor.isEasy ? "campus.easyGuide.\(page.name).\(part)" : usual)
                    return text.split(separator: "\n").map(String.init)
                }
                let values: Values = [
                    "easy": RenderContext(visitor, admin).note([true]), "title": words("\(guide).title"), "lead": localizedLines("lead"),
                    "parts": page.parts.map { part -> Values in
                        [
                            "title": words("\(guide).\(part.name).title"),
                            "lines": localizedLines(part.name),
                            "href": part.href ?? false, "link": part.href == nil ? "" : words("\(guide).\(part.name).link"),
                        ]
                    },
                ]
                return try await CampusFrame.page("campus/home/guide", values, request, visitor, admin)
            }
        }
    }
}
