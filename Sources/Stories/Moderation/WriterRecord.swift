import Foundation
import GRDB

struct WriterRecord: Equatable, Sendable {
    let fragments: Int
    let stories: Int
    let hidden: Int
    let strikes: Int
    let suspensions: Int
    let upheldAgainst: Int
    let decidedAgainst: Int
    let reporter: Reporter

    init(_ writer: Int64, at now: Date, _ db: Database) throws {
        let sql = """
            SELECT (SELECT count(*) FROM fragment WHERE writer = :id) AS fragments,
              (SELECT count(*) FROM fragment WHERE writer = :id AND isHidden = 1) AS hidden,
              (SELECT count(*) FROM strike WHERE writer = :id AND endedAt IS NULL AND expiresAt > :now) AS strikes,
              (SELECT count(*) FROM suspension JOIN decision ON decision.id = suspension.decision
                WHERE suspension.writer = :id AND undoneAt IS NULL) AS suspensions,
              (SELECT count(*) FROM fragmentReport JOIN fragment ON fragment.id = fragmentReport.fragment
                WHERE fragment.writer = :id AND outcome = 'upheld') AS upheldAgainst,
              (SELECT count(*) FROM fragmentReport JOIN fragment ON fragment.id = fragmentReport.fragment
                WHERE fragment.writer = :id AND outcome IS NOT NULL) AS decidedAgainst,
              (SELECT count(*) FROM fragment WHERE writer = :id AND parent IS NULL) AS stories
            """
        let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: ["id": writer, "now": now])!
        (fragments, hidden, strikes, suspensions) = (row["fragments"], row["hidden"], row["strikes"], row["suspensions"])
        (upheldAgainst, decidedAgainst, stories) = (row["upheldAgainst"], row["decidedAgainst"], row["stories"])
        reporter = try Reporter(writer, db)
    }
}
