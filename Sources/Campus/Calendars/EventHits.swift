import Admin
import GRDB

/// Events in search and favourites: coming ones first, earliest first, then past ones, latest first.
enum EventHits: CampusSearchable {
    static let service = "calendars"
    static let kinds = ["event"]

    static func query(_ rendering: RenderContext) -> HitQuery {
        HitQuery(
            kind: "event", icon: "calendar", address: "/campus/events", table: "campusEvent", alias: "e", shown: Event.notTrashed,
            columns: "\(rendering.localizedSQL("e", "title")) AS title, \(rendering.localizedSQL("k")) AS detail, e.starts AS at",
            rendering: rendering,
            joins: "JOIN campusCalendar k ON k.id = e.calendar AND \(UniversityCalendar.notTrashed("k"))", order: order)
    }

    private static let order = """
        e.ends < datetime('now'), CASE WHEN e.ends < datetime('now') THEN -julianday(e.starts) ELSE julianday(e.starts) END, e.id
        """

    static func hits(
        _ pattern: SearchPattern?, _ ids: (kind: String, ids: [Int64])?, limit: Int, _ rendering: RenderContext, _ db: Database
    ) throws
        -> [CampusHit]
    {
        try query(rendering).run(pattern, ids?.ids, limit: limit, db)
    }
}
