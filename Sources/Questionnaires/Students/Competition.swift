import Admin
import Registry

/// A competition or admission test, identified by academic year and test number. Questionnaires refer to both.
struct Competition: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var year: Int64?
    var code = ""
    var entrants: [Int64] = []

    static let system = Questionnaires.name
    static let path = "competitions"
    static let table = "competition"
    static let icon = "star"
    static let columns = ["year", "code"]
    static let filters = ["year"]
    static let fields: [Field<Competition>] = [
        .title("name", \.name, limit: 160),
        .one("year", \.year, AcademicYear.self, required: true),
        .text("code", \.code, required: true, limit: 40),
        .many("entrants", \.entrants, Student.self, through: .init("competitionEntrant", owner: "competition", other: "student")),
    ]
}
