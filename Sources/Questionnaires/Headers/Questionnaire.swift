import Admin
import Foundation
import GRDB
import Registry

struct Questionnaire: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var translations = Translations()
    var code = ""
    var context = Topic.teaching
    var note = ""
    var anonymous = true
    var mandatory = false
    var repetition = Repetition.activity
    var opening = Opening.closing
    var opens: Date?
    var closes: Date?
    /// Audience by degree; empty for everyone.
    var degrees: [Int64] = []
    var courseYear: Int?
    var audience = HeaderAudience.all
    var competition: Int64?
    var labels: [HeadingLabel] = []
    var threshold = 5
    /// Whether results are shown while it is open. Comparing two visits may then reveal single answers.
    var interim = false
    var openResults = false

    static let system = Questionnaires.name
    static let path = "questionnaires"
    static let table = "questionnaire"
    static let icon = "question"
    static let columns = ["code", "context", "anonymous"]
    static let filters = ["context", "anonymous", "mandatory", "opens", "closes"]
    static let sections = [
        "repetition": "sections.when", "degrees": "sections.audience", "labels": "sections.tags", "threshold": "sections.results",
    ]
    static let pages = [
        RecordPage("questionnaires.design.link", "structure", icon: "edit"),
        RecordPage("questionnaires.results.link", "results", icon: "chart", permission: Questionnaires.analysis),
    ]
    static let firstPage: String? = "structure"
    static let listPages = ["structure", "results"]

    static func marks(of ids: [Int64], _ context: FormContext) throws -> [Int64: [String]] {
        try QuestionnaireState.marks(of: ids, context)
    }

    /// Limits for forms and files: Unicode scalars, and the number of tags.
    enum Limit { static let (name, code, note, labels) = (160, 40, 2000, 20) }

    static let fields: [Field<Questionnaire>] = [
        .title("name", \.name, limit: Limit.name),
        .text("code", \.code, required: true, limit: Limit.code),
        .choice("context", \.context, texts: "questionnaires.context"),
        .longText("note", \.note, limit: Limit.note, rows: 3),
        .flag("anonymous", \.anonymous),
        .flag("mandatory", \.mandatory),
        .choice("repetition", \.repetition, texts: "questionnaires.repetition"),
        .choice("opening", \.opening, texts: "questionnaires.opening"),
        .moment("opens", \.opens),
        .moment("closes", \.closes),
        .many("degrees", \.degrees, Degree.self, through: .init("questionnaireDegree", owner: "questionnaire", other: "degree")),
        .number("courseYear", \.courseYear, in: 1...8),
        .choice("audience", \.audience, texts: "questionnaires.audience"),
        .one("competition", \.competition, Competition.self),
        .children("labels", \.labels, limit: Limit.labels, compact: true),
        .number("threshold", \.threshold, in: 5...100),
        .flag("interim", \.interim),
        .flag("openResults", \.openResults),
        .translations(\.translations, of: "name", "note"),
    ]

    func check(_ entry: Entry, errors: inout FieldErrors) throws {
        let words = entry.context.words
        try Code.check(code, of: self, entry, errors: &errors)
        if let opens, let closes, closes < opens { errors.add("closes", words("questionnaires.refused.order")) }
        if opening == .closing, repetition != .activity { errors.add("opening", words("questionnaires.refused.closing")) }
        if repetition == .competition, competition == nil { errors.add("competition", words("questionnaires.refused.competition")) }
        if mandatory, repetition != .activity { errors.add("mandatory", words("questionnaires.refused.mandatory")) }
        // Open results need an anonymous questionnaire and no interim results: two visits could otherwise reveal single answers.
        if openResults, !anonymous || interim { errors.add("openResults", words("questionnaires.refused.openResults")) }
        guard let id, try Self.isAnswered(id, entry.context.db) else { return }
        if try Self.isAnonymous(id, entry.context.db) != anonymous { errors.add("anonymous", words("questionnaires.refused.anonymous")) }
        if openResults, try !Self.hasOpenResults(id, entry.context.db) {
            errors.add("openResults", words("questionnaires.refused.openedLate"))
        }
    }

    /// Whether anyone has filled it in: the promise made to them then cannot change.
    static func isAnswered(_ id: Int64, _ db: Database) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM compilation WHERE questionnaire = :id)
              OR EXISTS (SELECT 1 FROM sealedCount JOIN questionnaireVersion ON questionnaireVersion.id = sealedCount.version
                WHERE questionnaireVersion.questionnaire = :id)
            """
        return try Bool.fetchOne(db, sql: sql, arguments: ["id": id]) ?? false
    }

    static func isAnonymous(_ id: Int64, _ db: Database) throws -> Bool {
        try Bool.fetchOne(db.cachedStatement(sql: "SELECT anonymous FROM questionnaire WHERE id = ?"), arguments: [id]) ?? true
    }

    static func hasOpenResults(_ id: Int64, _ db: Database) throws -> Bool {
        try Bool.fetchOne(db.cachedStatement(sql: "SELECT openResults FROM questionnaire WHERE id = ?"), arguments: [id]) ?? false
    }
}
