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
                "reversals": reversals ?? false,
            ]
            return ("stories/moderation/admin/statistics", values)
        }
    }
}
