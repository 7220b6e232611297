import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Registry
import Web

struct TeachingResultPages: Sendable {
    let filling: FillingContext

    private var admin: AdminContext { filling.admin }

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("results", use: index)
        router.get("results/{version}/{activity}", use: show)
        router.get("results/{version}/{activity}/trend", use: trend)
    }

    struct Own: Sendable {
        let version: QuestionnaireVersion
        let activity: Int64
        let name: String
        let heading: ResultHeading
        let asked: ResultPages.Asked?
    }

    private func own(_ person: SignedIn, _ db: Database) throws -> [Own] {
        guard person.grants.mayAnywhere(Questionnaires.teaching), let teacher = try Registry.person(ofAccount: person.account.key, db)
        else {
            throw HTTPError(.notFound)
        }
        let sql = """
            SELECT compilation.version AS version, activityTeacher.activity AS activity
            FROM activityTeacher
            JOIN compilationTag ON tag = 'activity' AND value = CAST(activityTeacher.activity AS TEXT)
            JOIN compilation ON compilation.id = compilationTag.compilation
            WHERE activityTeacher.person = ?1
            UNION SELECT sealedCount.version, activityTeacher.activity
            FROM activityTeacher JOIN sealedCount ON sealedCount.activity = activityTeacher.activity
            WHERE activityTeacher.person = ?1 ORDER BY 1 DESC, 2 DESC
            """
        let language = filling.words(person).language
        var readings: [Int64: ResultReading] = [:]
        return try Row.fetchAll(db, sql: sql, arguments: [teacher]).compactMap { row -> Own? in
            let activity: Int64 = row["activity"]
            guard let version = try QuestionnaireVersion.find(row["version"], db),
                let heading = try ResultHeading.find(version.questionnaire, db)
            else {
                return nil
            }
            let reading = try readings[version.id] ?? ResultReading(version.id, threshold: heading.threshold, db)
            readings[version.id] = reading
            return Own(
                version: version, activity: activity, name: try ResultReading.name("a\(activity)", in: language, db) ?? "",
                heading: heading,
                asked: ResultPages.Asked(activity, of: version, heading, reading))
        }
    }

    func find(_ person: SignedIn, _ db: Database) throws -> (own: Own, asked: ResultPages.Asked) {
        let version = person.parameters.recordID("version")
        let activity = person.parameters.recordID("activity")
        let found = try own(person, db).first { $0.version.id == version && $0.activity == activity }
        guard let found, let asked = found.asked else { throw HTTPError(.notFound) }
        return (found, asked)
    }

    @Sendable private func index(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = filling.words(person)
        let values = try await admin.database.read { db -> Values in
            let rows = try own(person, db).map { own -> Values in
                let why =
                    own.heading.isReady(own.version, now: .now)
                    ? words("questionnaires.results.tooFew", ["threshold": String(own.heading.threshold)])
                    : own.heading.waitingText(own.version, now: .now, words)
                return [
                    "label": own.name, "questionnaire": try own.heading.title(in: words.language, db), "mayShow": own.asked != nil,
                    "href": "/questionnaires/results/\(own.version.id)/\(own.activity)",
                    "why": why,
                ]
            }
            return ["title": words("questionnaires.results.own"), "rows": rows, "isNothing": rows.isEmpty]
        }
        return try await filling.page("questionnaires/results/own", values, request, person)
    }

    @Sendable private func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = filling.words(person)
        let values = try await admin.database.read { db -> Values in
            let (own, asked) = try find(person, db)
            let drawing = try ResultDrawing(asked, words, voices: .reviewed, db)
            let answering = "/questionnaires/results/\(own.version.id)/\(own.activity)/answers"
            return try drawing.body(answering: answering, db).merging([
                "title": own.name, "questionnaire": try own.heading.title(in: words.language, db),
                "trendHref": "/questionnaires/results/\(own.version.id)/\(own.activity)/trend",
            ]) { $1 }
        }
        return try await filling.page("questionnaires/results/activity", values, request, person)
    }

    @Sendable private func trend(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = filling.words(person)
        let values = try await admin.database.read { db -> Values in
            let (own, asked) = try find(person, db)
            let drawing = TrendDrawing(trend: try Trend(own.heading, like: asked.path, now: .now, db), words: words)
            let values: Values = [
                "title": words("questionnaires.trend.title"), "about": own.name,
                "questionnaire": try own.heading.title(in: words.language, db),
                "back": "/questionnaires/results/\(own.version.id)/\(own.activity)",
            ]
            return values.merging(drawing.values) { $1 }
        }
        return try await filling.page("questionnaires/results/trend-activity", values, request, person)
    }
}
