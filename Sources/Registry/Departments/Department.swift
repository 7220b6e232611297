import Admin

public struct Department: Resource {
    public var stamp = RecordMetadata()
    public var name = ""
    public var translations = Translations()
    /// The institution's own short code, unique or empty.
    public var code = ""
    public var faculty: Int64?
    public var website = ""

    public init() {}

    public static let system = Registry.name
    public static let path = "departments"
    public static let table = "department"
    public static let icon = "campus"
    public static let columns = ["code", "faculty", "website"]
    public static let filters = ["faculty"]
    public static let fields: [Field<Department>] = [
        .title("name", \.name, limit: 160),
        .text("code", \.code, limit: 40),
        .one("faculty", \.faculty, Faculty.self),
        .url("website", \.website),
        .translations(\.translations, of: "name"),
    ]

    public func check(_ entry: Entry, errors: inout FieldErrors) throws {
        try Code.check(code, of: self, entry, errors: &errors)
    }
}
