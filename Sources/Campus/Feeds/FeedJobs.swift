import Admin
import Foundation
import GRDB

/// Reads the feeds that are due, one after the other.
enum FeedJobs {
    static let kind = JobKind(name: "campus-feeds", title: "campus.jobs.feeds", every: .hours(0.25)) { work in
        let ids = try await work.desk.database.read { try FeedJobs.due($0, now: .now) }
        for (index, id) in ids.enumerated() {
            try await work.progress(index, of: ids.count)
            try await FeedFetch(desk: work.desk).read(id)
        }
        return ["text": String(ids.count)]
    }

    /// Those that are shown; of one whose address changed the state counts no more.
    static func due(_ db: Database, now: Date) throws -> [Int64] {
        let sql = """
            SELECT s.id FROM campusNewsSource s LEFT JOIN campusFeedState f ON f.source = s.id AND f.address = s.feed
            WHERE s.deletedAt IS NULL AND s.active = 1 AND s.feed <> '' AND (f.nextAt IS NULL OR f.nextAt <= ?)
            ORDER BY coalesce(f.attemptedAt, ''), s.id
            """
        return try Int64.fetchAll(db, sql: sql, arguments: [now])
    }
}
