import Foundation
import GRDB
import Hummingbird
import Web

/// Daily counts of helps, at an educator's request with the guest's consent; deleted when either ends. Tables `independence`, `aidUse`.
struct Independence: FetchableRecord, Decodable, Sendable {
    let guestID: Int64
    let askedBy: String
    let askedAt: Date
    let agreedAt: Date?

    enum Aid: String, CaseIterable, Sendable { case speech, details, steps }

    /// Weeks shown; older counts are deleted.
    static let weeks = 12

    static func of(_ guest: Int64, _ db: Database) throws -> Independence? {
        try fetchOne(db.cachedStatement(sql: "SELECT * FROM independence WHERE guestID = ?"), arguments: [guest])
    }

    static func isOn(_ guest: Int64, _ db: Database) throws -> Bool { try of(guest, db)?.agreedAt != nil }

    static func ask(_ guest: Int64, by educator: String, at now: Date, _ db: Database) throws {
        try db.execute(
            sql: "INSERT OR IGNORE INTO independence (guestID, askedBy, askedAt) VALUES (?, ?, ?)", arguments: [guest, educator, now])
    }

    static func agree(_ guest: Int64, at now: Date, _ db: Database) throws {
        try db.execute(sql: "UPDATE independence SET agreedAt = ? WHERE guestID = ? AND agreedAt IS NULL", arguments: [now, guest])
    }

    static func end(_ guest: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM independence WHERE guestID = ?", arguments: [guest])
    }

    static func count(_ aid: Aid, of guest: Inhabitant, at now: Date, _ db: Database) throws {
        let day = day(now, guest.timeZone)
        try db.execute(
            sql: """
                INSERT INTO aidUse (guestID, day, aid, count) SELECT guestID, ?, ?, 1 FROM independence WHERE guestID = ? AND agreedAt IS NOT NULL
                ON CONFLICT (guestID, day, aid) DO UPDATE SET count = count + 1
                """, arguments: [day, aid.rawValue, guest.id])
        try db.execute(
            sql: "DELETE FROM aidUse WHERE guestID = ? AND day < ?", arguments: [guest.id, monday(of: day) - (weeks - 1) * 7])
    }

    static func counts(of guest: Inhabitant, now: Date, _ db: Database) throws -> [(monday: Int, counts: [Aid: Int])] {
        let last = monday(of: day(now, guest.timeZone))
        let rows = try Row.fetchAll(db, sql: "SELECT day, aid, count FROM aidUse WHERE guestID = ?", arguments: [guest.id])
        return (0..<weeks).map { index in
            let start = last - (weeks - 1 - index) * 7
            var counts: [Aid: Int] = [:]
            for row in rows where monday(of: row["day"]) == start {
                if let aid = Aid(rawValue: row["aid"]) { counts[aid, default: 0] += row["count"] as Int }
            }
            return (start, counts)
        }
    }

    /// Days since 1970-01-01 in the house's time zone.
    static func day(_ date: Date, _ zone: TimeZone) -> Int {
        Int(cutting: ((date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))) / 86400).rounded(.down))
    }

    /// 1970-01-01 was a Thursday.
    static func monday(of day: Int) -> Int { (day + 3) / 7 * 7 - 3 }
}

extension GuestRequestContext {
    /// Whether this guest's use is counted; never while an educator tries their pages.
    var isCounted: Bool { (visitor.person as? GuestPageVisitor)?.isCounted ?? false }

    /// Counts a used help if the guest agreed. Copies that the browser saves for later do not count.
    func note(_ aid: Independence.Aid, _ request: Request, _ database: any DatabaseWriter) async throws {
        guard isCounted, !request.isForKeeping else { return }
        try await database.write { try Independence.count(aid, of: guest, at: .now, $0) }
    }
}
