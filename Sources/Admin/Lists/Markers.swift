import Foundation
import GRDB
import Web

struct Markers<R: Resource> {
    private struct Marker {
        let title: String
        let href: String
        let point: GeoPoint
    }

    /// With more markers a map is unreadable.
    private static var limit: Int { 500 }

    private let markers: [Marker]
    private let without: Int
    private let context: FormContext

    init(_ listing: Listing<R>, _ context: FormContext, back: String) throws {
        self.context = context
        guard let place = Listing<R>.place else { (markers, without) = ([], 0); return }
        let condition = listing.conditions.sql()
        let column = "\(R.table).\(place.column)"
        let sql = """
            SELECT \(R.table).id, \(R.table).\(R.title.column), \(column) FROM \(R.table)
            WHERE \(condition.sql) AND \(column) IS NOT NULL ORDER BY \(Listing<R>.order(listing.query, context.db)) LIMIT \(Self.limit + 1)
            """
        let query = back.isEmpty ? "" : "?back=" + back.queryEscaped
        markers = try Row.fetchAll(context.db.cachedStatement(sql: sql), arguments: condition.arguments).compactMap { row in
            GeoPoint(pasted: row[2]).map { Marker(title: row[1], href: "\(R.address)/\(row[0] as Int64)\(query)", point: $0) }
        }
        let missing = "SELECT count(*) FROM \(R.table) WHERE \(condition.sql) AND \(column) IS NULL"
        without = try Int.fetchOne(context.db.cachedStatement(sql: missing), arguments: condition.arguments) ?? 0
    }

    var values: Values {
        let words = context.words
        let shown = markers.prefix(Self.limit)
        let items = shown.enumerated().map { index, marker -> Values in
            ["number": String(index + 1), "label": marker.title, "href": marker.href, "place": marker.point.text]
        }
        let drawing = PlaceDrawing(shown.map { .init(title: $0.title, href: $0.href, point: $0.point) })
        let list: Values = [
            "items": items, "without": without == 0 ? false : words("lists.map.without", count: without),
            "tooMany": markers.count > Self.limit ? words("lists.map.tooMany", ["limit": words.language.number(Self.limit)]) : false,
        ]
        return drawing.values(tiles: context.tiles).merging(list) { $1 }
    }
}
