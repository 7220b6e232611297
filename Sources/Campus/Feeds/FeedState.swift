import Foundation
import GRDB

/// The result of the last reading of a feed; table `campusFeedState`. Calendar feeds store it as JSON (`CalendarFeed`).
struct FeedState: Codable, FetchableRecord, PersistableRecord, Sendable {
    static let databaseTableName = "campusFeedState"

    let source: Int64
    /// The address of this state; another address starts over.
    var address: String
    var etag = ""
    var lastModified = ""
    var attemptedAt: Date
    var nextAt: Date
    /// Last valid answer, with a document or "not modified".
    var succeededAt: Date?
    /// Last document; items missing from it are gone.
    var readAt: Date?
    var failures = 0
    var outcome = FeedOutcome.good
    var status: Int?
    var added = 0
    var changed = 0
    var removed = 0
    var skipped: Int? = 0

    init(_ source: Int64, at address: String, now: Date) {
        (self.source, self.address, attemptedAt, nextAt) = (source, address, now, now)
    }

    static func of(_ source: Int64, _ db: Database) throws -> FeedState? {
        try fetchOne(db, sql: "SELECT * FROM campusFeedState WHERE source = ?", arguments: [source])
    }

    private static let longestPause = 86_400.0

    /// Records an outcome and sets the next reading, with growing delays on failure.
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

/// Message key: `campus.feeds.outcome.<name>`.
enum FeedOutcome: String, Codable, Sendable, DatabaseValueConvertible, Error {
    case good, same, name, `private`, connection, time, size, redirects, status, noFeed, noCalendar, work, entities

    var isGood: Bool { self == .good || self == .same }
}
