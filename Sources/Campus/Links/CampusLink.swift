import Admin

public struct CampusLink: Resource {
    public var stamp = RecordMetadata()
    public var name = ""
    public var translations = Translations()
    public var category: Int64?
    public var url = ""
    public var description = ""
    /// A local preview picture, because pages load nothing from other sites.
    public var picture: Int64?
    public var event: Int64?
    public var ordering = 0
    /// Whether the radio page plays it as a stream; its content policy then permits the host.
    public var plays = false
    public var published = true

    public init() {}

    public static let system = Campus.name
    public static let path = "links"
    public static let table = "campusLink"
    public static let icon = "link"
    public static let columns = ["category", "url", "ordering", "published"]
    public static let filters = ["category", "published"]
    public static let editable = ["ordering"]
    public static let order = "ordering"
    public static let audience = LinkCategory.audience?.through("category", to: LinkCategory.table)
    public static let fields: [Field<CampusLink>] = [
        .title("name", \.name, limit: 160),
        .one("category", \.category, LinkCategory.self, required: true),
        .url("url", \.url, required: true),
        .longText("description", \.description, limit: 500, rows: 2),
        .picture("picture", \.picture),
        .one("event", \.event, Event.self, typed: true),
        .number("ordering", \.ordering, in: 0...10_000),
        .flag("plays", \.plays),
        .flag("published", \.published),
        .translations(\.translations, of: "name", "description", easy: true),
    ]

    public func check(_ entry: Entry, errors: inout FieldErrors) throws {
        guard plays else { return }
        let (db, words) = (entry.context.db, entry.context.words)
        // Only a host is safe: other parts of an address would become content policy keywords.
        if Self.origin(of: url) == nil { errors.add("plays", words("campus.refused.stream")) }
        let service = try String.fetchOne(db, sql: "SELECT service FROM campusLinkCategory WHERE id = ?", arguments: [category])
        // The category may not exist yet: seed files validate records before writing them.
        if let service, service != LinkService.radio.rawValue { errors.add("plays", words("campus.refused.plays")) }
    }

    /// `https://radio.example.org:8443`; nil without a valid http origin.
    static func origin(of address: String) -> String? {
        address.firstMatch(of: #/^https://[a-zA-Z0-9.\-]+(?::[0-9]{1,5})?(?=/|$)/#).map { String($0.output) }
    }
}

extension CampusLink {
    static let published = notTrashed.and("published = 1")
    /// The links on the public pages: those to dead pages are hidden.
    static let shown = published.and(LinkUses.leads("url"))
}
