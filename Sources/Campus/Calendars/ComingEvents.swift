import Admin
import Foundation
import GRDB
import Web

/// The next events of a place or a person, as their pages list them.
enum ComingEvents {
    private static let (most, days) = (6, 180.0)

    /// - Parameter condition: SQL on the event `e`, its area `a` and its building `b`, with the number as `:id`.
    static func values(_ condition: String, _ id: Int64, _ look: Look, _ db: Database) throws -> [Values] {
        let interval = DateInterval(start: .now, duration: days * 86_400)
        let drawing = AgendaDrawing(span: AgendaSpan(Form(), zone: look.zone, now: .now), look: look, base: "", now: .now)
        return try AgendaQuery(events: condition, arguments: ["id": id]).first(most).items(in: interval, look, db).map(drawing.values)
    }
}
