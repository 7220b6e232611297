import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Registry
import Web

/// What becomes of a campaign: its courses with their times and response rates, and reports to print.
struct CampaignPages: Sendable {
    let admin: AdminContext

    private static let seeing: Permission = "questionnaires.campaigns.see"
    private static let mostEarlier = 8

    func addRoutes(to router: RouterGroup<SignedIn>) {
        let own = router.group("campaigns/{id}")
        own.get("overview", use: overview)
        own.get("report", use: board)
        own.get("report/{activity}", use: report)
    }

    private struct Found {
        let campaign: Campaign
        let questionnaire: Int64
        let courses: [CampaignCourse]
        let rates: CampaignRates
    }

    private func find(_ person: SignedIn, _ permission: Permission, _ db: Database) throws -> Found {
        guard person.grants.may(permission, in: nil), let id = person.parameters.recordID("id"),
            let campaign = try Campaign.fetch(db, id: id), campaign.stamp.deletedAt == nil, let questionnaire = campaign.questionnaire
        else { throw HTTPError(.notFound) }
        return try find(campaign, questionnaire, db)
    }

    private func find(_ campaign: Campaign, _ questionnaire: Int64, _ db: Database) throws -> Found {
        let courses = try CampaignCourse.all(of: campaign.id ?? 0, db)
        return Found(
            campaign: campaign, questionnaire: questionnaire, courses: courses,
            rates: try CampaignRates(questionnaire, courses.map(\.activity), db))
    }

    private func address(_ campaign: Campaign) -> String { "\(Campaign.address)/\(campaign.id ?? 0)" }

    private func title(_ campaign: Campaign, _ words: Words) -> String {
        campaign.translations.reading("name", campaign.name, in: words.language).text
    }

