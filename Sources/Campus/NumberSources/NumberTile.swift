import Admin
import Foundation
import GRDB
import Web

/// A number as visitors read it: its value with the moment, or since when it is unknown. An old or unreadable number is never shown as one.
struct NumberTile {
    let source: NumberSource
    let name: String
    let unit: String
    let reading: NumberReading?
    let rendering: RenderContext
    let now: Date

    private static let most = 6

    init(source: NumberSource, rendering: RenderContext, _ db: Database, now: Date = .now) throws {
        (self.source, self.rendering, self.now) = (source, rendering, now)
        let sql =
            "SELECT \(rendering.localizedSQL("s")) AS name, \(rendering.localizedSQL("s", "unit")) AS unit FROM campusNumberSource s WHERE s.id = ?"
        let row = try Row.fetchOne(db, sql: sql, arguments: [source.id])
        (name, unit) = (row?["name"] ?? source.name, row?["unit"] ?? source.unit)
        let kept = try source.id.flatMap { try NumberReading.of($0, db) }
        reading = kept.flatMap { $0.place == source.place ? $0 : nil }
    }

    static func all(_ rendering: RenderContext, _ db: Database, now: Date = .now) throws -> [Values] {
        let sql = "SELECT id FROM campusNumberSource WHERE \(NumberSource.published) ORDER BY ordering, id LIMIT \(most)"
        return try Int64.fetchAll(db, sql: sql).compactMap { id in
            try NumberSource.fetch(db, id: id).map { try NumberTile(source: $0, rendering: rendering, db, now: now).values }
        }
    }

    private var words: Words { rendering.words }

    private var known: (value: Double, at: Date)? {
        guard let value = reading?.value, let at = reading?.at, at > now - Double(source.hours) * 3_600 else { return nil }
        return (value, at)
    }

    private func formatted(_ date: Date) -> String { words.language.relativeMoment(date, now: now, in: rendering.zone) }

    private var unknown: String {
        reading?.at.map { words("campus.readings.unknownSince", ["when": formatted($0)]) } ?? words("campus.readings.unknown")
    }

    private var values: Values {
        [
            "nameHTML": name.markedHTML, "value": known.map { source.formatted($0.value, unit: unit.unmarked, words) } ?? false,
            "when": known.map { formatted($0.at) } ?? unknown, "link": source.link.isEmpty ? false : source.link, "name": name.unmarked,
        ]
    }

    /// For editors: with the reason of a failure.
    var line: String {
        guard let reading else { return words("campus.readings.never") }
        let number = known.map { "\(source.formatted($0.value, unit: unit.unmarked, words)) (\(formatted($0.at)))" } ?? unknown
        guard reading.outcome != .good else { return number }
        return "\(number) · \(words("campus.readings.outcome.\(reading.outcome.rawValue)"))"
    }
}
