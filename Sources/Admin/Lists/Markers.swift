import Foundation
import GRDB
import Web

/// The records of a list that have a position, as a map draws them: for a script with tiles, and as a plain drawing without either.
struct Markers<R: Resource> {
    private struct Marker {
        let title: String
        let href: String
        let point: GeoPoint
    }

    /// More marks than this are a stain.
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
            WHERE \(condition.sql) AND \(column) IS NOT NULL ORDER BY \(Listing<R>.order(listing.query)) LIMIT \(Self.limit + 1)
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
        let data = JSON.list(
            shown.map {
                .list([.text(GeoPoint.text($0.point.latitude)), .text(GeoPoint.text($0.point.longitude)), .text($0.title), .text($0.href)])
            })
        return [
            "items": items, "data": data.written(), "tiles": context.tiles, "svgHTML": svg(Array(shown)),
            "without": without == 0 ? false : words("lists.map.without", count: without),
            "tooMany": markers.count > Self.limit ? words("lists.map.tooMany", ["limit": words.language.number(Self.limit)]) : false,
        ]
    }

    /// Where the records lie towards each other. Degrees of longitude are shorter away from the equator.
    private func svg(_ markers: [Marker]) -> String {
        guard let first = markers.first?.point else { return "" }
        let (width, height, margin) = (640.0, 320.0, 24.0)
        let shrink = max(cos(first.latitude * .pi / 180), 0.1)
        let xs = markers.map { $0.point.longitude * shrink }
        let ys = markers.map { -$0.point.latitude }
        let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
        let (across, down) = ((xs.max() ?? 0) - left, (ys.max() ?? 0) - top)
        let scale = min((width - 2 * margin) / max(across, 1e-6), (height - 2 * margin) / max(down, 1e-6))
        let (x0, y0) = ((width - across * scale) / 2, (height - down * scale) / 2)
        // The list below says the same to whoever does not see it.
        var svg = "<svg class=\"scatter\" viewBox=\"0 0 640 320\" aria-hidden=\"true\">\n"
        for (index, marker) in markers.enumerated() {
            let (x, y) = (Int(x0 + (xs[index] - left) * scale), Int(y0 + (ys[index] - top) * scale))
            svg += "<a href=\"\(marker.href.escapedForHTML())\" tabindex=\"-1\"><title>\(marker.title.escapedForHTML())</title>"
            svg += "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"11\"/>"
            if markers.count <= 60 { svg += "<text x=\"\(x)\" y=\"\(y + 4)\" text-anchor=\"middle\">\(index + 1)</text>" }
            svg += "</a>\n"
        }
        return svg + "</svg>"
    }
}
