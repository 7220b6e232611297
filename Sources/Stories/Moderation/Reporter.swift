import GRDB
import Web

/// How often somebody's reports were right.
struct Reporter: Equatable, Sendable {
    let upheld: Int
    let rejected: Int

    /// The last hundred that were decided on: people change.
    init(_ writer: Int64, _ db: Database) throws {
        let sql = """
            SELECT count(*) FILTER (WHERE outcome = 'upheld'), count(*) FILTER (WHERE outcome = 'rejected') FROM
              (SELECT outcome FROM fragmentReport WHERE writer = ? AND outcome IN ('upheld', 'rejected') ORDER BY id DESC LIMIT 100)
            """
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [writer]) else {
            self.init(upheld: 0, rejected: 0)
            return
        }
        self.init(upheld: row[0], rejected: row[1])
    }

    init(upheld: Int, rejected: Int) { (self.upheld, self.rejected) = (upheld, rejected) }

    /// From 0 to 1, a half for who is unknown (Laplace's rule of succession).
    var accuracy: Double { Double(upheld + 1) / Double(upheld + rejected + 2) }

    /// What a report of his weighs, where one of somebody unknown weighs a hundred.
    var percent: Int { Int(nearest: 200 * accuracy) }
}