    @Sendable private func overview(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            let words = context.words
            let found = try find(person, Self.seeing, db)
            let mayRead = person.grants.may(Questionnaires.analysis, in: nil)
            let readable = try mayRead ? Set(results(of: found, db).keys) : []
            let names = try ResultReading.names(ofActivities: found.courses.map(\.activity), in: words.language, db)
            let rows = found.courses.map { course -> Values in
                var values = row(course, names[course.activity] ?? "", found.rates, context)
                let isReadable = readable.contains(course.activity)
                values["report"] = isReadable ? "\(address(found.campaign))/report/\(course.activity)" : false
                return values
            }
            let questionnaire = try Headline(found.questionnaire, in: words.language, db).title
            return (
                "questionnaires/campaigns/overview",
                [
                    "title": title(found.campaign, words), "questionnaire": questionnaire, "rows": rows, "isNothing": rows.isEmpty,
                    "questionnaireHref": "\(Questionnaire.address)/\(found.questionnaire)/structure",
                    "sum": sum(found, words),
                    "reportHref": mayRead ? address(found.campaign) + "/report" : false, "isArchived": found.campaign.archived,
                    "breadcrumbs": [["label": words("questionnaires.campaigns.many"), "href": Campaign.address] as Values],
                ]
            )
        }
    }

    private func sum(_ found: Found, _ words: Words) -> any Sendable {
        guard let rate = found.rates.sum(of: found.courses.map(\.activity)) else { return false }
        return words(
            "questionnaires.campaigns.overview.sum",
            [
                "possible": words.language.number(rate.possible), "answered": words.language.number(rate.answered),
                "rate": words.language.percent(Double(rate.answered) / Double(max(1, rate.possible))),
            ])
    }

    private func row(_ course: CampaignCourse, _ name: String, _ rates: CampaignRates, _ context: FormContext) -> Values {
        let words = context.words
        let rate = rates.rate(of: course.activity)
        func formatted(_ date: Date?) -> String {
            date.map {
                $0 == .distantPast ? words("questionnaires.campaigns.overview.already") : words.language.moment($0, in: context.zone)
            }
                ?? words("questionnaires.campaigns.overview.unknown")
        }
        return [
            "label": name,
            "opens": formatted(course.opens), "closes": formatted(course.closes),
            "state": words("questionnaires.campaigns.overview.states.\(course.state(at: .now).rawValue)"),
            "possible": rate.map { words.language.number($0.possible) } ?? words("questionnaires.campaigns.overview.few"),
            "answered": rate.map { words.language.number($0.answered) } ?? "–",
            "rate": rate.map { words.language.percent(Double($0.answered) / Double(max(1, $0.possible))) } ?? "–",
        ]
    }

    /// What may be shown of each course now, of the newest version in which it was answered.
    private func results(of found: Found, _ db: Database) throws -> [Int64: ResultPages.Asked] {
        guard let heading = try ResultHeading.find(found.questionnaire, db) else { return [:] }
        var results: [Int64: ResultPages.Asked] = [:]
        for version in try QuestionnaireVersion.all(of: found.questionnaire, db) where version.state != .draft {
            let reading = try ResultReading(version.id, threshold: heading.threshold, db)
            for course in found.courses where results[course.activity] == nil {
                results[course.activity] = ResultPages.Asked(course.activity, of: version, heading, reading)
            }
        }
        return results
    }

    /// A course for its teachers, with the figures of its degree and of everyone once these may be shown.
    @Sendable private func report(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = admin.pages.words(for: person.visitor)
        let values = try await admin.database.read { db -> Values in
            let found = try find(person, Questionnaires.analysis, db)
            guard let activity = person.parameters.recordID("activity"), let asked = try results(of: found, db)[activity] else {
                throw HTTPError(.notFound)
            }
            let sql = """
                SELECT person.name FROM activityTeacher JOIN person ON person.id = activityTeacher.person
                WHERE activityTeacher.activity = ? ORDER BY person.name
                """
            let teachers = try String.fetchAll(db, sql: sql, arguments: [activity]).joined(separator: ", ")
            let rate = found.rates.rate(of: activity)
            let drawn = try ResultDrawing(asked, words, voices: .reviewed, db).body(db)
            return drawn.merging([
                "title": try ResultReading.name("a\(activity)", in: words.language, db) ?? "", "campaign": title(found.campaign, words),
                "teachers": teachers.isEmpty ? false : teachers, "back": address(found.campaign) + "/overview",
                "rate": rate.map { localized($0, words) } ?? false, "isAlone": !asked.isReady,
            ]) { $1 }
        }
        return try await admin.plainPage("questionnaires/campaigns/report", values, request, person)
    }

    private func localized(_ rate: CampaignRates.Rate, _ words: Words) -> String {
        words(
            "questionnaires.campaigns.overview.rateOf",
            [
                "possible": words.language.number(rate.possible), "answered": words.language.number(rate.answered),
                "rate": words.language.percent(Double(rate.answered) / Double(max(1, rate.possible))),
            ])
    }

    @Sendable private func board(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = admin.pages.words(for: person.visitor)
        let zone = admin.site.zone
        let values = try await admin.database.read { db -> Values in
            let found = try find(person, Questionnaires.analysis, db)
            let board = try board(found, words, db)
            return board.values.merging([
                "title": title(found.campaign, words), "questionnaire": try Headline(found.questionnaire, in: words.language, db).title,
                "sum": sum(found, words), "back": address(found.campaign) + "/overview", "day": words.language.date(.now, in: zone),
                "threshold": String(found.rates.threshold),
            ]) { $1 }
        }
        return try await admin.plainPage("questionnaires/campaigns/board", values, request, person)
    }

    func board(_ id: Int64, _ words: Words, _ db: Database) throws -> CampaignBoard {
        guard let campaign = try Campaign.fetch(db, id: id), let questionnaire = campaign.questionnaire else { throw HTTPError(.notFound) }
        return try board(try find(campaign, questionnaire, db), words, db)
    }

    private func board(_ found: Found, _ words: Words, _ db: Database) throws -> CampaignBoard {
        let means = try CampaignMeans(try results(of: found, db), in: words.language, db)
        var periods: [CampaignBoard.Period] = []
        for id in try earlier(than: found.campaign, of: found.questionnaire, db) {
            guard let campaign = try Campaign.fetch(db, id: id) else { continue }
            let other = try find(campaign, found.questionnaire, db)
            periods.append(
                CampaignBoard.Period(
                    name: title(campaign, words), courses: other.courses.count, rate: other.rates.sum(of: other.courses.map(\.activity)),
                    means: try CampaignMeans(try results(of: other, db), in: words.language, db)))
        }
        periods.append(
            CampaignBoard.Period(
                name: title(found.campaign, words), courses: found.courses.count,
                rate: found.rates.sum(of: found.courses.map(\.activity)), means: means))
        return CampaignBoard(
            courses: found.courses, rates: found.rates,
            names: try ResultReading.names(ofActivities: found.courses.map(\.activity), in: words.language, db), means: means,
            periods: periods, words: words)
    }

    /// The last campaigns of a questionnaire before one, the oldest first.
    private func earlier(than campaign: Campaign, of questionnaire: Int64, _ db: Database) throws -> [Int64] {
        let sql = """
            SELECT campaign.id FROM campaign JOIN academicYear ON academicYear.id = campaign.year
            WHERE campaign.questionnaire = ?1 AND \(Campaign.notTrashed) AND campaign.id <> ?2
              AND (academicYear.begins, campaign.id) < (SELECT begins, ?2 FROM academicYear WHERE id = ?3)
            ORDER BY academicYear.begins DESC, campaign.id DESC LIMIT \(Self.mostEarlier)
            """
        return try Int64.fetchAll(db, sql: sql, arguments: [questionnaire, campaign.id, campaign.year]).reversed()
    }
}
