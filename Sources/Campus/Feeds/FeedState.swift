import Foundation
import GRDB

/// What the last reading of a source's feed brought; table `campusFeedState`. Feeds of calendars keep theirs as JSON (`CalendarFeed`).
struct FeedState: Codable, FetchableRecord, PersistableRecord, Sendable {
    static let databaseTableName = "campusFeedState"

    let source: Int64
    /// The feed that this is about: another one is read anew.
    var address: String
    var etag = ""
    var lastModified = ""
    var attemptedAt: Date
    var nextAt: Date
    /// When it last answered as it should, with a document or that nothing changed.
    var succeededAt: Date?
    /// When it last brought a document; what was not in that one is gone.
    var readAt: Date?
    /// How often it failed since.
    var failures = 0
    var outcome = FeedOutcome.good
    /// What its server answered, in HTTP's numbers.
    var status: Int?
    var added = 0
    var changed = 0
    var removed = 0

    init(_ source: Int64, at address: String, now: Date) {
        (self.source, self.address, attemptedAt, nextAt) = (source, address, now, now)
    }

    static func of(_ source: Int64, _ db: Database) throws -> FeedState? {
        try fetchOne(db, sql: "SELECT * FROM campusFeedState WHERE source = ?", arguments: [source])
    }

    private static let longestPause = 86_400.0

    /// Notes how a reading ended, and when the next one is due: later and later while it fails.
    mutating func note(_ outcome: FeedOutcome, period: FeedPeriod, now: Date) {
        (self.outcome, attemptedAt) = (outcome, now)
        if outcome.isGood {
            (failures, succeededAt) = (0, now)
        } else {
            failures += 1
        }
        let pause = period.seconds * pow(2, Double(min(failures, 8)))
        nextAt = now + (outcome.isGood ? period.seconds : max(period.seconds, min(pause, Self.longestPause)))
    }
}

/// How a reading ended; the text `campus.feeds.outcome.<name>`.
enum FeedOutcome: String, Codable, Sendable, DatabaseValueConvertible, Error {
    case good, same, name, `private`, connection, time, size, redirects, status, noFeed, noCalendar, work, entities

    var isGood: Bool { self == .good || self == .same }
}
