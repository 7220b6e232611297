import Admin
import Foundation
import Registry

/// A part of an academic year: when a term has lessons, or when exams take their place.
struct AcademicPeriod: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var translations = Translations()
    var kind = PeriodKind.lessons
    var year: Int64?
    var term = Term.firstSemester
    /// Nil for all.
    var faculty: Int64?
    var begins = Date.now.nextHour
    var ends = Date.now.nextHour + 90 * 86_400

    static let system = Campus.name
    static let path = "periods"
    static let table = "campusPeriod"
    static let icon = "calendar"
    static let columns = ["kind", "year", "begins", "ends"]
    static let filters = ["kind", "year", "faculty", "term"]
    static let order = "-begins"
    static let fields: [Field<AcademicPeriod>] = [
        .title("name", \.name, limit: 120),
        .choice("kind", \.kind, texts: "campus.periodKind"),
        .one("year", \.year, AcademicYear.self, required: true),
        .choice("term", \.term, texts: "registry.term"),
        .one("faculty", \.faculty, Faculty.self),
        .moment("begins", \.begins),
        .moment("ends", \.ends),
        .translations(\.translations, of: "name"),
    ]

    func check(_ entry: Entry, errors: inout FieldErrors) throws {
        if ends < begins { errors.add("ends", entry.context.words("campus.refused.order")) }
    }
}

enum PeriodKind: String, Choice {
    case lessons
    case exams
}
