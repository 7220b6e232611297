import Admin
import Foundation
import GRDB
import Web

/// A moment in the seed: `3 days ago`, so that a demonstration is always current, `2026-05-03 15:00:00.000` in UTC, as exports write it, or
/// a moment as everywhere in the file.
enum SeededMoment {
    static let schema = SeedSchema(
        "string",
        ["pattern": "(\(SeedSchema.momentPattern)|^[0-9]{1,4} (minute|hour|day)s? ago$)", "examples": ["3 days ago", "2026-12-05 10:00"]])

    private static let seconds: [String: Double] = [
        "minute": 60, "minutes": 60, "hour": 3600, "hours": 3600, "day": 86_400, "days": 86_400,
    ]

    static func read(_ node: SeedNode, now: Date = .now) -> Date? {
        guard let text = node.scalar() else { return nil }
        let parts = text.split(separator: " ").map(String.init)
        if parts.count == 3, parts[2] == "ago", let count = Double(finite: parts[0]), (0...9999).contains(count),
            let unit = seconds[parts[1]]
        {
            return now - count * unit
        }
        // With milliseconds and without a zone, as the database writes UTC.
        if text.utf8.count == 23, text.contains(" "), let date = Date.fromDatabaseValue(text.databaseValue) { return date }
        return node.moment(or: "momentAgo")
    }
}

extension SeedMapping {
    func moment(_ key: String) -> Date? { required(key).flatMap { SeededMoment.read($0) } }

    func text(_ key: String, limit: Int) -> String? {
        guard let node = self[key] else { return "" }
        guard let text = node.text() else { return nil }
        guard text.count <= limit else {
            node.refuse("long", ["limit": String(limit)])
            return nil
        }
        return text
    }

    func flag(_ key: String, unless missing: Bool = false) -> Bool { self[key].map { $0.flag() ?? missing } ?? missing }

    func list<Value>(_ key: String, _ read: (SeedNode) -> Value?) -> [Value] { (self[key]?.list() ?? []).compactMap(read) }
}
