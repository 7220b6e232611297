import Admin
import Foundation
import GRDB
import Web

/// The last number that was read of a source, and how its last reading went; table `campusNumberReading`.
struct NumberReading: Codable, FetchableRecord, PersistableRecord, Sendable {
    static let databaseTableName = "campusNumberReading"

    /// Message key: `campus.readings.outcome.<name>`.
    enum Outcome: String, Codable, Sendable, Error, DatabaseValueConvertible {
        case good, name, `private`, connection, time, size, redirects, status, noDocument, noNumber, noMoment
    }

    let source: Int64
    /// Of what it is: address and paths. Another place starts over.
    var place: String
    var value: Double?
    var at: Date?
    var attemptedAt: Date
    var nextAt: Date
    var failures = 0
    var outcome = Outcome.good

    private static let longestPause = 86_400.0

    init(_ source: Int64, of place: String, now: Date) {
        (self.source, self.place, attemptedAt, nextAt) = (source, place, now, now)
    }

    static func of(_ source: Int64, _ db: Database) throws -> NumberReading? { try fetchOne(db, key: ["source": source]) }

    /// Keeps the earlier number after a failure: its moment says how old it is.
    mutating func note(_ found: Result<NumberDocument.Found, Outcome>, period: FeedPeriod, now: Date) {
        attemptedAt = now
        switch found {
        case .success(let number):
            // A clock that is ahead would keep a number fresh.
            (value, at, outcome, failures) = (number.value, min(number.at ?? now, now), .good, 0)
            nextAt = now + period.seconds
        case .failure(let why):
            (outcome, failures) = (why, failures + 1)
            nextAt = now + max(period.seconds, min(period.seconds * pow(2, Double(min(failures, 8))), Self.longestPause))
        }
    }

    static func due(_ db: Database, now: Date) throws -> [Int64] {
        let sql = """
            SELECT s.id FROM campusNumberSource s LEFT JOIN campusNumberReading r ON r.source = s.id
              AND r.place = s.url || ' ' || s.path || ' ' || s.timePath
            WHERE \(NumberSource.published("s")) AND (r.nextAt IS NULL OR r.nextAt <= ?) ORDER BY coalesce(r.attemptedAt, ''), s.id
            """
        return try Int64.fetchAll(db, sql: sql, arguments: [now])
    }

    /// The column of the list: the number with its moment, and what is wrong.
    static func texts(_ ids: [Int64], _ context: FormContext) throws -> [Int64: String] {
        let rendering = RenderContext(words: context.words, zone: context.zone)
        let found = try ids.map { id in
            (id, try NumberSource.fetch(context.db, id: id).map { try NumberTile(source: $0, rendering: rendering, context.db).line } ?? "")
        }
        return Dictionary(found) { first, _ in first }
    }
}
