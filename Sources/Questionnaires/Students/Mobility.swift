import Admin
import Foundation

struct Mobility: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var student: Int64?
    var university = ""
    var begins: Date?
    var ends: Date?

    static let system = Questionnaires.name
    static let path = "mobility"
    static let table = "mobility"
    static let icon = "map"
    static let columns = ["student", "university", "begins", "ends"]
    static let filters = ["student", "ends"]
    static let order = "-ends"
    static let fields: [Field<Mobility>] = [
        .title("name", \.name, limit: 120),
        .one("student", \.student, Student.self, required: true),
        .text("university", \.university, limit: 160),
        .moment("begins", \.begins),
        .moment("ends", \.ends),
    ]

    func check(_ entry: Entry, errors: inout FieldErrors) throws {
        if let begins, let ends, ends < begins { errors.add("ends", entry.context.words("questionnaires.refused.order")) }
    }
}
