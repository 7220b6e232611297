import Admin
import Registry

struct NewsSource: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var translations = Translations()
    var department: Int64?
    /// Address of an RSS or Atom feed; empty for local articles.
    var feed = ""
    var period = FeedPeriod.hour
    /// Days before an article dropped by its feed is removed.
    var days = 365
    /// Whether it is radio news, edited by the radio role.
    var radio = false
    /// Whether its newest articles stand as tiles on the page of media, with the pictures that its feed names.
    var media = false
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
    static let audience: Audience? = Audience(only: "{r}.radio")
    static let pages = [RecordPage("campus.feeds.link", "feed", icon: "download")]
    static let sections = ["feed": "sections.feed"]
    static let fields: [Field<NewsSource>] = [
        .title("name", \.name, limit: 100),
        .one("department", \.department, Department.self),
        .flag("radio", \.radio),
        .flag("media", \.media),
        .flag("active", \.active),
        .number("ordering", \.ordering, in: 0...10_000),
        .url("feed", \.feed),
        .choice("period", \.period, texts: "campus.period"),
        .number("days", \.days, in: 1...3_650),
        .translations(\.translations, of: "name"),
    ]
}

extension NewsSource {
    static let active = notTrashed.and("active = 1")
}

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
