import Formats
import Foundation
import Web

extension CalendarReader.Item: FeedItem {
    static let notes = FeedNotes(table: "campusCalendarFeedItem", feed: "calendar", entry: "event")

    static func entry(of feed: Int64, now: Date) -> Event {
        var event = Event()
        event.calendar = feed
        return event
    }

    var fingerprint: String {
        [title, text, place, address, WrittenTime.iso(start), WrittenTime.iso(end), isCancelled ? "cancelled" : ""].joined(separator: "\n")
    }

    func moment(now: Date) -> Date { start }

    func fill(_ event: inout Event, now: Date, words: Words) {
        // Without a title the time is taken all the same.
        event.title = title.isEmpty ? words("campus.feeds.busy") : title
        (event.details, event.location, event.link) = (text, place, address)
        (event.starts, event.ends, event.cancelled) = (start, max(start, end), isCancelled)
    }
}
