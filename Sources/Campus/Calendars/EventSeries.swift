import Foundation
import GRDB
import Web

/// Events that an editor repeated by one rule; tables `campusEventSeries` and `campusEventOfSeries`.
struct EventSeries: Codable, FetchableRecord, MutablePersistableRecord, Sendable {
    static let databaseTableName = "campusEventSeries"

    private(set) var id: Int64?
    let repetition: RepetitionRule
    /// The first time.
    let starts: Date
    let ends: Date
    let until: Date

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

    /// Each event with its time by the rule. An event has one series, the latest.
    static func make(_ repetition: RepetitionRule, first: DateInterval, until: Date, of events: [(id: Int64, slot: Date)], _ db: Database)
        throws
    {
        var series = EventSeries(id: nil, repetition: repetition, starts: first.start, ends: first.end, until: until)
        try series.insert(db)
        for event in events {
            let sql = "INSERT OR REPLACE INTO campusEventOfSeries (event, series, slot) VALUES (?, ?, ?)"
            try db.execute(sql: sql, arguments: [event.id, series.id, event.slot])
        }
        try removeEmpty(db)
    }

    /// Without any event left.
    static func removeEmpty(_ db: Database) throws {
        try db.execute(
            sql:
                "DELETE FROM campusEventSeries WHERE NOT EXISTS (SELECT 1 FROM campusEventOfSeries m WHERE m.series = campusEventSeries.id)"
        )
    }

    static func of(event: Int64, _ db: Database) throws -> EventSeries? {
        let sql = "SELECT s.* FROM campusEventSeries s JOIN campusEventOfSeries m ON m.series = s.id WHERE m.event = ?"
        return try fetchOne(db, sql: sql, arguments: [event])
    }

    func times(_ zone: TimeZone) -> [DateInterval] {
        repetition.times(of: DateInterval(start: starts, end: ends), until: until, zone: zone)
    }

    func sentence(_ rendering: RenderContext) -> String { repetition.sentence(from: starts, until: until, rendering) }

    /// Each time by the rule, with its event where there is one.
    func dates(_ zone: TimeZone, _ db: Database) throws -> [(slot: DateInterval, event: Event?)] {
        let sql = "SELECT event, slot FROM campusEventOfSeries WHERE series = ?"
        let rows = try Row.fetchAll(db, sql: sql, arguments: [id])
        let bySlot = Dictionary(rows.map { ($0["slot"] as Date, $0["event"] as Int64) }) { one, _ in one }
        return try times(zone).map { slot -> (slot: DateInterval, event: Event?) in
            let event = try bySlot[slot.start].flatMap { try Event.fetch(db, id: $0) }
            return (slot, event.flatMap { $0.stamp.deletedAt == nil ? $0 : nil })
        }
    }
}

extension EventSeries {
    /// The entries of a calendar file: the events of a series are one entry with its rule, what is left out and what differs.
    static func entries(_ items: [AgendaItem], _ origin: String, _ rendering: RenderContext, _ db: Database) throws -> [CalendarEntry] {
        let members = try members(db)
        var (entries, bySeries): ([CalendarEntry], [Int64: [Date: CalendarEntry]]) = ([], [:])
        for item in items {
            let entry = CalendarFileAnswer.entry(item, origin, rendering.words)
            if item.kind == .event, let member = members[item.id] {
                bySeries[member.series, default: [:]][member.slot] = entry
            } else {
                entries.append(entry)
            }
        }
        for (id, found) in bySeries.sorted(by: { $0.key < $1.key }) {
            guard let series = try EventSeries.fetchOne(db, key: id) else { continue }
            let rule = RepeatedEntry(
                uid: "series-\(id)@\(CalendarFileAnswer.host(origin))", repetition: series.repetition,
                slots: series.times(rendering.zone).map(\.start), zone: rendering.zone)
            entries += rule.entries(found)
        }
        return entries
    }

    private static func members(_ db: Database) throws -> [Int64: (series: Int64, slot: Date)] {
        let rows = try Row.fetchAll(db, sql: "SELECT event, series, slot FROM campusEventOfSeries")
        return Dictionary(rows.map { ($0["event"] as Int64, (series: $0["series"] as Int64, slot: $0["slot"] as Date)) }) { one, _ in one }
    }
}
