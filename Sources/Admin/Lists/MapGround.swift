import Web

/// Land, water and towns below a drawing of places: the lagoon of Venice, from lagoon.txt. Elsewhere there is none.
struct MapGround: Sendable {
    struct Town: Sendable {
        let name: String
        let point: GeoPoint
    }

    static let lagoon = MapGround(String(decoding: PackageResources.lagoon_txt, as: UTF8.self))

    let towns: [Town]
    /// Shores of land, lakes and islets; a point that an odd number of them surrounds is land.
    private let rings: [[GeoPoint]]
    private let corners: [GeoPoint]

    /// Reads the lines that tools/draw-lagoon writes.
    init(_ text: String) {
        var towns: [Town] = []
        var rings: [[GeoPoint]] = []
        var corners: [GeoPoint] = []
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ")
            let numbers = parts.compactMap { Int($0, in: -20_000_000...20_000_000) }
            switch parts.first {
            case "box": corners = Self.points(numbers, areSteps: false)
            case "ring": rings.append(Self.points(numbers, areSteps: true))
            case "town":
                let name = parts.dropFirst(3).joined(separator: " ")
                towns += Self.points(numbers, areSteps: false).map { Town(name: name, point: $0) }
            default: continue
            }
        }
        (self.towns, self.rings, self.corners) = (towns, rings, corners)
    }

    private static func points(_ numbers: [Int], areSteps: Bool) -> [GeoPoint] {
        var points: [GeoPoint] = []
        var (latitude, longitude) = (0, 0)
        for at in stride(from: 0, to: numbers.count - 1, by: 2) {
            latitude = areSteps ? latitude + numbers[at] : numbers[at]
            longitude = areSteps ? longitude + numbers[at + 1] : numbers[at + 1]
            if let point = GeoPoint(latitude: Double(latitude) / 100_000, longitude: Double(longitude) / 100_000) { points.append(point) }
        }
        return points
    }

    /// True where the ground is known at both corners of an area, and so between them.
    func covers(_ first: GeoPoint, _ second: GeoPoint) -> Bool {
        guard corners.count == 2 else { return false }
        return [first, second].allSatisfy {
            $0.latitude > corners[0].latitude && $0.latitude < corners[1].latitude && $0.longitude > corners[0].longitude
                && $0.longitude < corners[1].longitude
        }
    }

    /// The land within a drawing, as the path of an SVG; nil where no shore is in sight.
    func land(width: Double, height: Double, _ pixels: (GeoPoint) -> (x: Double, y: Double)) -> String? {
        var path = ""
        var isShoreInSight = false
        for ring in rings {
            let drawn = ring.map(pixels)
            isShoreInSight = isShoreInSight || drawn.contains { $0.x > 0 && $0.x < width && $0.y > 0 && $0.y < height }
            guard drawn.contains(where: { $0.x > 0 }), drawn.contains(where: { $0.x < width }), drawn.contains(where: { $0.y > 0 }),
                drawn.contains(where: { $0.y < height })
            else { continue }
            // Cut outside the drawing, so that its edge is not drawn as a shore.
            var cut = drawn
            cut = Self.cut(cut) { $0.x + 4 }
            cut = Self.cut(cut) { width + 4 - $0.x }
            cut = Self.cut(cut) { $0.y + 4 }
            cut = Self.cut(cut) { height + 4 - $0.y }
            path += Self.path(cut)
        }
        return isShoreInSight ? path : nil
    }

    /// The part of a ring where a distance is not negative (Sutherland and Hodgman).
    private static func cut(_ ring: [(x: Double, y: Double)], _ distance: ((x: Double, y: Double)) -> Double) -> [(x: Double, y: Double)] {
        guard var before = ring.last else { return [] }
        var kept: [(x: Double, y: Double)] = []
        for point in ring {
            let (from, to) = (distance(before), distance(point))
            if (from >= 0) != (to >= 0) {
                let part = from / (from - to)
                kept.append((before.x + part * (point.x - before.x), before.y + part * (point.y - before.y)))
            }
            if to >= 0 { kept.append(point) }
            before = point
        }
        return kept
    }

    /// One closed line in whole pixels; what is smaller than a few pixels is left out.
    private static func path(_ ring: [(x: Double, y: Double)]) -> String {
        var corners: [(x: Int, y: Int)] = []
        for point in ring {
            let (x, y) = (Int(nearest: point.x), Int(nearest: point.y))
            if let last = corners.last, max(last.x - x, x - last.x) + max(last.y - y, y - last.y) < 2 { continue }
            corners.append((x, y))
        }
        return corners.count < 3 ? "" : "M" + corners.map { "\($0.x) \($0.y)" }.joined(separator: "L") + "Z"
    }
}
