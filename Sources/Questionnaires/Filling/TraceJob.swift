import Admin
import Foundation
import GRDB

/// Moves sent answers out of the pool every hour, and at once after a version ends. It also empties the write-ahead log.
enum TraceJob {
    static let name = "questionnaire-traces"

    static let kind = JobKind(
        name: name, every: .hours(1), isOn: { $0.site.systems.contains(Questionnaires.name) },
        run: { work in
            let outcome = try await mix(work.admin.database)
            guard outcome.lost > 0 else { return [:] }
            return ["saying": LocalizedMessage("questionnaires.mixing.lost", count: outcome.lost).json]
        })

    /// Temporary tables stay in memory: a temporary file would leave answers on disk.
    @discardableResult
    static func mix(_ database: any DatabaseWriter, isNight: Bool = false) async throws -> Mixing.Outcome {
        let outcome = try await database.writeWithoutTransaction { db -> Mixing.Outcome in
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
            defer { try? db.execute(sql: "PRAGMA temp_store = DEFAULT") }
            var outcome = Mixing.Outcome()
            try db.inTransaction {
                outcome = try Mixing.mix(db, now: .now, isNight: isNight)
                return .commit
            }
            return outcome
        }
        await database.emptyLog()
        return outcome
    }
}
