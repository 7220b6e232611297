import Admin
import Foundation
import GRDB
import Web

struct Snapshot: FetchableRecord, Decodable, Sendable {
    let runID: Int64
    let at: Date
    let h: Int
    let allH: Int
    let works: Int
    let total: Int

    static func take(of run: Int64, in zone: TimeZone, _ db: Database) throws {
        guard let outcome = try Outcome.of(run, db) else { return }
        let now = try db.transactionDate
        let findings = try Findings(outcome, year: CivilTime(now, in: zone).year, db)
        // History has only numbers that are known.
        guard let h = findings.certainty.exact else { return }
        try db.execute(
            sql: "INSERT INTO citationSnapshot (runID, at, h, allH, works, total) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [run, now, h, findings.all.h, findings.own.works, findings.own.total])
    }

    static func all(ofRun run: Int64, _ db: Database) throws -> [Snapshot] {
        let sql = "SELECT runID, at, h, allH, works, total FROM citationSnapshot WHERE runID = ? ORDER BY at DESC, id DESC LIMIT 500"
        return try fetchAll(db.cachedStatement(sql: sql), arguments: [run]).reversed()
    }

    static func all(of author: Int64, _ db: Database) throws -> [Snapshot] {
        let sql = """
            SELECT s.runID, s.at, s.h, s.allH, s.works, s.total FROM citationSnapshot s JOIN citationRun r ON r.id = s.runID
            WHERE r.author = ? AND \(Run.notTrashed("r")) ORDER BY s.at DESC, s.id DESC LIMIT 100
            """
        return try fetchAll(db.cachedStatement(sql: sql), arguments: [author]).reversed()
    }
}
