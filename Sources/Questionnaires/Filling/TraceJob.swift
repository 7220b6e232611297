import Admin
import Foundation
import GRDB

/// Empties the write-ahead log every hour: until it is, a transaction in it shows which receipt came with which answers, and drafts that
/// have been sent.
enum TraceJob {
    static let kind = JobKind(
        name: "questionnaire-traces", every: .hours(1), isOn: { $0.site.systems.contains(Questionnaires.name) },
        run: { work in
            // A reader in the way is no failure: the next hour does it.
            if let pool = work.desk.database as? DatabasePool {
                try? await pool.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
            }
            return [:]
        })
}
