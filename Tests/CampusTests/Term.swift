import Accounts
import Foundation
import GRDB
import TestSupport

@testable import Campus

/// The university of `University` in the middle of its term: `lea` teaches Tides on Mondays from nine, in the Remo hall; `ezra` signs in and
/// teaches nothing.
struct Term: Sendable {
    let university: University
    var site: TestSite { university.site }
    static let zone = TimeZone(identifier: "Europe/Rome") ?? .gmt

    init() async throws {
        university = try await University()
        _ = try await AlertTown(university.site)
        try await university.site.database.write { db in
            let (begins, ends) = (Date.now - 10 * 86_400, Date.now + 80 * 86_400)
            try db.execute(sql: "UPDATE campusTimetable SET begins = ?, ends = ?", arguments: [begins, ends])
            let hash = try String.fetchOne(db, sql: "SELECT passwordHash FROM account LIMIT 1") ?? ""
            for (key, person) in [("lea", 1), ("ezra", 3)] {
                var account = Account(key: key, name: key, passwordHash: hash, language: .italian, createdAt: .now)
                try account.insert(db)
                try RoleAssignment(accountID: account.id ?? 0, role: "campus-teacher", scopeID: nil).insert(db)
                try db.execute(sql: "UPDATE person SET account = ? WHERE id = ?", arguments: [key, person])
            }
        }
    }

    /// `2026-03-02`: a Monday some weeks ahead.
    static func monday(_ weeks: Int = 2) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let day = calendar.nextDate(after: .now, matching: DateComponents(weekday: 2), matchingPolicy: .nextTime) ?? .now
        return AgendaSpan.text(calendar.date(byAdding: .day, value: 7 * (weeks - 1), to: day) ?? day, zone)
    }

    static func lesson(_ day: String) -> String { "/admin/campus/timetables/1/lessons/1/\(day)" }

    /// The calendar of a visitor, as calendar programs get it.
    func file(_ visitor: Browser) async throws -> String {
        try await visitor.post("/campus/agenda/address")
        let page = try await visitor.get("/campus/agenda")
        let address = page.text.firstMatch(of: /\/campus\/agenda\/[A-Za-z0-9_-]{43}\.ics/).map { String($0.output) } ?? "/none"
        return try await visitor.get(address).text.replacingOccurrences(of: "\r\n ", with: "")
    }
}
