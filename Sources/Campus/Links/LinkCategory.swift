import Admin
import GRDB

/// A category of links, possibly nested, for one service.
public struct LinkCategory: Resource {
    public var stamp = RecordMetadata()
    public var name = ""
    public var translations = Translations()
    public var service = LinkService.resources
    public var parent: Int64?
    public var ordering = 0

    public init() {}

    public static let system = Campus.name
    public static let path = "link-categories"
    public static let table = "campusLinkCategory"
    public static let icon = "category"
    public static let columns = ["service", "parent", "ordering"]
    public static let filters = ["service", "parent"]
    public static let editable = ["ordering"]
    public static let order = "ordering"
    public static let audience: Audience? = Audience(only: "{r}.service = 'radio'")
    public static let fields: [Field<LinkCategory>] = [
        .title("name", \.name, limit: 120),
        .choice("service", \.service, texts: "campus.service"),
        .one("parent", \.parent, LinkCategory.self),
        .number("ordering", \.ordering, in: 0...10_000),
        .translations(\.translations, of: "name"),
    ]

    /// SQL for the parent category; NULL when it is deleted.
    static func around(_ row: String) -> String {
        "(SELECT above.id FROM campusLinkCategory above WHERE above.id = \(row).parent AND \(notTrashed("above")))"
    }

    public func check(_ entry: Entry, errors: inout FieldErrors) throws {
        let (db, words) = (entry.context.db, entry.context.words)
        guard let parent else { return }
        if try Tree.leads(from: parent, to: id, Self.table, db) { errors.add("parent", words("campus.refused.circle")) }
        let sql = "SELECT service FROM campusLinkCategory WHERE id = ?"
        // The parent may not exist yet: seed files validate records before writing them.
        if let above = try String.fetchOne(db, sql: sql, arguments: [parent]), above != service.rawValue {
            errors.add("parent", words("campus.refused.service"))
        }
    }
}

/// The services that consist of links.
public enum LinkService: String, Choice {
    case resources, social, media, radio

    var icon: String {
        switch self {
        case .resources: "link"
        case .social: "people"
        case .media: "picture"
        case .radio: "speak"
        }
    }
}
