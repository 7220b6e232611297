import Foundation
import GRDB

/// A few of the best stories ever, many of the month's best, and some new ones, so that new stories get a chance.
struct Recommended: Equatable, Sendable {
    var fromBest = 5
    var best = 100
    var fromMonth = 20
    var month = 500
    var fromNew = 5
    var days = 3

    /// Distinct story numbers; fewer only when there are no more. The same `chance` gives the same list, so that paging back finds it.
    func draw(
        at now: Date, in languages: [String] = [], with chance: inout some RandomNumberGenerator, _ db: Database
    ) throws -> [Int64] {
        var drawn: [Int64] = []
        func take(_ count: Int, of candidates: [Int64]) {
            drawn += candidates.filter { !drawn.contains($0) }.shuffled(using: &chance).prefix(count)
        }
        take(fromBest, of: try Self.mostVoted(since: nil, best, languages, at: now, db))
        take(fromMonth, of: try Self.mostVoted(since: now - 30 * 86400, month, languages, at: now, db))
        var arguments: StatementArguments = ["now": now]
        let isIn = StoryCard.isIn(languages, &arguments)
        let new = "SELECT id FROM story WHERE \(isIn)\(StoryCard.isListed) AND createdAt > :since ORDER BY createdAt DESC, id LIMIT 500"
        take(fromNew, of: try Int64.fetchAll(db.cachedStatement(sql: new), arguments: arguments + ["since": now - Double(days) * 86400]))
        let total = fromBest + fromMonth + fromNew
        if drawn.count < total {
            let newest = "SELECT id FROM story WHERE \(isIn)\(StoryCard.isListed) ORDER BY createdAt DESC, id LIMIT :limit"
            let others = try Int64.fetchAll(db.cachedStatement(sql: newest), arguments: arguments + ["limit": 2 * total])
            drawn += others.filter { !drawn.contains($0) }.prefix(total - drawn.count)
        }
        return drawn.shuffled(using: &chance)
    }

    private static func mostVoted(since: Date?, _ limit: Int, _ languages: [String], at now: Date, _ db: Database) throws -> [Int64] {
        // Two statements, because an optional condition could use no index.
        let month = since == nil ? "" : "changedAt > :since AND "
        var arguments: StatementArguments = ["limit": limit, "now": now]
        let isIn = StoryCard.isIn(languages, &arguments)
        let sql = "SELECT id FROM story WHERE \(month)\(isIn)\(StoryCard.isListed) ORDER BY voters DESC, id LIMIT :limit"
        if let since { arguments += ["since": since] }
        return try Int64.fetchAll(db.cachedStatement(sql: sql), arguments: arguments)
    }
}
