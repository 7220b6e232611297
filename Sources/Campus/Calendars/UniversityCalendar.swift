import Admin
import Registry

/// A calendar of the university: events that belong together and are subscribed to together.
struct UniversityCalendar: Resource {
    var stamp = Stamp()
    var name = ""
    var translations = Translations()
    var colour = CalendarColour.blue
    /// Whether it concerns everybody, so that it is part of each visitor's own calendar.
    var common = true
    var degree: Int64?
    var department: Int64?
    var ordering = 0

    static let system = Campus.name
    static let path = "calendars"
    static let table = "campusCalendar"
    static let icon = "calendar"
    static let columns = ["colour", "common", "degree", "ordering"]
    static let filters = ["common", "degree", "department"]
    static let editable = ["ordering"]
    static let order = "ordering"
    static let fields: [Field<UniversityCalendar>] = [
        .title("name", \.name, limit: 100),
        .choice("colour", \.colour, texts: "campus.colour"),
        .flag("common", \.common),
        .one("degree", \.degree, Degree.self),
        .one("department", \.department, Department.self),
        .number("ordering", \.ordering, in: 0...10_000),
        .translations(\.translations, of: "name"),
    ]
}

/// A colour that is told from the others by name too: none carries a meaning alone.
enum CalendarColour: String, Choice {
    case blue, green, red, orange, purple, grey
}
