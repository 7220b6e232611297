import Admin
import Foundation
import GRDB
import Web

struct NoticeAuthor: Sendable {
    let name: String
    var guest: Int64?
    var account: Int64?
}

/// A notice for guests; table `notice`. Recipients and answers are in `noticeDelivery`: a restart neither loses nor repeats any.
struct Notice: FetchableRecord, Decodable, Sendable {
    let id: Int64
    let kind: String
    let author: String
    let text: String
    let createdAt: Date
    var seenAt: Date?

    /// Changes by one person within this many seconds make one notice.
    static let pause: TimeInterval = 30
    private static let kept: TimeInterval = 90 * 86400

    func localized(_ words: Words) -> String {
        kind == "list" ? words("living.notice.list", ["name": author]) : words("living.notice.message", ["name": author, "text": text])
    }

    func values(_ words: Words) -> Values { ["id": String(id), "text": localized(words), "isList": kind == "list"] }

    /// Returns the key of the sentence that explains why a message cannot be sent, or nil.
    static func refusal(_ text: String, to guests: [Int64]) -> String? {
        HelpCall.refusal(text, empty: "living.desk.message.empty", long: "living.desk.message.long") ?? (guests.isEmpty ? noGuest : nil)
    }

    static let noGuest = "living.desk.message.nobody"

    static func reached(_ guests: [Int64], in house: Int64, _ db: Database) throws -> [Int64] {
        let sql = "SELECT id FROM guest WHERE \(Guest.active.in("?")) ORDER BY folded"
        return try Int64.fetchAll(db, sql: sql, arguments: [house]).filter(Set(guests).contains)
    }

    /// Notifies the readers of a list, except the author and readers with an unanswered notice of the same changes.
    static func listChanged(_ list: ShoppingList, by author: NoticeAuthor, at now: Date, _ db: Database) throws {
        let readers = try readers(of: list, except: author.guest, db)
        guard !readers.isEmpty else { return }
        let known = """
            SELECT guestID FROM noticeDelivery JOIN notice ON notice.id = noticeID
            WHERE listID = ? AND authorGuest IS ? AND authorAccount IS ? AND createdAt > ? AND answer IS NULL
            """
        let arguments: StatementArguments = [list.id, author.guest, author.account, now.addingTimeInterval(-pause)]
        let waiting = try Set(Int64.fetchAll(db, sql: known, arguments: arguments))
        let others = readers.filter { !waiting.contains($0) }
        guard !others.isEmpty else { return }
        try write("list", by: author, house: list.houseID, list: list.id, text: "", to: others, at: now, db)
    }

    static func write(
        _ kind: String, by author: NoticeAuthor, house: Int64, list: Int64? = nil, text: String, to guests: [Int64], at now: Date,
        _ db: Database
    ) throws {
        try db.execute(sql: "DELETE FROM notice WHERE createdAt < ?", arguments: [now.addingTimeInterval(-kept)])
        try db.execute(
            sql: """
                INSERT INTO notice (houseID, kind, author, authorGuest, authorAccount, listID, text, createdAt) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """, arguments: [house, kind, author.name, author.guest, author.account, list, text, now])
        let id = db.lastInsertedRowID
        let sql = "INSERT INTO noticeDelivery (noticeID, guestID) SELECT ?, id FROM guest WHERE id = ? AND \(Guest.active.in("?"))"
        for guest in Set(guests) { try db.execute(sql: sql, arguments: [id, guest, house]) }
        try PushDelivery.note(id, kind, house: house, at: now, db)
    }

    private static func readers(of list: ShoppingList, except author: Int64?, _ db: Database) throws -> [Int64] {
        let sql = "SELECT id FROM guest WHERE \(Guest.active.in("?")) AND (? IS NULL OR id = ?)"
        let guests = try Int64.fetchAll(db, sql: sql, arguments: [list.houseID, list.guestID, list.guestID])
        return try guests.filter { guest in
            let preferences = try GuestPreferences.of(guest, house: list.houseID, db)
            return guest != author && preferences[.notices] != "off" && (list.guestID != nil || !preferences.isOn(.ownList))
        }
    }

    static func waiting(for guest: Int64, _ db: Database) throws -> Notice? {
        let sql = """
            SELECT notice.*, seenAt FROM noticeDelivery JOIN notice ON notice.id = noticeID
            WHERE guestID = ? AND answer IS NULL ORDER BY noticeID DESC LIMIT 1
            """
        return try fetchOne(db.cachedStatement(sql: sql), arguments: [guest])
    }

    static func all(of guest: Int64, _ db: Database) throws -> [Notice] {
        let sql =
            "SELECT notice.* FROM noticeDelivery JOIN notice ON notice.id = noticeID WHERE guestID = ? ORDER BY noticeID DESC LIMIT 60"
        return try fetchAll(db, sql: sql, arguments: [guest])
    }

    static func sent(_ id: Int64, to guest: Int64, at now: Date, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE noticeDelivery SET sentAt = ifnull(sentAt, ?) WHERE noticeID = ? AND guestID = ?", arguments: [now, id, guest])
    }

    static func seen(_ id: Int64, by guest: Int64, at now: Date, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE noticeDelivery SET sentAt = ifnull(sentAt, ?), seenAt = ifnull(seenAt, ?) WHERE noticeID = ? AND guestID = ?",
            arguments: [now, now, id, guest])
    }

    /// Returns the guest's newest unanswered notice about a list; a page that shows the current list answers it.
    static func aboutList(for guest: Int64, _ db: Database) throws -> Int64? {
        let sql = """
            SELECT max(noticeID) FROM noticeDelivery JOIN notice ON notice.id = noticeID
            WHERE guestID = ? AND answer IS NULL AND kind = 'list'
            """
        return try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: [guest])
    }

    /// Answers a notice. An answer about a list covers older ones, also about a finished list, because a guest has one list.
    static func answer(_ id: Int64, _ answer: String, by guest: Int64, at now: Date, _ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE noticeDelivery SET answer = :answer, answeredAt = :now, sentAt = ifnull(sentAt, :now), seenAt = ifnull(seenAt, :now)
                WHERE guestID = :guest AND answer IS NULL AND (noticeID = :notice OR noticeID IN (
                  SELECT older.id FROM notice AS older JOIN notice AS this ON this.id = :notice AND this.kind = 'list'
                  WHERE older.kind = 'list' AND older.id < this.id))
                """, arguments: ["answer": answer, "now": now, "guest": guest, "notice": id])
    }
}
