import Admin

/// A further degree of a course, with its own path and year.
public struct CourseDegree: Child {
    public var id: Int64?
    public var degree: Int64?
    public var courseYear: Int?
    /// The curriculum; empty for all.
    public var path = ""
    public var translations = Translations()

    public init() {}

    public static let table = "courseDegree"
    public static let ownerColumn = "course"
    public static let fields: [Field<CourseDegree>] = [
        .one("degree", \.degree, Degree.self, required: true),
        .number("courseYear", \.courseYear, in: 1...8),
        .text("path", \.path, limit: 120), .translations(\.translations, of: "path"),
    ]
}
