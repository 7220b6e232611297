import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct ModerationLogPages: Sendable {
    let stories: StoryPages

    func addRoutes(to router: RouterGroup<Visitor>) {
        router.get("moderation", use: showModeration)
    }

    private static let perLogPage = 50

    /// Day, role, rule and measure. It has no names and no links to fragments, so that no person is exposed.
    @Sendable private func showModeration(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let query = Form(query: request.uri.query ?? "")
        let number = min(500, max(1, query.number("page", in: .positions) ?? 1))
        let (reason, measure) = (Reason(rawValue: query["reason"]), LogMeasure(rawValue: query["measure"]))
        let words = stories.words(for: visitor)
        let asked: [(name: String, value: String?)] = [("reason", reason?.rawValue), ("measure", measure?.rawValue)]
        let own = asked.compactMap { name, value in value.map { (name: name, value: $0) } }
        let link: @Sendable (Int) -> String = { page in
            "/stories/moderation".appendingQuery(own + [(name: "page", value: String(page))])
        }
        let values = try await stories.database.read { db -> Values in
            let arguments: StatementArguments = [
                "reason": reason, "limit": Self.perLogPage + 1, "offset": (number - 1) * Self.perLogPage,
            ]
            let rows = try Row.fetchAll(db, sql: Self.logSQL(measure), arguments: arguments)
            let month = try Row.fetchOne(db, sql: Self.monthSQL, arguments: [Date.now - 30 * 86_400])!
            return [
                "rows": rows.prefix(Self.perLogPage).map { templateValues($0, words) }, "hasRows": !rows.isEmpty,
                "month": words("stories.moderation.month", ["undone": words.language.number(month["undone"])], count: month["taken"]),
                "previousHref": number > 1 ? link(number - 1) : false,
                "nextHref": rows.count > Self.perLogPage ? link(number + 1) : false,
                "filters": [
                    filter(
                        "reason", Reason.allCases.map { ($0.rawValue, words("stories.reasons.\($0.rawValue)")) }, reason?.rawValue, words),
                    filter(
                        "measure", LogMeasure.allCases.map { ($0.rawValue, words("stories.moderation.did.\($0.rawValue)")) },
                        measure?.rawValue, words),
                ], "isFiltered": !own.isEmpty,
                "yearHref": "/stories/moderation/years/\(CivilTime(.now, in: stories.admin.site.zone).year)",
            ]
        }
        return try stories.page("stories/moderation/log", words("stories.moderation.title"), values, for: visitor, request)
    }

    private enum LogMeasure: String, CaseIterable, Sendable {
        case keep, hides, warns, suspends, unvotes, hidesFace, hidesName

        var condition: String { self == .keep ? "\(CaseDecision.measureCount) = 0" : "\(rawValue) = 1" }
    }

    private func filter(_ name: String, _ choices: [(value: String, label: String)], _ chosen: String?, _ words: Words) -> Values {
        let all: Values = ["value": "", "label": words("stories.moderation.filters.all"), "selected": chosen == nil]
        return [
            "name": name, "label": words("stories.moderation.filters.\(name)"),
            "options": [all] + choices.map { ["value": $0.value, "label": $0.label, "selected": $0.value == chosen] as Values },
        ]
    }

    /// Friendly messages are private.
    private static func logSQL(_ measure: LogMeasure?) -> String {
        """
        SELECT decision.at, hides, warns, suspends, unvotes, hidesFace, hidesName, reason, undoneAt IS NOT NULL AS isUndone,
          automatic IS NOT NULL AS isAutomatic,
          EXISTS (SELECT 1 FROM roleAssignment WHERE accountID = moderator AND role = 'admin') AS isByAdmin,
          EXISTS (SELECT 1 FROM appeal WHERE appeal.decision = decision.id AND state = 'upheld') AS isAppealed
        FROM decision WHERE (\(CaseDecision.measureCount) > 0 OR message = '') AND \(stands)
          AND (:reason IS NULL OR reason = :reason)\(measure.map { " AND \($0.condition)" } ?? "")
        ORDER BY decision.at DESC, decision.id DESC LIMIT :limit OFFSET :offset
        """
    }

    private static let monthSQL = """
        SELECT count(*) AS taken, count(undoneAt) AS undone FROM decision WHERE (\(CaseDecision.measureCount) > 0 OR message = '') AND at > ?
          AND \(stands)
        """

    /// A hold that a moderator confirmed is told as the moderator's decision.
    private static let stands = """
        (automatic IS NULL OR NOT EXISTS
          (SELECT 1 FROM decision AS later WHERE later.replaces = decision.id AND later.undoneAt IS NULL
            AND later.hides + later.hidesFace + later.hidesName > 0))
        """

    private func templateValues(_ row: Row, _ words: Words) -> Values {
        let done: [(isDone: Bool, key: String)] = [
            (row["hides"], "hides"), (row["warns"], "warns"), (row["suspends"], "suspends"), (row["unvotes"], "unvotes"),
            (row["hidesFace"], "hidesFace"), (row["hidesName"], "hidesName"),
        ]
        let taken = done.filter(\.isDone).map { words("stories.moderation.did.\($0.key)") }
        let (isUndone, isByAdmin, isAppealed): (Bool, Bool, Bool) = (row["isUndone"], row["isByAdmin"], row["isAppealed"])
        let role = row["isAutomatic"] as Bool ? "automatic" : isByAdmin ? "admin" : "moderator"
        let reason: String? = row["reason"]
        return [
            "when": words.language.date(row["at"], in: stories.admin.site.zone),
            "role": words("stories.moderation.roles.\(role)"),
            "what": taken.isEmpty ? words("stories.moderation.did.keep") : taken.joined(separator: ", "),
            "reason": reason.map { words("stories.reasons.\($0)") } ?? false,
            "undone": isUndone ? words("stories.moderation.\(isAppealed ? "appealed" : "undone")") : false,
        ]
    }
}
