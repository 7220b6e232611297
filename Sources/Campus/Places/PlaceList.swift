import Admin
import Foundation
import GRDB
import Web

struct PlaceList {
    let filter: PlaceFilter
    let near: String
    let rendering: RenderContext
    let db: Database

    private static let most = 200

    private struct Point {
        let id: Int64
        let title: String
        let href: String
        let point: GeoPoint
        let outline: [GeoPoint]
    }

    func values() throws -> Values {
        let (buildings, areas) = try results()
        let points = try points(buildings, areas)
        let drawing = PlaceDrawing(points.map { .init(title: $0.title, href: $0.href, point: $0.point, outline: $0.outline) })
        let positions = try positions(points, areas)
        let numbers = Dictionary(points.enumerated().map { ($1.href, String($0 + 1)) }) { first, _ in first }
        let hits = nearest(buildings + areas, positions).map { hit -> Values in
            let (number, point) = (numbers[hit.href], positions[hit.href])
            let at = point.map { "\($0.latitude),\($0.longitude)" }
            let more: Values = ["number": number ?? false, "at": at ?? false, "distance": distance(point) ?? false]
            return hit.values.merging(more) { $1 }
        }
        let page: Values = [
            "title": rendering.words("campus.tiles.places"), "q": filter.words, "type": filter.type.isEmpty ? false : filter.type,
            "types": try types(), "isAll": filter.type.isEmpty, "allHref": "/campus/places" + filter.query(type: ""), "hits": hits,
            "isNone": hits.isEmpty && filter.wrong.isEmpty, "hasPlan": !points.isEmpty,
            "panels": try PlacePanels(rendering: rendering, db: db).values(points.map(\.id)),
        ]
        return page.merging(drawing.values(tiles: rendering.tiles)) { $1 }.merging(filterValues()) { $1 }
    }

    private func filterValues() -> Values {
        let errors = filter.wrong.map { ["href": "#\($0)", "text": rendering.words("campus.places.wrong.\($0)")] as Values }
        return [
            "near": near, "isAccessible": filter.isAccessible, "isOpen": !near.isEmpty || filter.isAccessible,
            "nearError": filter.wrong.contains("near") ? rendering.words("campus.places.wrong.near") : false,
            "errors": errors.isEmpty ? false : ["title": rendering.words("admin.errors", count: errors.count), "items": errors] as Values,
        ]
    }

    private func results() throws -> ([CampusHit], [CampusHit]) {
        let pattern = SearchPattern(filter.words)
        // An invalid filter finds nothing: a full list would look like an answer.
        if !filter.wrong.isEmpty || (!filter.words.isEmpty && pattern == nil) { return ([], []) }
        let limit = filter.near == nil ? Self.most : 5_000
        let buildings = PlaceHits.buildings(rendering, condition: filter.condition("b", building: "b"))
        let areas = PlaceHits.areas(rendering, condition: filter.condition("a", building: "b"))
        // Without a filter only buildings are listed; areas are found by type.
        let isAsked = !filter.type.isEmpty || !filter.words.isEmpty
        return (
            try buildings.run(pattern, nil, limit: limit, db), isAsked ? try areas.run(pattern, nil, limit: limit, db) : []
        )
    }

    /// Sorted by distance when requested; places without a position come last.
    private func nearest(_ hits: [CampusHit], _ positions: [String: GeoPoint]) -> [CampusHit] {
        guard let here = filter.near else { return hits }
        let far = hits.enumerated().map { (metres: positions[$1.href]?.metres(to: here) ?? .infinity, place: $0, hit: $1) }
        return far.sorted { ($0.metres, $0.place) < ($1.metres, $1.place) }.prefix(Self.most).map(\.hit)
    }

    private func distance(_ point: GeoPoint?) -> String? {
        guard let here = filter.near, let point else { return nil }
        return rendering.words.language.distance(point.metres(to: here))
    }

    private func positions(_ points: [Point], _ areas: [CampusHit]) throws -> [String: GeoPoint] {
        let known = Dictionary(points.map { ($0.href, $0.point) }) { first, _ in first }
        let sql = "SELECT id, building FROM campusArea WHERE id IN (SELECT value FROM json_each(?))"
        let rows = try Row.fetchAll(db, sql: sql, arguments: [list(areas)])
        let inside = rows.map { ("/campus/areas/\($0["id"] as Int64)", known["/campus/buildings/\($0["building"] as Int64)"]) }
        return known.merging(inside.compactMap { address, at in at.map { (address, $0) } }) { $1 }
    }

    private func types() throws -> [Values] {
        let sql =
            "SELECT id, \(rendering.localizedSQL("t")) AS name FROM campusPlaceType t WHERE \(PlaceType.notTrashed("t")) ORDER BY ordering, id"
        return try Row.fetchAll(db, sql: sql).map { row -> Values in
            let id = String(row["id"] as Int64)
            return [
                "labelHTML": (row["name"] as String).markedHTML, "href": "/campus/places" + filter.query(type: id),
                "isCurrent": id == filter.type,
            ]
        }
    }

    private func points(_ buildings: [CampusHit], _ areas: [CampusHit]) throws -> [Point] {
        let sql = """
            SELECT b.id, b.place, \(rendering.text("b")) AS title, b.polygon FROM campusBuilding b
            WHERE \(Building.notTrashed("b")) AND b.place IS NOT NULL AND
              (b.id IN (SELECT value FROM json_each(?)) OR b.id IN (
                SELECT building FROM campusArea WHERE id IN (SELECT value FROM json_each(?))))
            ORDER BY b.name COLLATE portico_names
            """
        let rows = try Row.fetchAll(db, sql: sql, arguments: [list(buildings), list(areas)])
        let points = rows.compactMap { row in
            GeoPoint(kept: row["place"]).map {
                Point(
                    id: row["id"], title: row["title"], href: "/campus/buildings/\(row["id"] as Int64)", point: $0,
                    outline: BuildingFootprint(row["polygon"]).corners)
            }
        }
        guard let here = filter.near else { return points }
        return points.sorted { $0.point.metres(to: here) < $1.point.metres(to: here) }
    }

    private func list(_ hits: [CampusHit]) -> String { "[" + hits.map { String($0.id) }.joined(separator: ",") + "]" }
}
