import Admin
import Foundation
import GRDB
import Web

/// Who changed a list or wrote a message, by the name that the others read.
struct NoticeAuthor: Sendable {
    let name: String
    var guest: Int64?
    var account: Int64?
}

/// Something that guests are told: somebody else changed their list, or an educator writes. Table `notice`; who is told, and what he
/// answered, is in `noticeDelivery`, so that nothing is lost by a restart and nothing is told twice.
struct Notice: FetchableRecord, Decodable, Sendable {
    let id: Int64
    let kind: String
    let author: String
    let text: String
    let createdAt: Date
    /// When the guest it was asked for saw it.
    var seenAt: Date?

    /// Changes by one person within so many seconds make one notice.
    static let pause: TimeInterval = 30
    private static let kept: TimeInterval = 90 * 86400

    /// "Marta has changed the list."
    func said(_ words: Words) -> String {
        kind == "list" ? words("living.notice.list", ["name": author]) : words("living.notice.message", ["name": author, "text": text])
    }

    func values(_ words: Words) -> Values { ["id": String(id), "text": said(words), "isList": kind == "list"] }

    // MARK: Telling

    /// The key of the sentence that says why an educator's message cannot go out; nil when it can.
    static func refusal(_ text: String, to guests: [Int64]) -> String? {
        HelpCall.refusal(text, empty: "living.desk.message.empty", long: "living.desk.message.long") ?? (guests.isEmpty ? noGuest : nil)
    }

    static let noGuest = "living.desk.message.nobody"

    /// Those of some guests who live in the house and can be told something.
    static func reached(_ guests: [Int64], in house: Int64, _ db: Database) throws -> [Int64] {
        let sql = "SELECT id FROM guest WHERE houseID = ? AND active AND deletedAt IS NULL ORDER BY folded"
        return try Int64.fetchAll(db, sql: sql, arguments: [house]).filter(Set(guests).contains)
    }

    /// Tells everybody who reads a list, except whoever changed it and those who already wait for an answer about the same changes.
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

    /// - Parameter guests: of this house; whoever is none of them is not told.
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
        let sql =
            "INSERT INTO noticeDelivery (noticeID, guestID) SELECT ?, id FROM guest WHERE id = ? AND houseID = ? AND active AND deletedAt IS NULL"
        for guest in Set(guests) { try db.execute(sql: sql, arguments: [id, guest, house]) }
        try PushDelivery.note(id, kind, house: house, at: now, db)
    }

    /// The guests whose list it is, and who want to be told.
    private static func readers(of list: ShoppingList, except author: Int64?, _ db: Database) throws -> [Int64] {
        let sql = "SELECT id FROM guest WHERE houseID = ? AND active AND deletedAt IS NULL AND (? IS NULL OR id = ?)"
        let guests = try Int64.fetchAll(db, sql: sql, arguments: [list.houseID, list.guestID, list.guestID])
        return try guests.filter { guest in
            let preferences = try GuestPreferences.of(guest, house: list.houseID, db)
            return guest != author && preferences[.notices] != "off" && (list.guestID != nil || !preferences.isOn(.ownList))
        }
    }

    // MARK: Being told

    /// The newest that a guest has not answered.
    static func waiting(for guest: Int64, _ db: Database) throws -> Notice? {
        let sql = """
            SELECT notice.*, seenAt FROM noticeDelivery JOIN notice ON notice.id = noticeID
            WHERE guestID = ? AND answer IS NULL ORDER BY noticeID DESC LIMIT 1
            """
        return try fetchOne(db.cachedStatement(sql: sql), arguments: [guest])
    }

    /// What a guest was told, the newest first.
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

    /// The newest that a guest has not answered about a list: a page that shows the list as it is answers it.
    static func aboutList(for guest: Int64, _ db: Database) throws -> Int64? {
        let sql = """
            SELECT max(noticeID) FROM noticeDelivery JOIN notice ON notice.id = noticeID
            WHERE guestID = ? AND answer IS NULL AND kind = 'list'
            """
        return try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: [guest])
    }

    /// Answers a notice. One about a list answers the older ones too, also those about a list that is finished since: a guest has one list.
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
