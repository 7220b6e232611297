import Foundation
import GRDB

/// Possible abuse of votes or reports. These are signs, not proofs: a moderator decides.
struct AbuseSigns: Equatable, Sendable {
    /// Two writers who vote for each other and hardly for anyone else.
    struct Ring: Equatable, Sendable {
        let (first, second): (Int64, Int64)
        /// Votes of the first for the second, and of the second for the first.
        let (given, returned): (Int, Int)
        let (ofFirst, ofSecond): (Int, Int)
    }

    struct Fan: Equatable, Sendable {
        let (voter, author): (Int64, Int64)
        let (given, all): (Int, Int)
    }

    struct Complainer: Equatable, Sendable {
        let writer: Int64
        let reporter: Reporter
        let (target, aboutTarget): (Int64, Int)
    }

    struct Offender: Equatable, Sendable {
        let writer: Int64
        let (hidden, written): (Int, Int)
    }

    /// The period in seconds; older votes and reports are ignored.
    static let span: TimeInterval = 90 * 86_400
    private static let (fewest, fewestOfFan, mostShown) = (3, 5, 50)

    let rings: [Ring]
    let fans: [Fan]
    let complainers: [Complainer]
    let offenders: [Offender]

    init(at now: Date, _ db: Database) throws {
        let since = now - Self.span
        rings = try Self.rings(since, db)
        fans = try Self.fans(since, db)
        complainers = try Self.rejectedReporters(db)
        offenders = try Self.offenders(since, db)
    }

    var isEmpty: Bool { rings.isEmpty && fans.isEmpty && complainers.isEmpty && offenders.isEmpty }

    private static let given = """
        WITH given AS (SELECT vote.writer AS voter, fragment.writer AS author, count(*) AS votes FROM vote
            JOIN fragment ON fragment.id = vote.fragment WHERE vote.at > :since AND isCounted = 1 GROUP BY 1, 2),
          total AS (SELECT voter, sum(votes) AS votes FROM given GROUP BY 1)
        """

    private static func rings(_ since: Date, _ db: Database) throws -> [Ring] {
        let sql = """
            \(given) SELECT one.voter AS first, one.author AS second, one.votes AS given, other.votes AS returned,
              mine.votes AS ofFirst, theirs.votes AS ofSecond FROM given AS one
            JOIN given AS other ON other.voter = one.author AND other.author = one.voter AND one.voter < one.author
            JOIN total AS mine ON mine.voter = one.voter JOIN total AS theirs ON theirs.voter = other.voter
            WHERE min(one.votes, other.votes) >= :fewest AND 2 * one.votes >= mine.votes AND 2 * other.votes >= theirs.votes
            ORDER BY one.votes + other.votes DESC, 1, 2 LIMIT \(mostShown)
            """
        return try Row.fetchAll(db, sql: sql, arguments: ["since": since, "fewest": fewest]).map {
            Ring(
                first: $0["first"], second: $0["second"], given: $0["given"], returned: $0["returned"], ofFirst: $0["ofFirst"],
                ofSecond: $0["ofSecond"])
        }
    }

    private static func fans(_ since: Date, _ db: Database) throws -> [Fan] {
        let sql = """
            \(given) SELECT given.voter, author, given.votes, total.votes AS allVotes FROM given JOIN total ON total.voter = given.voter
            WHERE given.votes >= :fewest AND 10 * given.votes >= 9 * total.votes ORDER BY 3 DESC, 1 LIMIT \(mostShown)
            """
        return try Row.fetchAll(db, sql: sql, arguments: ["since": since, "fewest": fewestOfFan]).map {
            Fan(voter: $0["voter"], author: $0["author"], given: $0["votes"], all: $0["allVotes"])
        }
    }

    private static func rejectedReporters(_ db: Database) throws -> [Complainer] {
        let sql = """
            SELECT writer FROM fragmentReport WHERE outcome = 'rejected' GROUP BY writer HAVING count(*) >= ? ORDER BY count(*) DESC, 1 LIMIT 200
            """
        let about = """
            SELECT fragment.writer, count(*) AS reports FROM fragmentReport JOIN fragment ON fragment.id = fragment
            WHERE fragmentReport.writer = ? AND outcome = 'rejected' GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 1
            """
        return try Int64.fetchAll(db, sql: sql, arguments: [fewest]).compactMap { writer -> Complainer? in
            let reporter = try Reporter(writer, db)
            guard reporter.rejected >= fewest, reporter.rejected >= 3 * reporter.upheld,
                let row = try Row.fetchOne(db, sql: about, arguments: [writer])
            else { return nil }
            return Complainer(writer: writer, reporter: reporter, target: row["writer"], aboutTarget: row["reports"])
        }.prefix(mostShown).map { $0 }
    }

    private static func offenders(_ since: Date, _ db: Database) throws -> [Offender] {
        let sql = """
            SELECT writer, count(*) FILTER (WHERE isHidden = 1) AS hidden, count(*) AS written FROM fragment
            WHERE createdAt > ? GROUP BY writer
            HAVING count(*) FILTER (WHERE isHidden = 1) >= ? ORDER BY 2 DESC, 1 LIMIT \(mostShown)
            """
        return try Row.fetchAll(db, sql: sql, arguments: [since, fewest]).map {
            Offender(writer: $0["writer"], hidden: $0["hidden"], written: $0["written"])
        }
    }
}
