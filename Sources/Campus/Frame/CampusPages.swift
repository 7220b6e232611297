import Admin
import GRDB
import Hummingbird
import Web

/// The public pages for visitors, without sign-in.
public struct CampusPages: Sendable {
    let admin: AdminContext
    let secureCookie: Bool

    var database: any DatabaseWriter { admin.database }

    /// - Parameter secureCookie: whether the site is reachable by HTTPS only.
    public init(admin: AdminContext, secureCookie: Bool) { (self.admin, self.secureCookie) = (admin, secureCookie) }

    /// Mounts the pages; the group is mounted at `/`.
    public func addRoutes(to router: RouterGroup<Visitor>) {
        let campus = router.group("campus").add(middleware: SystemSwitch("campus", of: admin))
        campus.get("", use: home)
        campus.get("search", use: search)
        campus.get("emergency", use: emergency)
        campus.get("offline", use: offline)
        campus.get("people", use: people)
        campus.get("people/{id}", use: person)
        campus.get("people/{id}/card.vcf", use: card)
        campus.get("degrees", use: degrees)
        campus.get("degrees/{id}", use: degree)
        campus.get("courses", use: courses)
        campus.get("courses/{id}", use: course)
        campus.get("places", use: places)
        campus.get("buildings/{id}", use: building)
        campus.get("areas/{id}", use: area)
        for service in LinkService.allCases {
            campus.get(RouterPath(service.rawValue)) { try await links(service, $0, $1) }
        }
        campus.post("reading", use: chooseReading)
        NewsPages(admin: admin).addRoutes(to: campus)
        GuidePages(admin: admin).addRoutes(to: campus)
        campus.get("mine", use: mine)
        campus.get("mine/data.json", use: takeAlong)
        // Limited, because every act may create a visitor.
        let acts = campus.group("mine").add(middleware: RateLimit(limit: 60, per: .seconds(60)))
        let forms: [(String, VisitorAct.Act)] = [
            ("favourites", VisitorAct.addFavourite), ("favourites/removal", VisitorAct.removeFavourite),
            ("recents/removal", VisitorAct.forgetRecents), ("courses", VisitorAct.addCourse),
            ("courses/removal", VisitorAct.removeCourse), ("degree", VisitorAct.chooseDegree), ("remembering", VisitorAct.remember),
        ]
        for (path, make) in forms { acts.post(RouterPath(path)) { try await act($0, $1, make) } }
        acts.post("removal", use: forget)
        OwnEventPages(admin: admin, secureCookie: secureCookie).addRoutes(to: acts)
    }

    func page(
        _ template: String, _ request: Request, _ visitor: Visitor, seen: Bookmark? = nil,
        _ make: @escaping @Sendable (Database, RenderContext) throws -> Values
    ) async throws -> Response {
        let rendering = rendering(for: visitor)
        let token = CampusReader.token(in: request)
        let values = try await database.read { db in
            var rendering = rendering
            rendering.reader = try token.flatMap { try CampusReader.find($0, db) }
            return try make(db, rendering)
        }
        return try await CampusFrame.page("campus/\(template)", values, request, visitor, admin, seen: seen)
    }

    func rendering(for visitor: Visitor) -> RenderContext { RenderContext(visitor, admin) }
}

extension Visitor {
    /// Throws not found for anything but a number.
    func campusID() throws -> Int64 {
        guard let id = parameters.recordID("id") else { throw HTTPError(.notFound) }
        return id
    }
}
