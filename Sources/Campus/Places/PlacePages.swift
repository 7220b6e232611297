import Admin
import GRDB
import Hummingbird
import Web

struct PlacePages: Sendable {
    let campus: CampusPages

    func addRoutes(to group: RouterGroup<Visitor>) {
        group.get("places", use: places)
        group.get("buildings/{id}", use: building)
        group.get("areas/{id}", use: area)
    }

    @Sendable private func places(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let query = Form(query: request.uri.query ?? "")
        return try await campus.page("campus/places/index", request, visitor) { db, rendering in
            let list = PlaceList(filter: try PlaceFilter(query, db), near: query["near"], rendering: rendering, db: db)
            return try list.values()
        }
    }

    @Sendable private func building(_ request: Request, _ visitor: Visitor) async throws -> Response {
        try await place(Bookmark(kind: "building", id: try visitor.campusID()), request, visitor)
    }

    @Sendable private func area(_ request: Request, _ visitor: Visitor) async throws -> Response {
        if let file = try await TimetableFiles(admin: campus.admin).answer(request, visitor, { id, _ in .area(id) }) { return file }
        return try await place(Bookmark(kind: "area", id: try visitor.campusID()), request, visitor)
    }

    private func place(_ mark: Bookmark, _ request: Request, _ visitor: Visitor) async throws -> Response {
        let (asked, origin) = (Form(query: request.uri.query ?? ""), campus.admin.origin(of: request))
        return try await campus.page("campus/places/show", request, visitor, seen: mark) { db, rendering in
            let sheet = PlaceSheet(id: mark.id, rendering: rendering, db: db)
            guard var values = try mark.kind == "building" ? sheet.building() : sheet.area() else { throw HTTPError(.notFound) }
            if mark.kind == "area", let room = try RoomTimetable(id: mark.id, rendering: rendering, db: db).values(asked) {
                let links = SubscribeLinks(origin: origin, words: rendering.words)
                values["room"] = room
                values["subscribe"] = links.values(values["title"] as? String ?? "", path: "/campus/areas/\(mark.id)")
            }
            return values.merging(["mark": try mark.values(of: rendering.reader, db)]) { $1 }
        }
    }
}
