import Admin
import GRDB

/// Events that the search finds and visitors keep; the latest first.
enum EventHits: CampusSearchable {
    static let service = "calendars"
    static let kinds = ["event"]

    static func query(_ look: Look) -> HitQuery {
        HitQuery(
            kind: "event", icon: "calendar", address: "/campus/events", table: "campusEvent", alias: "e",
            columns: "\(look.said("e", "title")), \(look.said("k")), e.starts AS at", look: look,
            joins: "JOIN campusCalendar k ON k.id = e.calendar AND k.deletedAt IS NULL", order: "e.starts DESC, e.id")
    }

    static func hits(_ pattern: SearchPattern?, _ ids: (kind: String, ids: [Int64])?, limit: Int, _ look: Look, _ db: Database) throws
        -> [CampusHit]
    {
        try query(look).run(pattern, ids?.ids, limit: limit, db)
    }
}
