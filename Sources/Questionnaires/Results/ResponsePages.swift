import Accounts
import Admin
import GRDB
import Hummingbird
import Web

/// Response counts by course, for sending reminders. No names, and no counts that would identify few people.
struct ResponsePages: Sendable {
    let admin: AdminContext

    static let address = "/admin/questionnaires/responses"
    private static let (mostBars, mostCourses) = (60, 500)

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("responses", use: show)
    }

    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            try person.require(Questionnaires.analysis)
            let language = context.words.language
            let found = try courses(language, db)
            let rows = found.map { course -> Values in
                [
                    "label": "\(course.name) (\(course.code))", "questionnaire": course.questionnaire,
                    "offers": language.number(course.rate.possible), "receipts": language.number(course.rate.answered),
                    "rate": language.percent(course.share),
                ]
            }
            return (
                "questionnaires/results/responses",
                [
                    "title": context.words("questionnaires.responses.title"), "rows": rows, "isNothing": rows.isEmpty,
                    "rates": found.isEmpty ? false : rates(found, context.words).values(withTable: false),
                ]
            )
        }
    }

    private struct Course {
        let name, code, questionnaire: String
        let rate: CampaignRates.Rate

        var share: Double { min(1, Double(rate.answered) / Double(max(1, rate.possible))) }
    }

    /// The courses that are asked about, those with the fewest answers first. Everybody who can answer is counted, whether they looked or not.
    private func courses(_ language: Language, _ db: Database) throws -> [Course] {
        let sql = """
            SELECT DISTINCT questionnaire.id, \(language.sql("questionnaire")) AS questionnaire, activity.id AS activity,
              \(language.sql("course")) AS course, activity.code
            FROM offer JOIN questionnaire ON questionnaire.id = offer.questionnaire
            JOIN questionnaireVersion ON questionnaireVersion.questionnaire = questionnaire.id AND state = 'active'
            JOIN activity ON activity.id = offer.activity JOIN course ON course.id = activity.course
            WHERE \(Questionnaire.notTrashed)
            """
        let asked = Dictionary(grouping: try Row.fetchAll(db, sql: sql)) { $0["id"] as Int64 }
        let courses = try asked.flatMap { questionnaire, rows -> [Course] in
            let rates = try CampaignRates(questionnaire, rows.map { $0["activity"] }, db)
            return rows.compactMap { row in
                rates.rate(of: row["activity"]).map {
                    Course(name: row["course"], code: row["code"], questionnaire: row["questionnaire"], rate: $0)
                }
            }
        }
        return Array(courses.sorted { ($0.share, $0.name, $0.code) < ($1.share, $1.name, $1.code) }.prefix(Self.mostCourses))
    }

    private func rates(_ courses: [Course], _ words: Words) -> Chart {
        let bars = courses.prefix(Self.mostBars).map { (label: $0.name, value: $0.share) }
        let few = bars.count { $0.value < 0.5 }
        let heading = Chart.Heading(
            id: "rates", title: words("questionnaires.responses.chart"),
            summary: words(
                "questionnaires.responses.chartSummary",
                ["few": words.language.number(few), "all": words.language.number(bars.count)]))
        let head = (words("questionnaires.responses.course"), words("questionnaires.responses.rate"))
        return .bars(heading, bars, head: head, top: 1) { words.language.percent($0) }
    }
}
