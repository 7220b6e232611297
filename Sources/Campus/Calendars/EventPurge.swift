import Accounts
import Admin
import Foundation
import GRDB

/// Nightly: moves events to the trash a year after their end.
enum EventPurge {
    private static let kept = 365 * 86_400.0
    /// Events for each transaction, so that other writers do not wait long.
    private static let size = 100

    static let kind = JobKind(name: "campus-events", title: "campus.jobs.events", every: .daily(hour: 3, minute: 20)) { work in
        var count = 0
        while true {
            let round = try await work.admin.database.write { try run($0, now: .now) }
            count += round
            guard round == size else { return ["text": String(count)] }
            try await work.progress(count, of: count + 1)
        }
    }

    static func run(_ db: Database, now: Date) throws -> Int {
        let sql = "SELECT id FROM campusEvent WHERE \(Event.notTrashed) AND ends < ? ORDER BY ends LIMIT \(size)"
        let ids = try Int64.fetchAll(db, sql: sql, arguments: [now - kept])
        for id in ids {
            guard var event = try Event.fetch(db, id: id) else { continue }
            try event.move(toTrash: true, db, by: .system("portico"))
        }
        try EventSeries.removeEmpty(db)
        return ids.count
    }
}
