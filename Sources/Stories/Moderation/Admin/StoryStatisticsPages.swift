import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct StoryStatisticsPages: Sendable {
    let moderation: ModerationPages

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("statistics", use: showStatistics)
    }

    @Sendable private func showStatistics(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await moderation.admin.page(person, request) { db, context in
            let (words, statistics) = (context.words, try StoryStatistics(at: .now, db))
            let groups = statistics.groups.map { group, counted -> Values in
                [
                    "key": group, "title": words("stories.desk.statistics.\(group).title"),
                    "record": counted.map { key, count -> Values in
                        ["label": words("stories.desk.statistics.\(group).\(key)"), "count": words.language.number(count)]
                    },
                ]
            }
            let hours = statistics.hoursToDecision.map { words("stories.desk.statistics.hours", count: max(1, Int(nearest: $0))) }
            let reversals = statistics.reversals.map { words("stories.desk.statistics.reversals", ["percent": String($0)]) }
            let countries = statistics.countries.map { code, count -> Values in
                let name = code.map { Country.name($0, words) } ?? words("stories.desk.statistics.countries.none")
                return ["label": name, "count": words.language.number(count)]
            }
            let places: [Values] =
                countries.isEmpty
                ? [] : [["key": "countries", "title": words("stories.desk.statistics.countries.title"), "record": countries]]
            let values: Values = [
                "title": words("stories.desk.statistics.title"), "groups": groups + places, "hours": hours ?? false,
                "reversals": reversals ?? false, "queue": try queue(context).values,
            ]
            return ("stories/moderation/admin/statistics", values)
        }
    }

    /// What came in and what was decided, by the day.
    private func queue(_ context: FormContext) throws -> Chart {
        let (words, days) = (context.words, RecentDays(30, in: context.zone))
        func counts(_ sql: String) throws -> [Int] { days.counts(try Date.fetchAll(context.db, sql: sql, arguments: [days.begin])) }
        let reports = try counts("SELECT at FROM fragmentReport WHERE at >= ?")
        let decisions = try counts("SELECT at FROM decision WHERE undoneAt IS NULL AND at >= ?")
        func text(_ name: String, _ values: [String: String] = [:]) -> String { words("stories.desk.statistics.charts.\(name)", values) }
        let all = [("reports", reports), ("decisions", decisions)].map { ($0, words.language.number($1.reduce(0, +))) }
        let heading = Chart.Heading(
            id: "queue", title: text("queue"), summary: text("queueSummary", Dictionary(uniqueKeysWithValues: all)))
        return .daily(
            heading, days, corner: text("day"), [(text("reports"), reports), (text("decisions"), decisions)], words.language)
    }
}
