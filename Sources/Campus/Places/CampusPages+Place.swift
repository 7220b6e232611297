import Admin
import GRDB
import Hummingbird
import Web

extension CampusPages {
    /// `GET /campus/places?type=3&q=biblioteca&near=45.41,12.29&accessible=yes`: map and list.
    @Sendable func places(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let query = Form(query: request.uri.query ?? "")
        return try await page("places", request, visitor) { db, rendering in
            let list = PlaceList(filter: try PlaceFilter(query, db), near: query["near"], rendering: rendering, db: db)
            return try list.values()
        }
    }

    @Sendable func building(_ request: Request, _ visitor: Visitor) async throws -> Response {
        try await place(Bookmark(kind: "building", id: try visitor.campusID()), request, visitor)
    }

    @Sendable func area(_ request: Request, _ visitor: Visitor) async throws -> Response {
        try await place(Bookmark(kind: "area", id: try visitor.campusID()), request, visitor)
    }

    private func place(_ mark: Bookmark, _ request: Request, _ visitor: Visitor) async throws -> Response {
        try await page("place", request, visitor, seen: mark) { db, rendering in
            let sheet = PlaceSheet(id: mark.id, rendering: rendering, db: db)
            guard let values = try mark.kind == "building" ? sheet.building() : sheet.area() else { throw HTTPError(.notFound) }
            return values.merging(["mark": try drawn(mark, rendering, db)]) { $1 }
        }
    }
}
