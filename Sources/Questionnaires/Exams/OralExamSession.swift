import Admin
import Foundation
import Registry

struct OralExamSession: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var activity: Int64?
    var held: Date?
    /// Booking opens; nil for no limit.
    var opens: Date?
    var closes: Date?
    var place = ""

    static let system = Questionnaires.name
    static let path = "exam-sessions"
    static let table = "examSession"
    static let icon = "calendar"
    static let columns = ["activity", "held", "opens", "closes", "booked"]
    static let computedColumns = [ComputedColumn("booked", texts: ExamBooking.counts)]
    static let filters = ["activity", "held"]
    static let order = "held"
    static let fields: [Field<OralExamSession>] = [
        .title("name", \.name, limit: 120),
        .one("activity", \.activity, Activity.self, required: true),
        .moment("held", \.held),
        .moment("opens", \.opens),
        .moment("closes", \.closes),
        .text("place", \.place, limit: 120),
    ]

    func check(_ entry: Entry, errors: inout FieldErrors) throws {
        if let opens, let closes, closes < opens { errors.add("closes", entry.context.words("questionnaires.refused.order")) }
    }
}
