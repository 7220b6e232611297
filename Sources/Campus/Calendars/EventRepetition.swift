import Foundation
import GRDB
import Web

/// The dates on which an event would take place again, each with what speaks against it.
struct EventRepetition {
    enum Rhythm: String, CaseIterable { case week, fortnight, month }

    struct Time: Sendable {
        /// `2026-12-24`, by which the form names it.
        let day: String
        let starts: Date
        let ends: Date
        /// A text key; nil when nothing speaks against it.
        var obstacle: String?
    }

    static let most = 60

    let event: Event
    let rhythm: Rhythm
    let until: Date
    let rendering: RenderContext

    /// At the same hours by the clock, from the next time on.
    func times(_ db: Database) throws -> [Time] {
        let calendar = AgendaSpan.calendar(rendering.zone)
        let (unit, step): (Calendar.Component, Int) =
            switch rhythm {
            case .week: (.day, 7)
            case .fortnight: (.day, 14)
            case .month: (.month, 1)
            }
        var found: [Time] = []
        for number in 1...Self.most {
            guard let starts = calendar.date(byAdding: unit, value: step * number, to: event.starts),
                let ends = calendar.date(byAdding: unit, value: step * number, to: event.ends), starts <= until
            else { break }
            // A month without this day has none.
            if unit == .month, calendar.component(.day, from: starts) != calendar.component(.day, from: event.starts) { continue }
            found.append(Time(day: AgendaSpan.text(starts, rendering.zone), starts: starts, ends: ends))
        }
        return try withObstacles(found, db)
    }

    private func withObstacles(_ times: [Time], _ db: Database) throws -> [Time] {
        guard let first = times.first, let last = times.last else { return [] }
        let years = CivilTime(first.starts, in: rendering.zone).year - 1...CivilTime(last.starts, in: rendering.zone).year
        let closed = try AcademicCalendar.applied(db).closedDays(for: nil, in: years, zone: rendering.zone)
        let span = DateInterval(start: first.starts, end: max(last.ends, first.starts))
        let taken = try bookings(in: span, db)
        let known = "SELECT starts FROM campusEvent WHERE title = ? AND calendar IS ? AND \(Event.notTrashed) AND starts >= ?"
        let same = try Set(Date.fetchAll(db, sql: known, arguments: [event.title, event.calendar, first.starts]))
        return times.map { time in
            var time = time
            if same.contains(time.starts) {
                time.obstacle = "campus.repeat.known"
            } else if closed.contains(time.day) {
                time.obstacle = "campus.repeat.closed"
            } else if taken.contains(where: { $0.start < time.ends && $0.end > time.starts }) {
                time.obstacle = "campus.repeat.taken"
            }
            return time
        }
    }

    private func bookings(in span: DateInterval, _ db: Database) throws -> [DateInterval] {
        guard let area = event.area else { return [] }
        let lectures = try Booking.lectures(in: span, rendering, db).filter { $0.time.area == area }
        return try Booking.rooms(in: span, lectures, rendering, db).filter { $0.subject == area }.map(\.time)
    }
}
