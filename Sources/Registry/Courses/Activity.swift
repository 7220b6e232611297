import Admin
import Foundation

/// A teaching activity: a course as it is taught in one academic year, by somebody, perhaps to one part of the students. Its title is the
/// code that the institution gives it, such as `IN04-2025`.
public struct Activity: Resource {
    public var stamp = RecordMetadata()
    public var code = ""
    public var course: Int64?
    public var year: Int64?
    /// Whom it is for when the course is taught more than once: `A–L`, `Treviso`.
    public var partition = ""
    /// When in the year it is taught.
    public var term = Term.unsaid
    /// When more exactly, or where a year is divided in another way: `October to December`.
    public var period = ""
    public var translations = Translations()
    public var teachers: [Int64] = []
    /// The official closing; nil while it is taught. From then on students may judge it.
    public var closing: Date?

    public init() {}

    public static let system = Registry.name
    public static let path = "activities"
    public static let table = "activity"
    public static let icon = "people"
    public static let columns = ["course", "year", "teachers", "closing"]
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

/// A part of the academic year.
public enum Term: String, Choice {
    case unsaid, year, firstSemester, secondSemester, summer
}
