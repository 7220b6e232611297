import Admin
import Registry

/// A day or several without lessons, by a rule such as `12-25` or `easter+1`.
struct ClosingDay: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var translations = Translations()
    var rule = ""
    /// Nil for the whole university.
    var faculty: Int64?

    static let system = Campus.name
    static let path = "closing-days"
    static let table = "campusClosingDay"
    static let icon = "calendar"
    static let columns = ["rule", "faculty"]
    static let filters = ["faculty"]
    static let order = "rule"
    static let fields: [Field<ClosingDay>] = [
        .title("name", \.name, limit: 120),
        .text("rule", \.rule, required: true, limit: 40, sample: "12-25"),
        .one("faculty", \.faculty, Faculty.self),
        .translations(\.translations, of: "name"),
    ]

    func check(_ entry: Entry, errors: inout FieldErrors) throws {
        if !rule.isEmpty, ClosingRule(rule) == nil { errors.add("rule", entry.context.words("campus.academic.refused.rule")) }
    }
}
