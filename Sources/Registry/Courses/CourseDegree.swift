import Admin

/// A further degree that a course is part of, perhaps of one path through it and in another year than in its own degree.
public struct CourseDegree: Child {
    public var id: Int64?
    public var degree: Int64?
    /// The year of that degree in which it is meant to be followed; nil for any.
    public var courseYear: Int?
    /// The path (curriculum) that has it; empty for all of them.
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
