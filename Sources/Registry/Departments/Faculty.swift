import Admin

/// A faculty or school of several departments; optional.
public struct Faculty: Resource {
    public var stamp = RecordMetadata()
    public var name = ""
    public var translations = Translations()
    /// The institution's own short code, unique or empty.
    public var code = ""

    public init() {}

    public static let system = Registry.name
    public static let path = "faculties"
    public static let table = "faculty"
    public static let icon = "campus"
    public static let columns = ["code"]
    public static let fields: [Field<Faculty>] = [
        .title("name", \.name, limit: 160),
        .text("code", \.code, limit: 40),
        .translations(\.translations, of: "name"),
    ]

    public func check(_ entry: Entry, errors: inout FieldErrors) throws {
        try Code.check(code, of: self, entry, errors: &errors)
    }
}
