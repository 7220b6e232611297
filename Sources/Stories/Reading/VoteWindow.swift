import Admin
import Foundation
import GRDB

/// A time up to now within which votes are counted.
enum VoteWindow: String, CaseIterable, Sendable {
    case week, month, year

    var lasts: TimeInterval {
        switch self {
        case .week: 7 * 86_400
        case .month: 30 * 86_400
        case .year: 365 * 86_400
        }
    }

    /// Votes that a page may count itself: some milliseconds.
    static let few = 10_000

    /// SQL for the people who voted since `:since`, by the story on whose best branch their vote is.
    static let counted = """
        SELECT bestBranch.story AS voted, count(DISTINCT vote.writer) AS people
        FROM vote INDEXED BY vote_counted JOIN bestBranch ON bestBranch.fragment = vote.fragment
        WHERE isCounted = 1 AND vote.at > :since GROUP BY 1
        """

    func isSmall(few: Int = VoteWindow.few, at now: Date, _ db: Database) throws -> Bool {
        let sql = "SELECT count(*) FROM (SELECT 1 FROM vote INDEXED BY vote_counted WHERE isCounted = 1 AND at > ? LIMIT ?)"
        return try Int.fetchOne(db.cachedStatement(sql: sql), arguments: [now - lasts, few + 1]) ?? 0 <= few
    }
}

/// Counts the votes of each time for the lists of the most voted, away from requests; table `votedInTime`.
enum VoteWindowJob {
    static let name = "stories-windows"

    /// Stories of each list.
    private static let most = 2_000

    static let kind = JobKind(name: name, title: "stories.jobs.windows", every: .hours(0.25)) { work in
        var count = 0
        for window in VoteWindow.allCases where !work.isCancelled {
            let lines = try await work.admin.database.read { try read(window, at: .now, $0) }
            try await work.admin.database.write { try store(lines, of: window, $0) }
            count += lines.count
        }
        return ["text": String(count)]
    }

    struct Line: Equatable, Sendable {
        let story: Int64
        let people: Int
    }

    static func read(_ window: VoteWindow, at now: Date, _ db: Database) throws -> [Line] {
        let sql = "SELECT voted, people FROM (\(VoteWindow.counted)) ORDER BY people DESC, voted LIMIT \(most)"
        return try Row.fetchAll(db, sql: sql, arguments: ["since": now - window.lasts]).map {
            Line(story: $0["voted"], people: $0["people"])
        }
    }

    static func store(_ lines: [Line], of window: VoteWindow, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM votedInTime WHERE span = ?", arguments: [window.rawValue])
        // A story may have been withdrawn since it was counted.
        let insert = try db.cachedStatement(
            sql: "INSERT INTO votedInTime (span, story, people) SELECT ?, id, ? FROM story WHERE id = ?")
        for line in lines { try insert.execute(arguments: [window.rawValue, line.people, line.story]) }
    }
}
