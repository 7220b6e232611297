import Admin
import GRDB
import Web

/// What calendar programs show beside time, title and place of an item.
struct CalendarDetails: Equatable, Sendable {
    var room: Int64?
    var point: GeoPoint?
    var organiser = ""
    var email = ""
    var phone = ""
    /// Topic, speaker, description and page, each a paragraph.
    var text = ""

    init(room: Int64? = nil, point: GeoPoint? = nil) { (self.room, self.point) = (room, point) }

    /// Of a row with the columns `room` and `point`.
    init(_ row: Row) {
        (room, point) = (row["room"], (row["point"] as String?).flatMap(GeoPoint.init(kept:)))
    }

    mutating func add(_ row: Row, _ words: Words) {
        (organiser, email, phone) = (row["organiserText"], row["email"], row["phone"])
        let (topic, speaker): (String, String) = (row["topicText"], row["speaker"])
        let parts = [
            topic.isEmpty ? "" : "\(words("campus.calendar.topic")): \(topic)",
            speaker.isEmpty ? "" : "\(words("campus.calendar.speaker")): \(speaker)", row["detailsText"] as String, row["link"] as String,
        ]
        text = parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    var contact: String { [organiser, phone, email].filter { !$0.isEmpty }.joined(separator: ", ") }
}
