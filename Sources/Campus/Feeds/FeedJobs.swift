import Admin
import Foundation
import GRDB

enum FeedJobs {
    static let kind = JobKind(name: "campus-feeds", title: "campus.jobs.feeds", lane: .delivery, reachesOut: true, every: .hours(0.25)) {
        work in
        let (ids, calendars, numbers) = try await work.admin.database.read { db in
            (try FeedJobs.due(db, now: .now), try CalendarFeed.due(db, now: .now), try NumberReading.due(db, now: .now))
        }
        let count = ids.count + calendars.count + numbers.count
        // They are few, small, and old soon.
        for (index, id) in numbers.enumerated() {
            try await work.progress(index, of: count)
            try await NumberFetch(admin: work.admin).read(id)
        }
        for (index, id) in ids.enumerated() {
            try await work.progress(numbers.count + index, of: count)
            try await FeedFetch<NewsSource>(admin: work.admin).read(id)
        }
        for (index, id) in calendars.enumerated() {
            try await work.progress(numbers.count + ids.count + index, of: count)
            try await FeedFetch<UniversityCalendar>(admin: work.admin).read(id)
        }
        return ["text": String(count)]
    }

    /// Active sources that are due. A changed address makes a feed due at once.
    static func due(_ db: Database, now: Date) throws -> [Int64] {
        let sql = """
            SELECT s.id FROM campusNewsSource s LEFT JOIN campusFeedState f ON f.source = s.id AND f.address = s.feed
            WHERE \(NewsSource.active("s")) AND s.feed <> '' AND (f.nextAt IS NULL OR f.nextAt <= ?)
            ORDER BY coalesce(f.attemptedAt, ''), s.id
            """
        return try Int64.fetchAll(db, sql: sql, arguments: [now])
    }
}
