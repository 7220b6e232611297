import Admin
import GRDB
import Hummingbird
import Web

public struct CampusPages: Sendable {
    let admin: AdminContext
    let secureCookie: Bool

    var database: any DatabaseWriter { admin.database }

    /// - Parameter secureCookie: whether the site is reachable by HTTPS only.
    public init(admin: AdminContext, secureCookie: Bool) { (self.admin, self.secureCookie) = (admin, secureCookie) }

    public func addRoutes(to router: RouterGroup<Visitor>) {
        let campus = router.group("campus").add(middleware: SystemSwitch("campus", of: admin))
        CampusHomePages(campus: self).addRoutes(to: campus)
        CampusSearchPages(campus: self).addRoutes(to: campus)
        EmergencyPages(campus: self).addRoutes(to: campus)
        DirectoryPages(campus: self).addRoutes(to: campus)
        PersonProfilePages(campus: self).addRoutes(to: campus)
        DegreePages(campus: self).addRoutes(to: campus)
        CampusCoursePages(campus: self).addRoutes(to: campus)
        PlacePages(campus: self).addRoutes(to: campus)
        FreeRoomPages(campus: self).addRoutes(to: campus)
        CampusLinkPages(campus: self).addRoutes(to: campus)
        EasyReadingPages(campus: self).addRoutes(to: campus)
        NewsPages(admin: admin).addRoutes(to: campus)
        GuidePages(admin: admin).addRoutes(to: campus)
        // Limited, because every act may create a visitor.
        let acts = campus.group("mine").add(middleware: RateLimit(limit: 60, per: .seconds(60)))
        VisitorPages(campus: self).addRoutes(to: campus, acts: acts)
        OwnEventPages(admin: admin, secureCookie: secureCookie).addRoutes(to: acts)
        OwnEventDatePages(admin: admin).addRoutes(to: acts)
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
        return try await CampusFrame.page(template, values, request, visitor, admin, seen: seen)
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
