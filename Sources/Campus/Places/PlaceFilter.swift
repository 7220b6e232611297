import Admin
import Foundation
import GRDB
import Web

struct PlaceFilter: Sendable {
    let words: String
    let type: String
    let near: GeoPoint?
    let isAccessible: Bool
    /// Names of invalid parameters; message key `campus.places.wrong.<name>`.
    let wrong: [String]

    init(_ query: Form, _ db: Database) throws {
        words = String(query["q"].prefix(100))
        (type, near) = (query["type"], GeoPoint(pasted: query["near"]))
        isAccessible = query["accessible"] == "yes"
        let exists = "SELECT EXISTS (SELECT 1 FROM campusPlaceType WHERE id = ? AND \(PlaceType.notTrashed))"
        let isType = try type.isEmpty || Int64(recordID: type).map { try Bool.fetchOne(db, sql: exists, arguments: [$0]) == true } ?? false
        let isNear = near != nil || query["near"].trimmingSpaces().isEmpty
        let isWay = ["", "yes", "no"].contains(query["accessible"])
        wrong = [("type", isType), ("near", isNear), ("accessible", isWay)].filter { !$0.1 }.map(\.0)
    }

    /// SQL without any typed text. `table` is the alias of buildings or areas, `building` that of the building whose access applies.
    func condition(_ table: String, building: String) -> String {
        let ofType = Int64(recordID: type).map { "\(table).type = \($0)" } ?? "1"
        return isAccessible ? "\(ofType) AND (\(table).access <> '' OR \(building).access <> '')" : ofType
    }

    func query(type other: String) -> String {
        let near = near.map { Self.short($0) } ?? ""
        let pairs = [("type", other), ("near", near), ("accessible", isAccessible ? "yes" : "")].filter { !$0.1.isEmpty }
        return pairs.isEmpty ? "" : "?" + pairs.map { "\($0.0)=\($0.1.queryEscaped)" }.joined(separator: "&")
    }

    static func short(_ point: GeoPoint) -> String { point.text.replacing(" ", with: "") }
}

extension GeoPoint {
    /// Mean radius of the earth (IUGG), in metres.
    private static let radius = 6_371_008.8

    /// Parses the stored form `45.41000, 12.29000`. The general parser uses regular expressions, which take longer than the whole list.
    init?(kept text: String) {
        let parts = text.split(separator: ",")
        guard parts.count == 2, let latitude = Double(finite: parts[0]),
            let longitude = Double(finite: parts[1].drop { $0 == " " })
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// Parses the unambiguous form `45.41000, 12.29000`; a subset of `init(pasted:)`.
    init?(plain line: Substring) {
        let parts = line.split(separator: ",")
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.contains(UInt8(ascii: ".")) }) else { return nil }
        self.init(kept: String(line))
    }

    /// Haversine distance in metres; `distance.js` uses the same formula.
    func metres(to other: GeoPoint) -> Double {
        func rad(_ degrees: Double) -> Double { degrees * .pi / 180 }
        func half(_ degrees: Double) -> Double { pow(sin(rad(degrees) / 2), 2) }
        let part = half(other.latitude - latitude) + cos(rad(latitude)) * cos(rad(other.latitude)) * half(other.longitude - longitude)
        return 2 * Self.radius * asin(min(1, part.squareRoot()))
    }
}

extension Language {
    /// `350 m`, `1,2 km`: precise enough for walking.
    func distance(_ metres: Double) -> String {
        metres < 950 ? "\(number(Int(cutting: max(10, (metres / 10).rounded() * 10)))) m" : "\(decimal((metres / 100).rounded() / 10)) km"
    }
}
