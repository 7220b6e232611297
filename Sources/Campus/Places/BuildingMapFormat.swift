import Admin
import Formats
import Foundation
import Web

/// Buildings of a map, as GeoJSON: name, code, address, position and footprint. The type of place is what the map calls them, which a person maps.
struct BuildingMapFormat: ImportFormat {
    static let name = "campus.buildingMaps"
    static let list: any Resource.Type = Building.self
    static let columns = ["name", "code", "type", "place", "polygon", "street", "zip", "city", "phone", "email", "website", "opening"]
    static let answers: [String: ImportFirstAnswer] = [:]
    static let endings = ["geojson", "json"]

    private static let mostCorners = 120
    private var waiting: ArraySlice<ImportItem<[String: JSON]>>

    static func fits(_ source: ImportSource) -> Bool {
        let start = String(decoding: source.bytes.prefix(2_000), as: UTF8.self)
        return start.contains("\"FeatureCollection\"") && features(source) != nil
    }

    private static func features(_ source: ImportSource) -> [JSON]? {
        guard let document = try? JSON(parsing: source.bytes), document["type"]?.text == "FeatureCollection" else { return nil }
        return document["features"]?.list
    }

    init(_ source: ImportSource) throws {
        guard let features = Self.features(source) else { throw ImportRefusal("noItems") }
        var items = features.enumerated().map { Self.item($1, ImportPlace(.element, $0 + 1)) }
        let left = Self.left(features)
        if !left.isEmpty, !items.isEmpty { items[0].remarks.append(ImportRemark("map.left", ["text": left.joined(separator: ", ")])) }
        waiting = items[...]
    }

    private static let taken: Set = [
        "name", "nome", "title", "type", "tipo", "amenity", "building", "addr:housenumber", "code", "codice", "ref", "addr:street",
        "street", "address", "indirizzo", "addr:postcode", "zip", "cap", "addr:city", "city", "phone", "contact:phone", "email",
        "contact:email", "website", "contact:website", "url", "opening_hours",
    ]
    private static let mostLeft = 60

    /// The names of the properties that no field takes, in their order.
    private static func left(_ features: [JSON]) -> [String] {
        var (left, seen): ([String], Set<String>) = ([], taken)
        for feature in features {
            guard case .object(let pairs)? = feature["properties"] else { continue }
            for pair in pairs where !pair.value.isNull && seen.insert(pair.key).inserted { left.append(pair.key) }
        }
        return left.count <= mostLeft ? left : Array(left.prefix(mostLeft)) + ["…"]
    }

    mutating func next() throws -> ImportItem<[String: JSON]>? { waiting.popFirst() }

    private static func item(_ feature: JSON, _ place: ImportPlace) -> ImportItem<[String: JSON]> {
        let properties = feature["properties"] ?? .null
        func text(_ names: String...) -> String {
            names.lazy.compactMap { properties[$0].flatMap { $0.cleaned.text ?? $0.number.map(String.init) } }.first { !$0.isEmpty } ?? ""
        }
        let name = text("name", "nome", "title")
        guard !name.isEmpty else { return ImportItem(place, nil, [ImportRemark("map.unnamed")]) }
        var remarks: [ImportRemark] = []
        let corners = corners(feature["geometry"] ?? .null)
        guard !corners.isEmpty else { return ImportItem(place, nil, [ImportRemark("map.nowhere", ["text": name])]) }
        if corners.count > mostCorners { remarks.append(ImportRemark("map.corners", ["text": name, "limit": String(mostCorners)])) }
        if let geometry = feature["geometry"], geometry["type"]?.text == "MultiPolygon", geometry["coordinates"]?.list?.count ?? 0 > 1 {
            remarks.append(ImportRemark("map.outlines", ["text": name]))
        }
        let kind = text("type", "tipo", "amenity", "building")
        let (number, code) = (text("addr:housenumber"), text("code", "codice", "ref"))
        var values: [String: JSON] = [
            "name": .text(name), "type": .text(kind.isEmpty || kind == "yes" ? "building" : kind),
            "place": .text(middle(corners).text),
        ]
        let known = [
            ("code", code.isEmpty ? sign(of: name) : code),
            ("street", [text("addr:street", "street", "address", "indirizzo"), number].filter { !$0.isEmpty }.joined(separator: " ")),
            ("zip", text("addr:postcode", "zip", "cap")), ("city", text("addr:city", "city")), ("phone", text("phone", "contact:phone")),
            ("email", text("email", "contact:email")), ("website", text("website", "contact:website", "url")),
            ("opening", text("opening_hours")),
        ]
        for (field, value) in known where !value.isEmpty { values[field] = .text(value) }
        if (3...mostCorners).contains(corners.count) { values["polygon"] = .text(corners.map(\.text).joined(separator: "\n")) }
        return ImportItem(place, values, remarks)
    }

    /// A code for a building without one: `edificio-remo`.
    private static func sign(of name: String) -> String {
        name.folded.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-").cut(toBytes: 40)
    }

    /// Of the outline; of several the first one. GeoJSON names the longitude first and repeats the first corner at the end.
    private static func corners(_ geometry: JSON) -> [GeoPoint] {
        let coordinates = geometry["coordinates"]
        let ring: [JSON]
        switch geometry["type"]?.text {
        case "Point"?: ring = coordinates.map { [$0] } ?? []
        case "Polygon"?: ring = coordinates?.list?.first?.list ?? []
        case "MultiPolygon"?: ring = coordinates?.list?.first?.list?.first?.list ?? []
        default: ring = []
        }
        let points = ring.map { pair -> GeoPoint? in
            let numbers = (pair.list ?? []).prefix(2).compactMap { NumberPath.number($0) }
            return numbers.count == 2 ? GeoPoint(latitude: numbers[1], longitude: numbers[0]) : nil
        }
        let known = points.compactMap(\.self)
        guard known.count == points.count else { return [] }
        return known.count > 1 && known.first == known.last ? known.dropLast() : known
    }

    private static func middle(_ corners: [GeoPoint]) -> GeoPoint {
        var middle = corners[0]
        middle.latitude = corners.map(\.latitude).reduce(0, +) / Double(corners.count)
        middle.longitude = corners.map(\.longitude).reduce(0, +) / Double(corners.count)
        return middle
    }
}
