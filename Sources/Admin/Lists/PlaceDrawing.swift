import Foundation
import Web

/// A drawing of places without a map; each is a numbered link, with known building outlines.
public struct PlaceDrawing {
    public struct Place {
        let title: String
        let href: String
        let point: GeoPoint
        let outline: [GeoPoint]

        public init(title: String, href: String, point: GeoPoint, outline: [GeoPoint] = []) {
            (self.title, self.href, self.point, self.outline) = (title, href, point, outline)
        }
    }

    private let places: [Place]

    public init(_ places: [Place]) { self.places = places }

    /// The data for the map script, for sites with tiles.
    public var data: String {
        func pair(_ point: GeoPoint) -> [JSON] { [.text(GeoPoint.text(point.latitude)), .text(GeoPoint.text(point.longitude))] }
        return JSON.list(
            places.map { .list(pair($0.point) + [.text($0.title), .text($0.href), .list($0.outline.map { .list(pair($0)) })]) }
        ).written()
    }

    /// The drawing as SVG; an accompanying list must give the same content as text. A single place is its outline without a number.
    public var svg: String {
        guard let first = places.first?.point else { return "" }
        let frame = Frame(places.flatMap { [$0.point] + $0.outline }, at: first.latitude)
        var svg =
            "<svg class=\"scatter\" viewBox=\"0 0 \(Int(cutting: Frame.width)) \(Int(cutting: Frame.height))\" aria-hidden=\"true\">\n"
        for place in places where !place.outline.isEmpty {
            let corners = place.outline.map { corner -> String in
                let (x, y) = frame.pixels(corner)
                return "\(x),\(y)"
            }
            svg += "<polygon points=\"\(corners.joined(separator: " "))\"/>\n"
        }
        if places.count > 1 || places[0].outline.isEmpty {
            for (index, place) in places.enumerated() { svg += mark(place, index, frame.pixels(place.point)) }
        }
        return svg + "</svg>"
    }

    private func mark(_ place: Place, _ index: Int, _ at: (x: Int, y: Int)) -> String {
        var svg = "<a href=\"\(place.href.escapedForHTML())\" tabindex=\"-1\"><title>\(place.title.escapedForHTML())</title>"
        svg += "<circle cx=\"\(at.x)\" cy=\"\(at.y)\" r=\"11\"/>"
        if places.count <= 60 { svg += "<text x=\"\(at.x)\" y=\"\(at.y + 4)\" text-anchor=\"middle\">\(index + 1)</text>" }
        return svg + "</a>\n"
    }

    /// The visible area. Degrees of longitude shrink away from the equator.
    private struct Frame {
        static let (width, height, margin) = (640.0, 320.0, 24.0)
        private let left, top, shrink, scale, x0, y0: Double

        init(_ points: [GeoPoint], at latitude: Double) {
            shrink = max(cos(latitude * .pi / 180), 0.1)
            let (xs, ys) = (points.map { [shrink] in $0.longitude * shrink }, points.map { -$0.latitude })
            (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
            let (across, down) = ((xs.max() ?? 0) - left, (ys.max() ?? 0) - top)
            scale = min((Self.width - 2 * Self.margin) / max(across, 1e-6), (Self.height - 2 * Self.margin) / max(down, 1e-6))
            (x0, y0) = ((Self.width - across * scale) / 2, (Self.height - down * scale) / 2)
        }

        func pixels(_ point: GeoPoint) -> (x: Int, y: Int) {
            (Int(cutting: x0 + (point.longitude * shrink - left) * scale), Int(cutting: y0 + (-point.latitude - top) * scale))
        }
    }
}
