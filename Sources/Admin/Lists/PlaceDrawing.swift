import Foundation
import Web

/// Where places lie towards each other, drawn without a map, each a numbered link.
public struct PlaceDrawing {
    private let places: [(title: String, href: String, point: GeoPoint)]

    public init(_ places: [(title: String, href: String, point: GeoPoint)]) { self.places = places }

    /// What the page's script puts on a map where the site has tiles.
    public var data: String {
        JSON.list(
            places.map {
                .list([.text(GeoPoint.text($0.point.latitude)), .text(GeoPoint.text($0.point.longitude)), .text($0.title), .text($0.href)])
            }
        ).written()
    }

    /// The drawing; a list beside it must say the same to whoever does not see it. Degrees of longitude are shorter away from the equator.
    public var svg: String {
        guard let first = places.first?.point else { return "" }
        let (width, height, margin) = (640.0, 320.0, 24.0)
        let shrink = max(cos(first.latitude * .pi / 180), 0.1)
        let xs = places.map { $0.point.longitude * shrink }
        let ys = places.map { -$0.point.latitude }
        let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
        let (across, down) = ((xs.max() ?? 0) - left, (ys.max() ?? 0) - top)
        let scale = min((width - 2 * margin) / max(across, 1e-6), (height - 2 * margin) / max(down, 1e-6))
        let (x0, y0) = ((width - across * scale) / 2, (height - down * scale) / 2)
        var svg = "<svg class=\"scatter\" viewBox=\"0 0 640 320\" aria-hidden=\"true\">\n"
        for (index, place) in places.enumerated() {
            let (x, y) = (Int(x0 + (xs[index] - left) * scale), Int(y0 + (ys[index] - top) * scale))
            svg += "<a href=\"\(place.href.escapedForHTML())\" tabindex=\"-1\"><title>\(place.title.escapedForHTML())</title>"
            svg += "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"11\"/>"
            if places.count <= 60 { svg += "<text x=\"\(x)\" y=\"\(y + 4)\" text-anchor=\"middle\">\(index + 1)</text>" }
            svg += "</a>\n"
        }
        return svg + "</svg>"
    }
}
