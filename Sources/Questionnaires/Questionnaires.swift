import Accounts
import Admin
import GRDB
import Registry

/// Uniweb: designing, checking, publishing, filling in and analysing questionnaires that are anonymous by design.
public enum Questionnaires: Module {
    public static let name = "questionnaires"
    public static let icon = "question"
    public static let address = "/questionnaires"

    public static let resources: [any Resource.Type] = [
        Student.self, OralExamSession.self, Mobility.self, Competition.self, AnswerSet.self, Tag.self, Questionnaire.self, Campaign.self,
    ]

    public static let importFormats: [any ImportFormat.Type] = [QuestionnaireFormat.self]

    public static let pages = [
        AdminPage("questionnaires.own.title", address, permission: filling, isPersonal: true),
        AdminPage(
            "questionnaires.own.teaching", address, permission: teaching, purpose: "questionnaires.own.teachingPurpose", isPersonal: true),
        AdminPage("questionnaires.exchange.menu", ExchangePages.address, permission: DesignContext.editing),
        AdminPage("questionnaires.responses.title", ResponsePages.address, permission: analysis),
    ]

    public static let area = Registry.area
    public static let menu = [
        MenuEntry("questionnaires.menu.questionnaires", icon: "question", [Questionnaire.address, ExchangePages.address]),
        MenuEntry("questionnaires.campaigns.many", icon: "calendar", [Campaign.address]),
        MenuEntry("questionnaires.responses.title", icon: "chart", [ResponsePages.address]),
        MenuEntry(
            "questionnaires.menu.students", icon: "people",
            [Student.address, OralExamSession.address, Mobility.address, Competition.address]),
        MenuEntry("questionnaires.menu.templates", icon: "copy", [AnswerSet.address, Tag.address]),
        MenuEntry("questionnaires.own.title", icon: "edit", [address]),
    ]

    public static let peopleLists = ["students", "mobility", "receipts", "teacher-answers"]
    public static let derivedTables = ["resultCount", "resultGroup"]
    public static let seedLists: [any SeedExtra.Type] = [SeededVersion.self, SeededReceipt.self, SeededTeacherAnswer.self]

    public static let jobs = [FillingJob.kind, OfferJob.kind, ReminderJob.kind, ReminderPush.kind, TraceJob.kind]

    /// Moves sent answers out of the pool first, so that the backup contains them without a key.
    public static func prepareForBackup(_ database: any DatabaseWriter) async throws {
        guard try await database.read({ try $0.tableExists("sealedPool") }) else { return }
        try await TraceJob.mix(database)
    }

    public static func missingFromBackup(_ db: Database) throws -> [LocalizedMessage] {
        guard try db.tableExists("sealedPool") else { return [] }
        let drafts = try Int.fetchOne(db, sql: "SELECT count(*) FROM filling WHERE sealedWith IS NOT NULL") ?? 0
        return [("answers", try SealedPool.waiting(db)), ("drafts", drafts)].filter { $0.1 > 0 }.map {
            LocalizedMessage("questionnaires.mixing.inBackup.\($0.0)", count: $0.1)
        }
    }

    /// Permission for the student and teacher pages. The registry and the student accounts decide whose record applies.
    public static let filling: Permission = "questionnaires.filling"
    public static let teaching: Permission = "questionnaires.teaching"
    public static let analysis: Permission = "questionnaires.analysis"

    /// Permission to decide which written answers teachers see.
    public static let review: Permission = "questionnaires.review"

    public static let rights = [filling, teaching, analysis, review]
    public static let rightsByTheDay = [filling]

    /// Path prefixes whose visitors, pages and sizes the access log omits: they could reveal answers.
    public static let confidentialPaths = ["/questionnaires/offers/", "/ws/questionari/", "/ws/bozze/"]

    /// Restores input submitted after the session ended.
    public static let unsentFormPages = [UnsentReplies.home]

    public static func start(_ context: ModuleContext) throws -> any RunningModule { RunningQuestionnaires(context) }

    public static func cards(of person: SignedIn, _ db: Database) throws -> [Card] {
        guard let student = try Student.id(ofAccount: person.account.key, db) else { return [] }
        let count = try Offer.pending(of: student, now: .now, db)
        return [Card("questionnaires.cards.pending", count: count, address: address, icon: icon, permission: filling)]
    }

    public static let roles = [
        Role("student", may: [filling]),
        Role("teacher", may: [teaching]),
        Role(
            "designer",
            may: [
                "questionnaires.questionnaires.*", "questionnaires.answer-sets.*", "questionnaires.tags.*", "registry.activities.see",
                "registry.degrees.see",
            ]),
        Role("analyst", may: [analysis, "questionnaires.questionnaires.see", "questionnaires.campaigns.see"]),
        Role("reviewer", may: [analysis, review, "questionnaires.questionnaires.see"]),
        Role(
            "questionnaires-office",
            may: [
                "questionnaires.students.*", "questionnaires.exam-sessions.*", "questionnaires.mobility.*", "questionnaires.competitions.*",
                "questionnaires.answer-sets.*", "questionnaires.tags.*", "questionnaires.questionnaires.*", "questionnaires.campaigns.*",
                analysis, review, "registry.*",
                "admin.audit.see",
            ]),
    ]
}
