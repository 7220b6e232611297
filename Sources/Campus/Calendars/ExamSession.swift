import Admin
import Foundation
import Registry

struct ExamSession: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var translations = Translations()
    var course: Int64?
    var starts = Date.now.nextHour
    var ends = Date.now.nextHour + 3_600
    var kind = ExamKind.written
    var area: Int64?
    var location = ""
    var note = ""
    var cancelled = false
    var signUp = false
    var opens: Date?
    /// The last moment to sign up or withdraw; nil for the beginning.
    var closes: Date?
    var seats: Int?

    static let system = Campus.name
    static let path = "exam-sessions"
    static let table = "campusExamSession"
    static let icon = "clock"
    static let columns = ["starts", "area", "taken", "cancelled"]
    static let computedColumns = [ComputedColumn("taken", texts: ExamSignUps.taken)]
    static let filters = ["course", "starts", "kind", "area", "cancelled"]
    static let order = "starts"
    static let sections = ["name": "sections.when", "signUp": "sections.signUp"]
    static let folded: Set = ["signUp"]
    static let pages = [RecordPage("campus.register.link", "register", icon: "people", permission: ExamRegisterPage.editing)]
    static let fields: [Field<ExamSession>] = [
        .title("name", \.name, limit: 160),
        .one("course", \.course, Course.self, required: true),
        .moment("starts", \.starts),
        .moment("ends", \.ends),
        .choice("kind", \.kind, texts: "campus.examKind"),
        .one("area", \.area, Area.self),
        .text("location", \.location, limit: 160),
        .longText("note", \.note, limit: 1_000, rows: 3),
        .flag("cancelled", \.cancelled),
        .flag("signUp", \.signUp),
        .moment("opens", \.opens),
        .moment("closes", \.closes),
        .number("seats", \.seats, in: 1...10_000),
        .translations(\.translations, of: "name", "location", "note"),
    ]

    func check(_ entry: Entry, errors: inout FieldErrors) throws {
        if ends < starts { errors.add("ends", entry.context.words("campus.refused.order")) }
        if let opens, let closes, closes < opens { errors.add("closes", entry.context.words("campus.refused.order")) }
    }
}

extension ExamSession {
    static let notCancelled = notTrashed.and("cancelled = 0")
}

enum ExamKind: String, Choice {
    case written, oral, practical, project
}
