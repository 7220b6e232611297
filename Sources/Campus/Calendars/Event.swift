import Admin
import Foundation
import Registry

struct Event: Resource {
    var stamp = RecordMetadata()
    var title = ""
    var translations = Translations()
    var calendar: Int64?
    var starts = Date.now.nextHour
    var ends = Date.now.nextHour + 3_600
    /// A room; otherwise a building, otherwise `location`.
    var area: Int64?
    var building: Int64?
    var location = ""
    var topic = ""
    var speaker = ""
    var organiser = ""
    var details = ""
    var people: [Int64] = []
    var phone = ""
    var email = ""
    var link = ""
    var links: [EventLink] = []
    var cancelled = false

    static let system = Campus.name
    static let path = "events"
    static let table = "campusEvent"
    static let icon = "calendar"
    static let columns = ["calendar", "starts", "area", "cancelled"]
    static let filters = ["calendar", "starts", "area", "cancelled"]
    static let order = "starts"
    static let sections = ["area": "sections.place", "topic": "sections.details", "phone": "sections.contacts"]
    static let pages = [RecordPage("campus.repeat.link", "repetitions", icon: "copy", permission: EventRepetitionPages.editing)]
    static let fields: [Field<Event>] = [
        .title("title", \.title, limit: 160),
        .one("calendar", \.calendar, UniversityCalendar.self, required: true),
        .moment("starts", \.starts),
        .moment("ends", \.ends),
        .flag("cancelled", \.cancelled),
        .one("area", \.area, Area.self),
        .one("building", \.building, Building.self),
        .text("location", \.location, limit: 160),
        .text("topic", \.topic, limit: 160),
        .text("speaker", \.speaker, limit: 160),
        .text("organiser", \.organiser, limit: 160),
        .many("people", \.people, Person.self, through: .init("campusEventPerson", owner: "event", other: "person")),
        .markdown("details", \.details),
        .phone("phone", \.phone),
        .text("email", \.email, limit: 160),
        .url("link", \.link),
        .children("links", \.links, limit: 20),
        .translations(\.translations, of: "title", "location", "topic", "organiser", "details", easy: true),
    ]

    func check(_ entry: Entry, errors: inout FieldErrors) throws {
        if ends < starts { errors.add("ends", entry.context.words("campus.refused.order")) }
    }
}

extension Event {
    static let notCancelled = notTrashed.and("cancelled = 0")
}

extension Date {
    var nextHour: Date { Date(timeIntervalSince1970: (timeIntervalSince1970 / 3_600).rounded(.up) * 3_600) }
}
