import Admin
import Foundation
import GRDB
import Web

/// Reads the calendar of somebody else into one of ours. What came before stays as it is when it does not answer, or answers something
/// else.
struct CalendarFetch: Sendable {
    let desk: Desk
    var patience = Duration.seconds(20)

    private static let accepted = "text/calendar, */*;q=0.1"

    /// What is taken: the next two years, and what is not yet old enough to go.
    static func interval(_ now: Date) -> DateInterval { DateInterval(start: now - 360 * 86_400, end: now + 730 * 86_400) }

    /// - Returns: how it went; nil where there is no feed to read.
    @discardableResult
    func read(_ id: Int64, now: Date = .now) async throws -> FeedState? {
        let known = try await desk.database.read { db in
            try CalendarFeed.find(id, db).map { ($0.feed, try CalendarFeed.state(of: id, db)) }
        }
        guard let (address, last) = known else { return nil }
        let before = last.flatMap { $0.address == address ? $0 : nil }
        let document = await Outgoing(allowsPrivate: false, neighbours: desk.neighbours).read(
            address, asking: FeedFetch.headers(before, accepting: Self.accepted), limit: FeedReader.longest, patience: patience)
        let (words, zone) = (desk.pages.templates.words(in: desk.site.language), desk.site.zone)
        let (outcome, items) = Self.judge(document, zone, now)
        try Task.checkCancellation()
        return try await desk.database.write { db -> FeedState? in
            // Read again: somebody may have changed it while we waited for the answer.
            guard let calendar = try CalendarFeed.find(id, db), calendar.feed == address else { return nil }
            var state = before ?? FeedState(id, at: address, now: now)
            (state.status, state.added, state.changed, state.removed) = (document.status, 0, 0, 0)
            state.note(outcome, period: calendar.period, now: now)
            if outcome == .good {
                let shelf = FeedShelf<CalendarReader.Item>(id, db, words: words, zone: zone, now: now)
                (state.added, state.changed) = try shelf.take(items)
                // What is over stays, as it took place.
                state.removed = try shelf.drop(missingSince: now, where: "e.id IS NULL OR e.ends >= ?", now)
                (state.readAt, state.etag) = (now, document.header("etag") ?? "")
                state.lastModified = document.header("last-modified") ?? ""
            }
            try CalendarFeed.keep(state, db)
            return state
        }
    }

    private static func judge(_ document: Outgoing.Document, _ zone: TimeZone, _ now: Date) -> (FeedOutcome, [CalendarReader.Item]) {
        if let error = document.error { return (FeedOutcome(rawValue: error) ?? .connection, []) }
        if document.status == 304 { return (.same, []) }
        guard let reader = try? CalendarReader(document.bytes, zone: zone, in: interval(now)) else { return (.noCalendar, []) }
        return (.good, reader.items)
    }
}
