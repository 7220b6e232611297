import Foundation
import GRDB
import Web

/// A WGS 84 position in degrees, stored as text `42.35120,13.39900`.
public struct GeoPoint: Sendable, Equatable {
    public var latitude: Double
    public var longitude: Double

    public init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        (self.latitude, self.longitude) = (latitude, longitude)
    }

    /// Reads pasted text: `42.35, 13.39`, `42,35 13,39`, or a map URL with the two numbers.
    public init?(pasted text: String) {
        let numbers: (Substring, Substring)
        if let match = text.firstMatch(
            of: #/(?:@|[?&](?:q|ll|query|center|mlat)=|#map=\d+\/)(-?\d{1,3}\.\d+)(?:,|%2C|\/|&mlon=)(-?\d{1,3}\.\d+)/#)
        {
            numbers = (match.1, match.2)
        } else if let match = text.wholeMatch(of: #/\s*(-?\d{1,3}(?:\.\d+)?)\s*[,; ]\s*(-?\d{1,3}(?:\.\d+)?)\s*/#) {
            numbers = (match.1, match.2)
        } else if let match = text.wholeMatch(of: #/\s*(-?\d{1,3},\d+)\s*[;, ]\s*(-?\d{1,3},\d+)\s*/#) {
            numbers = (match.1, match.2)
        } else {
            return nil
        }
        guard let latitude = Self.degrees(numbers.0), let longitude = Self.degrees(numbers.1) else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    private static func degrees(_ text: Substring) -> Double? { Double(finite: text.replacing(",", with: ".")) }

    /// The position with five decimals, about a metre.
    public var text: String { Self.text(latitude) + ", " + Self.text(longitude) }

    public static func text(_ degrees: Double) -> String { String(format: "%.5f", degrees) }
}

/// A position: typed, pasted, picked on a map, or the current location.
public struct PlaceFieldType: FieldType {
    public var template: String { "fields/place" }

    public func read(_ entry: Entry, errors: inout FieldErrors) -> GeoPoint?? {
        if entry.typed.isEmpty { return .some(nil) }
        guard let point = GeoPoint(pasted: entry.typed) else {
            errors.add(entry.name, entry.refusal("place"))
            return nil
        }
        return .some(point)
    }

    public func view(_ value: GeoPoint?, _ entry: Entry) -> Values {
        [
            "value": entry.form == nil ? value?.text ?? "" : entry.typed, "others": "[]", "tiles": entry.context.tiles, "radius": false,
        ]
    }
    public func text(_ value: GeoPoint?, _ words: Words, _ zone: TimeZone) -> String { value?.text ?? "" }
    public func store(_ value: GeoPoint?) -> DatabaseValue { value.map { $0.text.databaseValue } ?? .null }
    public func load(_ stored: DatabaseValue) -> GeoPoint?? { .some(String.fromDatabaseValue(stored).flatMap(GeoPoint.init(pasted:))) }

    public func parse(_ node: SeedNode) -> GeoPoint?? {
        guard let parts = node.list() else { return nil }
        let degrees = parts.compactMap { $0.decimal() }
        guard degrees.count == parts.count else { return nil }
        guard degrees.count == 2, let point = GeoPoint(latitude: degrees[0], longitude: degrees[1]) else {
            node.refuse("place")
            return nil
        }
        return .some(point)
    }
    public func write(_ value: GeoPoint?, _ export: SeedExport) -> SeedValue? {
        value.map { .list([.number(GeoPoint.text($0.latitude)), .number(GeoPoint.text($0.longitude))]) }
    }
    public var schema: SeedSchema { SeedSchema("array", ["items": SeedSchema("number"), "minItems": 2, "maxItems": 2]) }
    public var packedSchema: SeedSchema { SeedSchema("string", note: "place").orNull }
}

extension Field {
    public static func place(_ name: String, _ property: WritableKeyPath<Record, GeoPoint?> & Sendable) -> Field {
        Field(name, property, PlaceFieldType())
    }
}
