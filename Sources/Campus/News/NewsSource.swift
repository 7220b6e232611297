import Admin
import Registry

/// Where news comes from: a feed that somebody else keeps, or the site's own writers.
struct NewsSource: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var translations = Translations()
    var department: Int64?
    /// The address of its RSS or Atom; empty for articles that are written here.
    var feed = ""
    var period = FeedPeriod.hour
    /// Days after which an article that its feed has dropped goes.
    var days = 365
    /// Whether it is what the radio tells: its editors keep the articles.
    var radio = false
    /// Whether it is shown, and its feed read.
    var active = true
    var ordering = 0

    static let system = Campus.name
    static let path = "news-sources"
    static let table = "campusNewsSource"
    static let icon = "bell"
    static let columns = ["feed", "department", "active", "ordering"]
    static let filters = ["department", "feed", "active"]
    static let editable = ["ordering"]
    static let order = "ordering"
    /// For the role of the radio.
    static let audience: Audience? = Audience(only: "{r}.radio")
    static let pages = [RecordPage("campus.feeds.link", "feed", icon: "download")]
    static let sections = ["feed": "sections.feed"]
    static let fields: [Field<NewsSource>] = [
        .title("name", \.name, limit: 100),
        .one("department", \.department, Department.self),
        .flag("radio", \.radio),
        .flag("active", \.active),
        .number("ordering", \.ordering, in: 0...10_000),
        .url("feed", \.feed),
        .choice("period", \.period, texts: "campus.period"),
        .number("days", \.days, in: 1...3_650),
        .translations(\.translations, of: "name"),
    ]
}

/// How often a feed is read.
enum FeedPeriod: String, Choice {
    case quarter, hour, sixHours, day

    var seconds: Double {
        switch self {
        case .quarter: 900
        case .hour: 3_600
        case .sixHours: 21_600
        case .day: 86_400
        }
    }
}
