import Admin
import Foundation
import GRDB
import Web

/// A guest's request for help; table `helpCall`. Educators see it only in the portal, so it is not for emergencies.
struct HelpCall: FetchableRecord, Decodable, Sendable {
    let id: Int64
    let guestID: Int64
    let name: String
    let text: String
    let createdAt: Date
    let seenAt: Date?
    let answer: String?
    let answeredBy: String?
    let endedAt: Date?

    var isOpen: Bool { endedAt == nil }

    static let longest = 200

    /// The key of the sentence why a text cannot be sent, or nil. `empty` and `long` are keys for missing and overlong texts.
    static func refusal(_ text: String, empty: String, long: String) -> String? {
        if TextRule.isBlank(text) { return empty }
        return TextRule.length(text) > longest ? long : TextRule.flaw(in: text, as: .text)?.textKey
    }

    private static let kept: TimeInterval = 90 * 86400
    private static let sql = "SELECT helpCall.*, guest.name FROM helpCall JOIN guest ON guest.id = guestID"

    /// Changes nothing while another call is open. Returns whether the educator receives these words.
    static func make(_ text: String, by guest: Inhabitant, at now: Date, _ db: Database) throws -> Bool {
        try db.execute(sql: "DELETE FROM helpCall WHERE createdAt < ?", arguments: [now.addingTimeInterval(-kept)])
        try db.execute(
            sql: "INSERT OR IGNORE INTO helpCall (houseID, guestID, text, createdAt) VALUES (?, ?, ?, ?)",
            arguments: [guest.houseID, guest.id, text, now])
        return try db.changesCount > 0 || latest(of: guest.id, now: now, db)?.text == text
    }

    static func latest(of guest: Int64, now: Date, _ db: Database) throws -> HelpCall? {
        try fetchOne(
            db.cachedStatement(sql: sql + " WHERE guestID = ? AND (endedAt IS NULL OR endedAt > ?) ORDER BY helpCall.id DESC LIMIT 1"),
            arguments: [guest, now.addingTimeInterval(-43200)])
    }

    static func withdraw(_ id: Int64, by guest: Int64, at now: Date, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE helpCall SET endedAt = ? WHERE id = ? AND guestID = ? AND endedAt IS NULL", arguments: [now, id, guest])
    }

    static func all(of house: Int64, _ db: Database) throws -> [HelpCall] {
        try fetchAll(db, sql: sql + " WHERE helpCall.houseID = ? ORDER BY helpCall.id DESC LIMIT 50", arguments: [house])
    }

    static func find(_ id: Int64, of house: Int64, _ db: Database) throws -> HelpCall? {
        try fetchOne(db, sql: sql + " WHERE helpCall.id = ? AND helpCall.houseID = ?", arguments: [id, house])
    }

    static func seen(of house: Int64, at now: Date, _ db: Database) throws {
        try db.execute(sql: "UPDATE helpCall SET seenAt = ? WHERE houseID = ? AND seenAt IS NULL", arguments: [now, house])
    }

    func answer(_ text: String, by educator: String, at now: Date, _ db: Database) throws -> Bool {
        try db.execute(
            sql: """
                UPDATE helpCall SET answer = ?, answeredBy = ?, endedAt = ?, seenAt = ifnull(seenAt, ?) WHERE id = ? AND endedAt IS NULL
                """, arguments: [text, educator, now, now, id])
        return db.changesCount > 0
    }

    static func card(of house: Int64?, _ db: Database) throws -> Card {
        let sql = "SELECT count(*) FROM helpCall WHERE houseID = ? AND endedAt IS NULL"
        return Card(
            "house.cards.calls", count: try Int.fetchOne(db, sql: sql, arguments: [house]) ?? 0, address: "/admin/house/messages",
            icon: "bell", permission: House.messages, kind: .bad)
    }
}
