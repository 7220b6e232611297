import Admin

public struct Degree: Resource {
    public var stamp = RecordMetadata()
    public var name = ""
    public var translations = Translations()
    /// The institution's own code, unique or empty.
    public var code = ""
    public var level = DegreeLevel.bachelor
    public var department: Int64?
    /// The regular duration in years.
    public var years = 3

    public init() {}

    public static let system = Registry.name
    public static let path = "degrees"
    public static let table = "degree"
    public static let icon = "book"
    public static let columns = ["code", "level", "department", "years"]
    public static let filters = ["level", "department"]
    public static let fields: [Field<Degree>] = [
        .title("name", \.name, limit: 160),
        .text("code", \.code, limit: 40),
        .choice("level", \.level, texts: "registry.level"),
        .one("department", \.department, Department.self),
        .number("years", \.years, in: 1...8),
        .translations(\.translations, of: "name"),
    ]

    public func check(_ entry: Entry, errors: inout FieldErrors) throws {
        try Code.check(code, of: self, entry, errors: &errors)
    }
}

/// The level in the European framework; `single` leads directly to the second level.
public enum DegreeLevel: String, Choice {
    case bachelor, master, single, doctorate, other
}
