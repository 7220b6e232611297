import Admin
import Foundation
import GRDB
import Registry

/// An evaluation of some courses at one time, such as “Evaluation of the first semester 2026/27”.
struct Campaign: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var translations = Translations()
    var questionnaire: Int64?
    var year: Int64?
    var term = Term.unsaid
    var departments: [Int64] = []
    var degrees: [Int64] = []
    /// The courses by name; empty for all of the year, term, departments and degrees.
    var activities: [Int64] = []
    var opening = Opening.closing
    var opens: Date?
    var closes: Date?
    /// How long a course can be evaluated after its closing; nil until `closes`.
    var days: Int?
    /// Whether a course ends at its first exam, if that is known and earlier.
    var untilExam = false
    /// How many days before its end students are reminded of a course; nil for no reminder.
    var reminder: Int?
    var windows: [CampaignWindow] = []
    var archived = false

    static let system = Questionnaires.name
    static let path = "campaigns"
    static let table = "campaign"
    static let icon = "calendar"
    static let columns = ["questionnaire", "year", "term", "closes", "archived"]
    static let filters = ["questionnaire", "year", "term", "archived"]
    static let sections = ["year": "sections.courses", "opening": "sections.when"]
    static let mayBeCopied = true
    static let firstPage: String? = "overview"
    static let listPages = ["overview"]
    static let pages = [RecordPage("questionnaires.campaigns.overview.link", "overview", icon: "chart")]
    static let fields: [Field<Campaign>] = [
        .title("name", \.name, limit: 160),
        .one("questionnaire", \.questionnaire, Questionnaire.self, required: true),
        .one("year", \.year, AcademicYear.self, required: true),
        .choice("term", \.term, texts: "registry.term"),
        .many(
            "departments", \.departments, Department.self, through: .init("campaignDepartment", owner: "campaign", other: "department")),
        .many("degrees", \.degrees, Degree.self, through: .init("campaignDegree", owner: "campaign", other: "degree")),
        .many("activities", \.activities, Activity.self, through: .init("campaignActivity", owner: "campaign", other: "activity")),
        .choice("opening", \.opening, texts: "questionnaires.opening"),
        .moment("opens", \.opens),
        .moment("closes", \.closes),
        .number("days", \.days, in: 1...365),
        .flag("untilExam", \.untilExam),
        .number("reminder", \.reminder, in: 1...60),
        .children("windows", \.windows, limit: 100, compact: true),
        .flag("archived", \.archived),
        .translations(\.translations, of: "name"),
    ]

    func check(_ entry: Entry, errors: inout FieldErrors) throws {
        let words = entry.context.words
        guard errors.isEmpty else { return }
        if let opens, let closes, closes < opens { errors.add("closes", words("questionnaires.refused.order")) }
        // Without an end, the results of a course would never open.
        if closes == nil, opening == .dates || days == nil { errors.add("closes", words("questionnaires.refused.campaignEnd")) }
        if windows.contains(where: { $0.isBackwards }) { errors.add("windows", words("questionnaires.refused.order")) }
        if Set(windows.compactMap(\.activity)).count < windows.count {
            errors.add("windows", words("questionnaires.refused.campaignWindows"))
        }
        guard let questionnaire, let asked = try Questionnaire.fetch(entry.context.db, id: questionnaire) else { return }
        if asked.repetition != .activity { errors.add("questionnaire", words("questionnaires.refused.campaignRepetition")) }
        if id == nil, let ends = asked.closes, ends <= .now { errors.add("questionnaire", words("questionnaires.refused.campaignClosed")) }
        if asked.interim { errors.add("questionnaire", words("questionnaires.refused.campaignInterim")) }
    }
}

/// The time of one course where it is not that of the campaign.
struct CampaignWindow: Child {
    var id: Int64?
    var activity: Int64?
    var opens: Date?
    var closes: Date?

    static let table = "campaignWindow"
    static let ownerColumn = "campaign"
    static let fields: [Field<CampaignWindow>] = [
        .one("activity", \.activity, Activity.self, required: true),
        .moment("opens", \.opens),
        .moment("closes", \.closes),
    ]

    var isBackwards: Bool {
        guard let opens, let closes else { return false }
        return closes < opens
    }
}
