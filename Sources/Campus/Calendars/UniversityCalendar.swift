import Admin
import Registry

struct UniversityCalendar: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var translations = Translations()
    var colour = CalendarColour.blue
    var common = true
    var degree: Int64?
    var department: Int64?
    var faculty: Int64?
    var ordering = 0
    /// Address of an external iCalendar feed; empty for a local calendar.
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

/// Colours also have names: colour alone carries no meaning.
enum CalendarColour: String, Choice {
    case blue, green, red, orange, purple, grey
}
