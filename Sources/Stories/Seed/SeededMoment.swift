import Admin
import Foundation
import GRDB
import Web

/// When something of the seed happened: `2026-05-03 15:00:00.000` of UTC, as the database and an export write it, or `3 days ago`, so that a
/// demonstration is always of today.
enum SeededMoment {
    static let schema = SeedSchema(
        "string", ["pattern": "^([0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:.]{5,12}|[0-9]{1,4} (minute|hour|day)s? ago)$"])

    private static let seconds: [String: Double] = [
        "minute": 60, "minutes": 60, "hour": 3600, "hours": 3600, "day": 86_400, "days": 86_400,
    ]

    static func read(_ node: SeedNode, now: Date = .now) -> Date? {
        guard let text = node.text() else { return nil }
        let parts = text.split(separator: " ").map(String.init)
        if parts.count == 3, parts[2] == "ago", let count = Double(finite: parts[0]), (0...9999).contains(count),
            let unit = seconds[parts[1]]
        {
            return now - count * unit
        }
        // What the database takes for a date without a day would be one of the year 2000.
        if text.utf8.count >= 16, let date = Date.fromDatabaseValue(text.databaseValue) { return date }
        node.refuse("must be a moment such as 2026-05-03 15:00:00 or 3 days ago")
        return nil
    }
}

extension SeedMapping {
    /// The moment that stands under a key, which must be there.
    func moment(_ key: String) -> Date? { required(key).flatMap { SeededMoment.read($0) } }

    /// A text of at most so many letters; empty when there is none.
    func text(_ key: String, limit: Int) -> String? {
        guard let node = self[key] else { return "" }
        guard let text = node.text() else { return nil }
        guard text.count <= limit else {
            node.refuse("long", ["limit": String(limit)])
            return nil
        }
        return text
    }

    /// Whether a flag stands under a key.
    func flag(_ key: String, unless missing: Bool = false) -> Bool { self[key].map { $0.flag() ?? missing } ?? missing }

    /// Each value of a list that can be read; what cannot was noted.
    func list<Value>(_ key: String, _ read: (SeedNode) -> Value?) -> [Value] { (self[key]?.list() ?? []).compactMap(read) }
}
