import Admin
import Formats
import Foundation
import Web

/// Reads the number and its moment from a JSON or CSV document.
enum NumberDocument {
    struct Found: Equatable, Sendable {
        let value: Double
        let at: Date?
    }

    static let longest = 2 << 20
    private static let mostRows = 20_000

    /// Throws the outcome for what cannot be read.
    static func read(_ bytes: [UInt8], _ source: NumberSource, zone: TimeZone) throws(NumberReading.Outcome) -> Found {
        guard let document = document(bytes) else { throw .noDocument }
        guard let path = NumberPath(source.path), let value = NumberPath.number(path.value(in: document)) else { throw .noNumber }
        guard !source.timePath.isEmpty else { return Found(value: value, at: nil) }
        guard let found = NumberPath(source.timePath)?.value(in: document), let at = moment(found, zone) else { throw .noMoment }
        return Found(value: value, at: at)
    }

    private static func document(_ bytes: [UInt8]) -> JSON? {
        guard let text = try? TextDecoding.utf8(bytes) else { return nil }
        let first = text.first { !($0 == 0x20 || (0x09...0x0D).contains($0)) }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return try? JSON(parsing: text) }
        // A page is no table.
        return first == UInt8(ascii: "<") ? nil : table(text)
    }

    private static func table(_ text: [UInt8]) -> JSON? {
        var reader = CSVReader(finding: text)
        guard let names = try? reader.next()?.map({ $0.trimmingSpaces() }) else { return nil }
        var rows: [JSON] = []
        while rows.count < mostRows, let row = try? reader.next() {
            guard row.contains(where: { !$0.isEmpty }) else { continue }
            rows.append(.object(zip(names, row).map { (key: $0, value: JSON.text($1)) }))
        }
        return rows.isEmpty ? nil : .list(rows)
    }

    /// `2026-11-27T10:30:00Z`, `2026-11-27 10:30`, `27/11/2026 10:30` and seconds or milliseconds since 1970; without a zone that of the site.
    static func moment(_ json: JSON, _ zone: TimeZone) -> Date? {
        any(json, zone).flatMap { years.contains($0) ? $0 : nil }
    }

    /// From 2000 to 2100: another moment is a mistake, and no calendar could draw all that a number can be.
    private static let years = Date(timeIntervalSince1970: 946_684_800)...Date(timeIntervalSince1970: 4_102_444_800)
    /// The letters of a number or moment that are looked at.
    static let longestText = 60

    private static func any(_ json: JSON, _ zone: TimeZone) -> Date? {
        if let seconds = json.number { return Date(timeIntervalSince1970: Double(seconds > 100_000_000_000 ? seconds / 1_000 : seconds)) }
        guard var text = json.text?.trimmingSpaces(), text.utf8.count <= longestText else { return nil }
        if let date = try? Date.ISO8601FormatStyle().parse(text) { return date }
        if let date = try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text) { return date }
        if let match = text.firstMatch(of: #/^([0-9]{2})[\/.\-]([0-9]{2})[\/.\-]([0-9]{4})/#) {
            text = "\(match.3)-\(match.2)-\(match.1)" + text[match.range.upperBound...]
        }
        guard let match = text.firstMatch(of: #/^([0-9]{4})-([0-9]{2})-([0-9]{2})[ T]([0-9]{2}):([0-9]{2})(?::[0-9]{2}(?:\.[0-9]+)?)?$/#)
        else {
            return nil
        }
        return TypedMoment.date("\(match.1)-\(match.2)-\(match.3)T\(match.4):\(match.5)", in: zone)
    }
}
