import Foundation
import GRDB
import Hummingbird
import Web

/// What is counted of the helps a guest uses: how often on a day, nothing else. Off unless an educator asked and the guest himself
/// said yes; gone when either ends it. Table `independence`, counts in `aidUse`.
struct Independence: FetchableRecord, Decodable, Sendable {
    let guestID: Int64
    let askedBy: String
    let askedAt: Date
    let agreedAt: Date?

    /// A help that a guest may need less and less.
    enum Aid: String, CaseIterable, Sendable { case speech, details, steps }

    /// Weeks that are shown; older counts are deleted.
    static let weeks = 12

    static func of(_ guest: Int64, _ db: Database) throws -> Independence? {
        try fetchOne(db.cachedStatement(sql: "SELECT * FROM independence WHERE guestID = ?"), arguments: [guest])
    }

    /// Whether anything of this guest is counted.
    static func isOn(_ guest: Int64, _ db: Database) throws -> Bool { try of(guest, db)?.agreedAt != nil }

    static func ask(_ guest: Int64, by educator: String, at now: Date, _ db: Database) throws {
        try db.execute(
            sql: "INSERT OR IGNORE INTO independence (guestID, askedBy, askedAt) VALUES (?, ?, ?)", arguments: [guest, educator, now])
    }

    static func agree(_ guest: Int64, at now: Date, _ db: Database) throws {
        try db.execute(sql: "UPDATE independence SET agreedAt = ? WHERE guestID = ? AND agreedAt IS NULL", arguments: [now, guest])
    }

    /// Ends it: whatever was counted is deleted with it.
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

    /// Counts of each week, the oldest first; a week's day is its Monday.
    static func counts(of guest: Inhabitant, now: Date, _ db: Database) throws -> [(monday: Int, counts: [Aid: Int])] {
        let last = monday(of: day(now, guest.timeZone))
        let rows = try Row.fetchAll(db, sql: "SELECT day, aid, count FROM aidUse WHERE guestID = ?", arguments: [guest.id])
        return (0..<weeks).map { index in
            let start = last - (weeks - 1 - index) * 7
            var counts: [Aid: Int] = [:]
            for row in rows where monday(of: row[0]) == start {
                if let aid = Aid(rawValue: row[1]) { counts[aid, default: 0] += row[2] as Int }
            }
            return (start, counts)
        }
    }

    /// Days since 1970-01-01 as the house counts them.
    static func day(_ date: Date, _ zone: TimeZone) -> Int {
        Int(cutting: ((date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))) / 86400).rounded(.down))
    }

    /// 1970-01-01 was a Thursday.
    static func monday(of day: Int) -> Int { (day + 3) / 7 * 7 - 3 }
}

extension GuestRequestContext {
    /// Whether what this guest uses is counted: never while somebody else tries his pages.
    var isCounted: Bool { (visitor.person as? GuestPageVisitor)?.isCounted ?? false }
}

extension GuestPages {
    /// Counts a help that a guest used, if he agreed to it. What his browser saves for later was not looked at.
    func note(_ aid: Independence.Aid, _ person: GuestRequestContext, _ request: Request) async throws {
        guard person.isCounted, !request.isForKeeping else { return }
        try await database.write { try Independence.count(aid, of: person.guest, at: .now, $0) }
    }
}
