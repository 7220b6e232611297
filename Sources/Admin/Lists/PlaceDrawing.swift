import Foundation
import Web

/// A drawing of places without map tiles; each is a numbered link, with known building outlines, above the ground where it is known.
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

    /// The SVG; an accompanying list must give the same content as text. A single place is its outline without a number.
    public let svg: String
    /// True where land and water are drawn below the places.
    public let hasGround: Bool
    private let places: [Place]

    /// `metres` is the least distance that the drawing shows from north to south. Numbers are those of a list; without them no place is a link.
    public init(_ places: [Place], atLeast metres: Double = 0, isNumbered: Bool = true) {
        self.places = places
        guard let first = places.first?.point else { (svg, hasGround) = ("", false); return }
        let frame = Frame(places.flatMap { [$0.point] + $0.outline }, at: first.latitude, atLeast: metres)
        let ground = Self.ground(frame, places)
        hasGround = ground != nil
        svg = Self.svg(places, frame, ground ?? "", isNumbered: isNumbered && places.count <= 60, areLinks: isNumbered)
    }

    /// What the page's template takes of a drawing.
    public func values(tiles: String) -> Values { ["svgHTML": svg, "data": data, "tiles": tiles, "hasGround": hasGround] }

    /// The data for the map script, for sites with tiles.
    public var data: String {
        func pair(_ point: GeoPoint) -> [JSON] { [.text(GeoPoint.text(point.latitude)), .text(GeoPoint.text(point.longitude))] }
        return JSON.list(
            places.map { .list(pair($0.point) + [.text($0.title), .text($0.href), .list($0.outline.map { .list(pair($0)) })]) }
        ).written()
    }

    private static func svg(_ places: [Place], _ frame: Frame, _ ground: String, isNumbered: Bool, areLinks: Bool) -> String {
        var svg =
            "<svg class=\"scatter\" viewBox=\"0 0 \(Int(cutting: Frame.width)) \(Int(cutting: Frame.height))\" aria-hidden=\"true\">\n"
        svg += ground
        for place in places where !place.outline.isEmpty {
            let corners = place.outline.map { corner -> String in
                let (x, y) = frame.pixels(corner)
                return "\(x),\(y)"
            }
            svg += "<polygon points=\"\(corners.joined(separator: " "))\"/>\n"
        }
        if places.count > 1 || places[0].outline.isEmpty {
            for (index, place) in places.enumerated() {
                let at = frame.pixels(place.point)
                svg += areLinks ? mark(place, index, at, isNumbered: isNumbered) : circle(at) + "\n"
            }
        }
        return svg + "</svg>"
    }

    /// Water, land, and the names of towns that no place would hide; nil where the ground is unknown or shows no shore.
    private static func ground(_ frame: Frame, _ places: [Place]) -> String? {
        let lagoon = MapGround.lagoon
        guard let (southWest, northEast) = frame.corners, lagoon.covers(southWest, northEast),
            let land = lagoon.land(width: Frame.width, height: Frame.height, frame.position)
        else { return nil }
        var taken = places.map { (at: frame.position($0.point), reach: 11.0) }
        var names = ""
        for town in lagoon.towns {
            let at = frame.position(town.point)
            let reach = Double(town.name.count) * 4.5 + 4
            let isHidden = taken.contains { ($0.at.x - at.x).magnitude < $0.reach + reach && ($0.at.y - at.y).magnitude < 22 }
            if isHidden || at.x < reach || at.x > Frame.width - reach || at.y < 16 || at.y > Frame.height - 6 { continue }
            taken.append((at, reach))
            let (x, y) = frame.pixels(town.point)
            names += "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"middle\">\(town.name.escapedForHTML())</text>\n"
        }
        let water = "<rect width=\"\(Int(cutting: Frame.width))\" height=\"\(Int(cutting: Frame.height))\"/>"
        return "<g class=\"ground\">\(water)<path d=\"\(land)\" fill-rule=\"evenodd\"/>\n\(names)</g>\n"
    }

    private static func mark(_ place: Place, _ index: Int, _ at: (x: Int, y: Int), isNumbered: Bool) -> String {
        var svg = "<a href=\"\(place.href.escapedForHTML())\" tabindex=\"-1\"><title>\(place.title.escapedForHTML())</title>"
        svg += circle(at)
        if isNumbered { svg += "<text x=\"\(at.x)\" y=\"\(at.y + 4)\" text-anchor=\"middle\">\(index + 1)</text>" }
        return svg + "</a>\n"
    }

    private static func circle(_ at: (x: Int, y: Int)) -> String { "<circle cx=\"\(at.x)\" cy=\"\(at.y)\" r=\"11\"/>" }

    /// The visible area. Degrees of longitude shrink away from the equator.
    private struct Frame {
        static let (width, height, margin) = (640.0, 320.0, 24.0)
        private let left, top, shrink, scale, x0, y0: Double

        init(_ points: [GeoPoint], at latitude: Double, atLeast metres: Double) {
            shrink = max(cos(latitude * .pi / 180), 0.1)
            let (xs, ys) = (points.map { [shrink] in $0.longitude * shrink }, points.map { -$0.latitude })
            (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
            let (across, down) = ((xs.max() ?? 0) - left, (ys.max() ?? 0) - top)
            // A degree of latitude is 111 kilometres.
            let least = max(metres / 111_000, 1e-6)
            scale = min((Self.width - 2 * Self.margin) / max(across, 1e-6), (Self.height - 2 * Self.margin) / max(down, least))
            (x0, y0) = ((Self.width - across * scale) / 2, (Self.height - down * scale) / 2)
        }

        func pixels(_ point: GeoPoint) -> (x: Int, y: Int) {
            let at = position(point)
            return (Int(cutting: at.x), Int(cutting: at.y))
        }

        func position(_ point: GeoPoint) -> (x: Double, y: Double) {
            (x0 + (point.longitude * shrink - left) * scale, y0 + (-point.latitude - top) * scale)
        }

        /// South-west and north-east; nil where the drawing reaches beyond the poles or the date line.
        var corners: (GeoPoint, GeoPoint)? {
            func point(_ x: Double, _ y: Double) -> GeoPoint? {
                GeoPoint(latitude: -((y - y0) / scale + top), longitude: ((x - x0) / scale + left) / shrink)
            }
            guard let southWest = point(0, Self.height), let northEast = point(Self.width, 0) else { return nil }
            return (southWest, northEast)
        }
    }
}
