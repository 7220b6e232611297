import Accounts
import Admin
import GRDB
import Hummingbird
import Web

/// Response counts by course, for sending reminders. No names, and no counts that would identify few people.
struct ResponsePages: Sendable {
    let admin: AdminContext

    static let address = "/admin/questionnaires/responses"
    private static let mostBars = 60

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("responses", use: show)
    }

    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            try person.require(Questionnaires.analysis)
            let language = context.words.language
            let sql = """
                SELECT \(language.sql("questionnaire")) AS questionnaire, \(language.sql("course")) AS course, activity.code, count(*) AS offers,
                  count(receipt.offer) AS receipts
                FROM offer JOIN questionnaire ON questionnaire.id = offer.questionnaire
                JOIN questionnaireVersion ON questionnaireVersion.questionnaire = questionnaire.id AND state = 'active'
                JOIN activity ON activity.id = offer.activity JOIN course ON course.id = activity.course
                LEFT JOIN receipt ON receipt.offer = offer.id
                WHERE \(Questionnaire.notTrashed) GROUP BY questionnaire.id, activity.id HAVING count(*) >= questionnaire.threshold
                ORDER BY count(receipt.offer) * 1.0 / count(*), course.name COLLATE portico_names LIMIT 500
                """
            let found = try Row.fetchAll(db, sql: sql)
            let rows = found.map { row -> Values in
                let (offers, receipts): (Int, Int) = (row["offers"], row["receipts"])
                return [
                    "label": "\(row["course"] as String) (\(row["code"] as String))", "questionnaire": row["questionnaire"] as String,
                    "offers": context.words.language.number(offers), "receipts": context.words.language.number(receipts),
                    "rate": context.words.language.percent(Double(receipts) / Double(max(1, offers))),
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

    private func rates(_ rows: [Row], _ words: Words) -> Chart {
        let bars = rows.prefix(Self.mostBars).map { row -> (label: String, value: Double) in
            let (offers, receipts): (Int, Int) = (row["offers"], row["receipts"])
            return (row["course"], min(1, Double(receipts) / Double(max(1, offers))))
        }
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
