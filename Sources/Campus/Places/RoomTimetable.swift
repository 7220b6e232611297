import Admin
import Foundation
import GRDB
import Web

/// What takes place in a room: now, and in the seven days from a day on.
struct RoomTimetable {
    let id: Int64
    let rendering: RenderContext
    let db: Database
    var now = Date.now

    /// SQL: whether the area `a` is a room in which things take place, not an office.
    static let isUsed = """
        (a.seats > 0 OR EXISTS (SELECT 1 FROM campusSlot s WHERE s.area = a.id) OR EXISTS (SELECT 1 FROM campusExamSession x WHERE x.area = a.id)
        OR EXISTS (SELECT 1 FROM campusEvent e WHERE e.area = a.id) OR EXISTS (SELECT 1 FROM campusLessonChange h WHERE h.area = a.id))
        """

    /// `asked` is the query of the page. - Returns: nil for an area that is no room.
    func values(_ asked: Form) throws -> Values? {
        let row = try Row.fetchOne(db, sql: "SELECT a.seats FROM campusArea a WHERE a.id = ? AND \(Self.isUsed)", arguments: [id])
        guard let row else { return nil }
        var span = AgendaSpan(asked, zone: rendering.zone, now: now)
        span.days = 7
        let items = try OpenTimetable.area(id).items(in: span.interval, rendering, db)
        let seats: Int? = row["seats"]
        let state = try state()
        return AgendaDrawing(span: span, rendering: rendering, base: "/campus/areas/\(id)", now: now).values(items).merging([
            "state": state.text, "stateTone": state.isFree ? "good" : "warn",
            "seats": seats.map { rendering.words("campus.rooms.seats", count: $0) } ?? false,
        ]) { $1 }
    }

    private func state() throws -> (text: String, isFree: Bool) {
        let (words, zone) = (rendering.words, rendering.zone)
        let day = AgendaSpan(Form(query: "view=day"), zone: zone, now: now).interval
        let items = try OpenTimetable.area(id).items(in: day, rendering, db).filter { !$0.isCancelled }
        if let item = items.first(where: { $0.start <= now && $0.end > now }) {
            return (words("campus.rooms.busy", ["until": words.language.time(item.end, in: zone), "title": item.title]), false)
        }
        guard let next = items.first(where: { $0.start > now }) else { return (words("campus.rooms.freeToday"), true) }
        return (words("campus.rooms.freeUntil", ["until": words.language.time(next.start, in: zone), "title": next.title]), true)
    }
}
