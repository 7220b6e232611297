import Foundation
import GRDB
import Web

struct StoryStatistics: Sendable {
    /// Names and SQL of counted numbers; `:month` is a month ago.
    private static let counts: [(group: String, counted: [(key: String, sql: String)])] = [
        (
            "writers",
            [
                ("all", "SELECT count(*) FROM writer WHERE \(Writer.notErased)"),
                ("verified", "SELECT count(*) FROM writer WHERE \(Writer.verified)"),
                ("new", "SELECT count(*) FROM writer WHERE createdAt > :month"),
                ("active", "SELECT count(DISTINCT writer) FROM fragment WHERE createdAt > :month"),
                ("left", "SELECT count(*) FROM writer WHERE deletedAt IS NOT NULL"),
                ("follows", "SELECT count(*) FROM follow"),
            ]
        ),
        (
            "signIns",
            [
                ("all", "SELECT count(*) FROM signIn WHERE at > :month"),
                ("people", "SELECT count(DISTINCT writer) FROM signIn WHERE at > :month"),
                ("Web", "SELECT count(*) FROM signIn WHERE at > :month AND access = 'Web'"),
                ("iOS", "SELECT count(*) FROM signIn WHERE at > :month AND access = 'iOS'"),
                ("Android", "SELECT count(*) FROM signIn WHERE at > :month AND access = 'Android'"),
            ]
        ),
        (
            "stories",
            [
                ("stories", "SELECT count(*) FROM story"), ("texts", "SELECT count(*) FROM fragment WHERE kind = 'text'"),
                ("photos", "SELECT count(*) FROM fragment WHERE kind = 'photo'"), ("votes", "SELECT count(*) FROM vote"),
                ("branches", "SELECT count(*) FROM fragment WHERE cover = 0 AND continuations = 0"),
                ("deepest", "SELECT ifnull(max(depth) + 1, 0) FROM fragment"),
                ("parted", "SELECT count(DISTINCT story) FROM fragment WHERE continuations > 1"),
                (
                    "branchesEach",
                    """
                    SELECT ifnull(cast(round(avg(branches)) AS INTEGER), 0) FROM
                      (SELECT count(*) AS branches FROM fragment WHERE cover = 0 AND continuations = 0 GROUP BY story)
                    """
                ),
            ]
        ),
        (
            "moderation",
            [
                ("open", "SELECT count(*) FROM moderationCase WHERE state = 'open'"),
                ("decided", "SELECT count(*) FROM decision WHERE undoneAt IS NULL AND automatic IS NULL AND at > :month"),
                ("undone", "SELECT count(*) FROM decision WHERE undoneAt > :month AND automatic IS NULL"),
                ("hidden", "SELECT count(*) FROM hiding WHERE endedAt IS NULL"),
                ("reports", "SELECT count(*) FROM fragmentReport WHERE at > :month"),
                ("upheld", "SELECT count(*) FROM fragmentReport WHERE at > :month AND outcome = 'upheld'"),
            ]
        ),
        (
            "appeals",
            [
                ("waiting", "SELECT count(*) FROM appeal WHERE state = 'open'"), ("filed", "SELECT count(*) FROM appeal WHERE at > :month"),
                ("upheld", "SELECT count(*) FROM appeal WHERE decidedAt > :month AND state = 'upheld'"),
                ("refused", "SELECT count(*) FROM appeal WHERE decidedAt > :month AND state = 'refused'"),
                (
                    "proposed",
                    """
                    SELECT count(*) FROM secondOpinion JOIN suspension ON suspension.id = suspension WHERE state = 'open' AND endedAt IS NULL
                    """
                ),
                ("unconfirmed", "SELECT count(*) FROM secondOpinion WHERE decidedAt > :month AND state = 'refused'"),
            ]
        ),
    ]

    let groups: [(group: String, counted: [(key: String, count: Int)])]
    /// Sign-ins of a month by the writer's country, most first; nil is not stated.
    let countries: [(code: String?, count: Int)]
    /// The median hours from case to decision within a month; nil without a decision.
    let hoursToDecision: Double?
    /// The percentage of measures of the last three months that were undone; nil without any.
    let reversals: Int?

    init(at now: Date, _ db: Database) throws {
        let month = now - 30 * 86_400
        groups = try Self.counts.map { group, counted in
            (
                group,
                try counted.map { key, sql in
                    let arguments: StatementArguments = sql.contains(":month") ? ["month": month] : []
                    return (key, try Int.fetchOne(db, sql: sql, arguments: arguments) ?? 0)
                }
            )
        }
        let byCountry = """
            SELECT country, count(*) AS count FROM signIn JOIN writer ON writer.id = writer WHERE at > ?
            GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10
            """
        countries = try Row.fetchAll(db, sql: byCountry, arguments: [month]).map { ($0["country"], $0["count"]) }
        let sql = """
            SELECT (julianday(decision.at) - julianday(openedAt)) * 24 FROM decision JOIN moderationCase ON moderationCase.id = caseID
            WHERE undoneAt IS NULL AND automatic IS NULL AND decision.at > ? ORDER BY 1
            """
        let hours = try Double.fetchAll(db, sql: sql, arguments: [month])
        let taken = """
            SELECT count(*) AS taken, count(undoneAt) AS undone FROM decision
            WHERE \(CaseDecision.measureCount) > 0 AND automatic IS NULL AND at > ?
            """
        let row = try Row.fetchOne(db, sql: taken, arguments: [now - 90 * 86_400])
        let (all, undone): (Int, Int) = row.map { ($0["taken"], $0["undone"]) } ?? (0, 0)
        reversals = all == 0 ? nil : Int(nearest: 100 * Double(undone) / Double(all))
        hoursToDecision = hours.isEmpty ? nil : hours[hours.count / 2]
    }
}
