import Admin

/// A course of the prospectus, independent of year and teacher. Its title is the code, because names repeat across degrees.
public struct Course: Resource {
    public var stamp = RecordMetadata()
    /// Unique in the whole system.
    public var code = ""
    public var name = ""
    public var translations = Translations()
    public var degree: Int64?
    public var degrees: [CourseDegree] = []
    /// The recommended year of the degree; nil for any.
    public var courseYear: Int?
    public var credits = 6
    /// The scientific sector, `INF/01`.
    public var sector = ""
    /// The course of another degree that replaces its lessons; nil when it has its own.
    public var borrowed: Int64?
    public var partOf: Int64?
    public var attendance = ""
    public var objectives = ""
    public var syllabus = ""
    public var prerequisites = ""
    public var teaching = ""
    public var reading = ""
    public var assessment = ""
    public var languages = ""
    public var note = ""

    public init() {}

    public static let system = Registry.name
    public static let path = "courses"
    public static let table = "course"
    public static let icon = "list"
    public static func recordName(_ row: String) -> String? { "(\(row).name || ' (' || \(row).code || ')')" }
    public static let columns = ["degree", "courseYear", "credits"]
    public static let filters = ["degree", "courseYear", "credits"]
    public static let order = "name"
    public static let sections = ["objectives": "sections.programme"]
    public static let fields: [Field<Course>] = [
        .title("code", \.code, limit: 40),
        .text("name", \.name, required: true, limit: 160),
        .one("degree", \.degree, Degree.self, among: .init("courseOfDegree", owner: "course", other: "degree")),
        .number("courseYear", \.courseYear, in: 1...8),
        .children("degrees", \.degrees, limit: 20, compact: true),
        .number("credits", \.credits, in: 0...60),
        .text("sector", \.sector, limit: 40),
        .one("borrowed", \.borrowed, Course.self, typed: true),
        .one("partOf", \.partOf, Course.self, typed: true),
        .text("attendance", \.attendance, limit: 120),
        .text("languages", \.languages, limit: 120),
        .longText("objectives", \.objectives),
        .longText("syllabus", \.syllabus),
        .longText("prerequisites", \.prerequisites, rows: 2),
        .longText("teaching", \.teaching, rows: 2),
        .longText("reading", \.reading),
        .longText("assessment", \.assessment),
        .longText("note", \.note, rows: 2),
        .translations(
            \.translations, of: "name", "attendance", "languages", "objectives", "syllabus", "prerequisites", "teaching", "reading",
            "assessment", "note", easy: true),
    ]

    public func check(_ entry: Entry, errors: inout FieldErrors) {
        let all = ([degree] + degrees.map(\.degree)).compactMap { $0 }
        if Set(all).count < all.count { errors.add("degrees", entry.context.words("registry.refused.degrees")) }
        if let partOf, partOf == id { errors.add("partOf", entry.context.words("registry.refused.part")) }
    }
}
