import GRDB
import Web

struct Reporter: Equatable, Sendable {
    let upheld: Int
    let rejected: Int

    /// Below this accuracy, a report under a severe rule does not put a case first.
    static let leastForSevere = 0.25

    /// Counts the last hundred decided reports, because people change. Reports that an earlier decision answered say nothing of the reporter.
    init(_ writer: Int64, _ db: Database) throws {
        let sql = """
            SELECT count(*) FILTER (WHERE outcome = 'upheld') AS upheld, count(*) FILTER (WHERE outcome = 'rejected') AS rejected FROM
              (SELECT outcome FROM fragmentReport WHERE writer = ? AND outcome IN ('upheld', 'rejected')
                AND at <= (SELECT at FROM decision WHERE decision.id = fragmentReport.decision) ORDER BY fragmentReport.id DESC LIMIT 100)
            """
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [writer]) else {
            self.init(upheld: 0, rejected: 0)
            return
        }
        self.init(upheld: row["upheld"], rejected: row["rejected"])
    }

    init(upheld: Int, rejected: Int) { (self.upheld, self.rejected) = (upheld, rejected) }

    /// From 0 to 1; one half for an unknown reporter (Laplace's rule of succession).
    var accuracy: Double { Double(upheld + 1) / Double(upheld + rejected + 2) }

    /// The weight of this reporter's reports in percent of an unknown reporter's.
    var percent: Int { Int(nearest: 200 * accuracy) }
}
