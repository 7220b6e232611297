import Admin

/// A course of the prospectus, whoever teaches it and whenever. Its title is the code: names repeat from degree to degree.
public struct Course: Resource {
    public var stamp = RecordMetadata()
    /// The institution's code, unique in the whole system.
    public var code = ""
    public var name = ""
    public var translations = Translations()
    public var degree: Int64?
    /// The other degrees that it is part of.
    public var degrees: [CourseDegree] = []
    /// The year of the degree in which it is meant to be followed; nil for any.
    public var courseYear: Int?
    public var credits = 6
    /// The scientific sector, `INF/01`.
    public var sector = ""
    /// The course of another degree whose lessons stand for this one's; nil when it has its own.
    public var borrowed: Int64?
    /// The course that this one is a part of, such as a module of it; nil for a whole one.
    public var partOf: Int64?
    /// Whether one has to be there.
    public var attendance = ""
    public var objectives = ""
    public var syllabus = ""
    public var prerequisites = ""
    public var teaching = ""
    public var reading = ""
    public var assessment = ""
    /// The languages it is taught in.
    public var languages = ""
    public var note = ""

    public init() {}

    public static let system = Registry.name
    public static let path = "courses"
    public static let table = "course"
    public static let icon = "list"
    public static let columns = ["name", "degree", "courseYear", "credits"]
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
