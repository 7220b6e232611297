import Admin

/// A page elsewhere that the university sends its students to.
public struct CampusLink: Resource {
    public var stamp = Stamp()
    public var name = ""
    public var translations = Translations()
    public var category: Int64?
    public var url = ""
    public var description = ""
    /// What a photo, a film or an album looks like, kept here: pages load nothing from other sites.
    public var picture: Int64?
    public var ordering = 0
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
    public static let fields: [Field<CampusLink>] = [
        .title("name", \.name, limit: 160),
        .one("category", \.category, LinkCategory.self, required: true),
        .url("url", \.url, required: true),
        .longText("description", \.description, limit: 500, rows: 2),
        .picture("picture", \.picture),
        .number("ordering", \.ordering, in: 0...10_000),
        .flag("published", \.published),
        .translations(\.translations, of: "name", "description"),
    ]
}
