import Admin
import Registry

/// A calendar of the university: events that belong together and are subscribed to together.
struct UniversityCalendar: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var translations = Translations()
    var colour = CalendarColour.blue
    /// Whether it concerns everybody, so that it is part of each visitor's own calendar.
    var common = true
    var degree: Int64?
    var department: Int64?
    var faculty: Int64?
    var ordering = 0
    /// The address of a calendar that somebody else keeps (iCalendar), which this one follows; empty for one that is kept here.
    var feed = ""
    var period = FeedPeriod.hour

    static let system = Campus.name
    static let path = "calendars"
    static let table = "campusCalendar"
    static let icon = "calendar"
    static let columns = ["colour", "common", "degree", "ordering"]
    static let filters = ["common", "degree", "department", "faculty"]
    static let editable = ["ordering"]
    static let order = "ordering"
    static let pages = [RecordPage("campus.feeds.calendarLink", "feed", icon: "download")]
    static let sections = ["feed": "sections.feed"]
    static let fields: [Field<UniversityCalendar>] = [
        .title("name", \.name, limit: 100),
        .choice("colour", \.colour, texts: "campus.colour"),
        .flag("common", \.common),
        .one("degree", \.degree, Degree.self),
        .one("department", \.department, Department.self),
        .one("faculty", \.faculty, Faculty.self),
        .number("ordering", \.ordering, in: 0...10_000),
        .url("feed", \.feed),
        .choice("period", \.period, texts: "campus.period"),
        .translations(\.translations, of: "name"),
    ]
}

/// A colour that is told from the others by name too: none carries a meaning alone.
enum CalendarColour: String, Choice {
    case blue, green, red, orange, purple, grey
}
