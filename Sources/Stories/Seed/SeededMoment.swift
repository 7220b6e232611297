import Admin
import Foundation
import GRDB
import Web

/// A moment in the seed: UTC as in the database, `2026-05-03 15:00:00.000`, or `3 days ago`, to keep a demonstration current.
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
        // The database would read a date without a day as one in the year 2000.
        if text.utf8.count >= 16, let date = Date.fromDatabaseValue(text.databaseValue) { return date }
        node.refuse("must be a moment such as 2026-05-03 15:00:00 or 3 days ago")
        return nil
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
