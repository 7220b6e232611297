import Foundation
import GRDB

/// What moderation did in a calendar year, in numbers: what a report under the Digital Services Act (article 15) asks of a site.
struct TransparencyYear: Equatable, Sendable {
    /// Names and SQL of counted numbers; `:from` and `:to` are the year's ends.
    private static let counted: [(key: String, sql: String)] = [
        ("reports", "SELECT count(*) FROM fragmentReport WHERE \(within)"),
        ("profileReports", "SELECT count(*) FROM profileReport WHERE \(within)"),
        ("reportsUpheld", "SELECT count(*) FROM fragmentReport WHERE \(within) AND outcome = 'upheld'"),
        ("decisions", "SELECT count(*) FROM decision WHERE \(within) AND automatic IS NULL"),
        (
            "kept",
            "SELECT count(*) FROM decision WHERE \(within) AND automatic IS NULL AND \(CaseDecision.measureCount) = 0 AND message = ''"
        ),
        ("hides", "SELECT count(*) FROM decision WHERE \(within) AND automatic IS NULL AND hides = 1"),
        ("warns", "SELECT count(*) FROM decision WHERE \(within) AND warns = 1"),
        ("suspends", "SELECT count(*) FROM decision WHERE \(within) AND suspends = 1"),
        ("unvotes", "SELECT count(*) FROM decision WHERE \(within) AND unvotes = 1"),
        ("hidesProfile", "SELECT count(*) FROM decision WHERE \(within) AND automatic IS NULL AND hidesFace + hidesName > 0"),
        ("automatic", "SELECT count(*) FROM decision WHERE \(within) AND automatic IS NOT NULL"),
        (
            "automaticConfirmed",
            """
            SELECT count(*) FROM decision WHERE \(within) AND automatic IS NOT NULL AND EXISTS (SELECT 1 FROM decision AS later
              WHERE later.replaces = decision.id AND later.undoneAt IS NULL
                AND later.hides + later.hidesFace + later.hidesName > 0)
            """
        ),
        ("undone", "SELECT count(*) FROM decision WHERE \(within) AND automatic IS NULL AND undoneAt IS NOT NULL"),
        ("appeals", "SELECT count(*) FROM appeal WHERE \(within)"),
        ("appealsUpheld", "SELECT count(*) FROM appeal WHERE \(within) AND state = 'upheld'"),
    ]

    private static let within = "at >= :from AND at < :to"

    struct Rule: Equatable, Sendable {
        let reason: Reason
        let (reports, measures): (Int, Int)
    }

    let year: Int
    let numbers: [String: Int]
    /// The median hours from case to decision; nil without a decision.
    let medianHours: Double?
    let rules: [Rule]

    static var keys: [String] { counted.map(\.key) }

    init(_ year: Int, in zone: TimeZone, _ db: Database) throws {
        self.year = year
        let ends: StatementArguments = ["from": Self.begin(of: year, in: zone), "to": Self.begin(of: year + 1, in: zone)]
        let pairs = try Self.counted.map { key, sql in (key, try Int.fetchOne(db, sql: sql, arguments: ends) ?? 0) }
        numbers = Dictionary(uniqueKeysWithValues: pairs)
        let hours = try Double.fetchAll(
            db,
            sql: """
                SELECT (julianday(decision.at) - julianday(openedAt)) * 24 FROM decision JOIN moderationCase ON moderationCase.id = caseID
                WHERE automatic IS NULL AND decision.at >= :from AND decision.at < :to ORDER BY 1
                """, arguments: ends)
        medianHours = hours.isEmpty ? nil : hours[hours.count / 2]
        let reports = try Self.byReason("SELECT reason, count(*) AS number FROM fragmentReport WHERE \(Self.within) GROUP BY 1", ends, db)
        let measures = try Self.byReason(
            """
            SELECT reason, count(*) AS number FROM decision WHERE \(Self.within) AND automatic IS NULL AND reason IS NOT NULL
              AND \(CaseDecision.measureCount) > 0 GROUP BY 1
            """, ends, db)
        rules = Reason.allCases.map { Rule(reason: $0, reports: reports[$0] ?? 0, measures: measures[$0] ?? 0) }
    }

    private static func byReason(_ sql: String, _ ends: StatementArguments, _ db: Database) throws -> [Reason: Int] {
        let rows = try Row.fetchAll(db, sql: sql, arguments: ends)
        return Dictionary(rows.map { ($0["reason"] as Reason, $0["number"] as Int) }) { $1 }
    }

    private static func begin(of year: Int, in zone: TimeZone) -> Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar.date(from: DateComponents(year: year, month: 1, day: 1)) ?? .distantPast
    }
}
