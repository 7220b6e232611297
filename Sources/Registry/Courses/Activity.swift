import Admin
import Foundation

/// A course as taught in one academic year, perhaps for one group of students. Its title is the institution's code, such as `IN04-2025`.
public struct Activity: Resource {
    public var stamp = RecordMetadata()
    public var code = ""
    public var course: Int64?
    public var year: Int64?
    /// The group of students: `A–L`, `Treviso`.
    public var partition = ""
    public var term = Term.unsaid
    /// A more exact period: `October to December`.
    public var period = ""
    public var translations = Translations()
    public var teachers: [Int64] = []
    /// The official closing, from which students may evaluate it; nil while it is taught.
    public var closing: Date?

    public init() {}

    public static let system = Registry.name
    public static let path = "activities"
    public static let table = "activity"
    public static let icon = "people"
    public static func recordName(_ row: String) -> String? {
        "coalesce((SELECT name FROM course WHERE id = \(row).course) || ' (' || \(row).code || ')', \(row).code)"
    }
    public static let foundBy = ["course", "teachers"]
    public static let columns = ["year", "teachers", "closing"]
    public static let filters = ["year", "teachers", "closing"]
    public static let order = "code"
    public static let fields: [Field<Activity>] = [
        .title("code", \.code, limit: 60),
        .one("course", \.course, Course.self, required: true),
        .one("year", \.year, AcademicYear.self, required: true),
        .text("partition", \.partition, limit: 60),
        .choice("term", \.term, texts: "registry.term"),
        .text("period", \.period, limit: 60),
        .many("teachers", \.teachers, Person.self, through: .init("activityTeacher", owner: "activity", other: "person")),
        .moment("closing", \.closing),
        .translations(\.translations, of: "partition", "period"),
    ]
}

public enum Term: String, Choice {
    case unsaid, year, firstSemester, secondSemester, summer
}
