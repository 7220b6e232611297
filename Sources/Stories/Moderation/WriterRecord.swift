import Foundation
import GRDB

struct WriterRecord: Equatable, Sendable {
    let fragments: Int
    let stories: Int
    let hidden: Int
    let strikes: Int
    let suspensions: Int
    /// Upheld reports about the writer's fragments, and all decided ones.
    let upheldAgainst: Int
    let decidedAgainst: Int
    let reporter: Reporter

    init(_ writer: Int64, at now: Date, _ db: Database) throws {
        let sql = """
            SELECT (SELECT count(*) FROM fragment WHERE writer = :id), (SELECT count(*) FROM fragment WHERE writer = :id AND isHidden = 1),
              (SELECT count(*) FROM strike WHERE writer = :id AND endedAt IS NULL AND expiresAt > :now),
              (SELECT count(*) FROM suspension JOIN decision ON decision.id = suspension.decision
                WHERE suspension.writer = :id AND undoneAt IS NULL),
              (SELECT count(*) FROM fragmentReport JOIN fragment ON fragment.id = fragmentReport.fragment
                WHERE fragment.writer = :id AND outcome = 'upheld'),
              (SELECT count(*) FROM fragmentReport JOIN fragment ON fragment.id = fragmentReport.fragment
                WHERE fragment.writer = :id AND outcome IS NOT NULL),
              (SELECT count(*) FROM fragment WHERE writer = :id AND parent IS NULL)
            """
        let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: ["id": writer, "now": now])!
        (fragments, hidden, strikes, suspensions) = (row[0], row[1], row[2], row[3])
        (upheldAgainst, decidedAgainst) = (row[4], row[5])
        stories = row[6]
        reporter = try Reporter(writer, db)
    }
}
