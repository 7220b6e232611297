import Admin
import Foundation
import GRDB
import Web

enum ComingEvents {
    private static let (most, days) = (6, 180.0)

    /// HTML lines; false for none. `condition` is SQL on the event `e`, area `a` and building `b`, with the id as `:id`.
    static func lines(_ condition: String, _ id: Int64, _ rendering: RenderContext, _ db: Database) throws -> any Sendable {
        try lines(AgendaQuery(events: condition, arguments: ["id": id]), rendering, db)
    }

    static func lines(_ query: AgendaQuery, _ rendering: RenderContext, _ db: Database) throws -> any Sendable {
        let interval = DateInterval(start: .now, duration: days * 86_400)
        let drawing = AgendaDrawing(span: AgendaSpan(Form(), zone: rendering.zone, now: .now), rendering: rendering, base: "", now: .now)
        return drawing.dated(try query.first(most).items(in: interval, rendering, db))
    }
}
