import Admin
import GRDB
import Hummingbird
import Web

extension CampusPages {
    /// `GET /campus/places?type=3&q=biblioteca`: a plan of the buildings, and the same as a list.
    @Sendable func places(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let query = Form(query: request.uri.query ?? "")
        let (typed, type) = (String(query["q"].prefix(100)), Int64(query["type"]))
        return try await page("places", request, visitor) { db, look in
            let list = PlaceList(look: look, db: db)
            return try list.values(typed: typed, type: type)
        }
    }

    /// `GET /campus/buildings/3`
    @Sendable func building(_ request: Request, _ visitor: Visitor) async throws -> Response {
        try await place(Mark(kind: "building", id: try visitor.campusID()), request, visitor)
    }

    /// `GET /campus/areas/3`
    @Sendable func area(_ request: Request, _ visitor: Visitor) async throws -> Response {
        try await place(Mark(kind: "area", id: try visitor.campusID()), request, visitor)
    }

    private func place(_ mark: Mark, _ request: Request, _ visitor: Visitor) async throws -> Response {
        try await page("place", request, visitor, seen: mark) { db, look in
            let sheet = PlaceSheet(id: mark.id, look: look, db: db)
            guard let values = try mark.kind == "building" ? sheet.building() : sheet.area() else { throw HTTPError(.notFound) }
            return values.merging(["mark": try drawn(mark, look, db)]) { $1 }
        }
    }
}

/// Places by type or by words, on a plan and in a list.
private struct PlaceList {
    let look: Look
    let db: Database

    func values(typed: String, type: Int64?) throws -> Values {
        let pattern = FTS5Pattern(matchingAllPrefixesIn: typed.folded)
        let isNothing = !typed.isEmpty && pattern == nil
        let ofType = { (alias: String) in type.map { "\(alias).type = \($0)" } ?? "1" }
        let buildings = isNothing ? [] : try PlaceHits.buildings(look, condition: ofType("b")).run(pattern, nil, limit: 200, db)
        // Without a question the buildings are enough: what lies in them is found by type.
        let isAsked = type != nil || !typed.isEmpty
        let areas = isNothing || !isAsked ? [] : try PlaceHits.areas(look, condition: ofType("a")).run(pattern, nil, limit: 200, db)
        let points = try points(buildings, areas)
        let drawing = PlaceDrawing(points.map { (title: $0.title, href: $0.href, point: $0.point) })
        let positions = try positions(points, areas)
        let numbers = Dictionary(points.enumerated().map { ($1.href, String($0 + 1)) }) { first, _ in first }
        let hits = (buildings + areas).map { hit in
            hit.values.merging(["number": numbers[hit.href].map { $0 as any Sendable } ?? false, "at": positions[hit.href] ?? false]) { $1 }
        }
        return [
            "title": look.words("campus.tiles.places"), "q": typed, "type": type.map(String.init) ?? false, "types": try types(type),
            "isAll": type == nil, "hits": hits, "isNone": hits.isEmpty, "hasPlan": !points.isEmpty, "svgHTML": drawing.svg,
            "data": drawing.data, "tiles": look.tiles,
        ]
    }

    /// Where each thing of the list is, by its address: a room is where its building is.
    private func positions(_ points: [(title: String, href: String, point: GeoPoint)], _ areas: [CampusHit]) throws -> [String: String] {
        let known = Dictionary(points.map { ($0.href, "\($0.point.latitude),\($0.point.longitude)") }) { first, _ in first }
        let ids = "[" + areas.map { String($0.id) }.joined(separator: ",") + "]"
        let sql = "SELECT id, building FROM campusArea WHERE id IN (SELECT value FROM json_each(?))"
        let rows = try Row.fetchAll(db, sql: sql, arguments: [ids])
        let inside = rows.map { ("/campus/areas/\($0[0] as Int64)", known["/campus/buildings/\($0[1] as Int64)"]) }
        return known.merging(inside.compactMap { address, at in at.map { (address, $0) } }) { $1 }
    }

    private func types(_ chosen: Int64?) throws -> [Values] {
        let sql = "SELECT id, \(look.text("t")) FROM campusPlaceType t WHERE deletedAt IS NULL ORDER BY ordering, id"
        return try Row.fetchAll(db, sql: sql).map { row -> Values in
            let id: Int64 = row[0]
            return ["label": row[1] as String, "href": "/campus/places?type=\(id)", "isCurrent": id == chosen]
        }
    }

    /// The buildings that were found, and those in which what was found lies.
    private func points(_ buildings: [CampusHit], _ areas: [CampusHit]) throws -> [(title: String, href: String, point: GeoPoint)] {
        let sql = """
            SELECT b.id, b.place, \(look.text("b")) FROM campusBuilding b WHERE b.deletedAt IS NULL AND b.place IS NOT NULL AND
              (b.id IN (SELECT value FROM json_each(?)) OR b.id IN (
                SELECT building FROM campusArea WHERE id IN (SELECT value FROM json_each(?))))
            ORDER BY b.name COLLATE NOCASE
            """
        let lists = [buildings, areas].map { "[" + $0.map { String($0.id) }.joined(separator: ",") + "]" }
        return try Row.fetchAll(db, sql: sql, arguments: StatementArguments(lists)).compactMap { row in
            GeoPoint(pasted: row[1]).map { (row[2], "/campus/buildings/\(row[0] as Int64)", $0) }
        }
    }
}
