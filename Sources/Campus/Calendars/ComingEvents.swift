import Admin
import Foundation
import GRDB
import Web

/// The next events of a place or a person, as their pages list them.
enum ComingEvents {
    private static let (most, days) = (6, 180.0)

    /// The lines as HTML, false for none.
    /// - Parameter condition: SQL on the event `e`, its area `a` and its building `b`, with the number as `:id`.
    static func lines(_ condition: String, _ id: Int64, _ rendering: RenderContext, _ db: Database) throws -> any Sendable {
        let interval = DateInterval(start: .now, duration: days * 86_400)
        let drawing = AgendaDrawing(span: AgendaSpan(Form(), zone: rendering.zone, now: .now), rendering: rendering, base: "", now: .now)
        return drawing.dated(try AgendaQuery(events: condition, arguments: ["id": id]).first(most).items(in: interval, rendering, db))
    }
}
