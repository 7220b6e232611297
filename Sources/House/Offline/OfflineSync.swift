import Foundation
import GRDB
import Web

/// Applies list changes that guests made offline: in order, once each, and independently. Rows that an educator removed stay out, but a
/// purchase restores its row, and late acts never remove bought rows. Otherwise the later act wins, as with forms.
enum OfflineSync {
    static let most = 200
    /// Browsers offline for longer may repeat an act.
    private static let kept: TimeInterval = 90 * 86400

    /// `acts` are at most `most`, in order; `language` is for names in refusals. Returns an answer for each act, in order.
    static func apply(
        _ acts: [SyncAct], for guest: Inhabitant, in language: Language, broadcaster: HouseEventBroadcaster, at now: Date = .now,
        _ db: Database
    ) throws -> [SyncAnswer] {
        try db.execute(sql: "DELETE FROM syncAct WHERE at < ?", arguments: [now.addingTimeInterval(-kept)])
        let owner = try GuestPreferences.of(guest.id, house: guest.houseID, db).isOn(.ownList) ? guest.id : nil
        let list = try ShoppingList.open(of: owner, house: guest.houseID, db)
        let late = OfflineListChanges(list: list, language: language)
        var isChanged = false
        let answers = try acts.map { act -> SyncAnswer in
            guard act.hasID, let op = act.op else { return SyncAnswer(id: act.id, state: .refused, reason: .unclear) }
            let (known, name) = try earlierAnswer(act, of: guest, db)
            if let known { return known }
            if let form = act.formName(of: guest.id), try !db.isFirst(form) {
                return try remember(SyncAnswer(id: act.id, state: .already), to: act, as: name, of: guest, at: now, db)
            }
            let answer = try late.answer(act, op, db)
            if answer.state == .done { isChanged = true }
            return try remember(answer, to: act, as: name, of: guest, at: now, db)
        }
        if isChanged { try list.changed(by: NoticeAuthor(name: guest.firstName, guest: guest.id), broadcaster, db) }
        return answers
    }

    /// The earlier answer to an act, which may have been lost. Acts are known by id and content, so a reused id hides nothing.
    private static func earlierAnswer(_ act: SyncAct, of guest: Inhabitant, _ db: Database) throws -> (answer: SyncAnswer?, name: String) {
        let longer = act.id + " " + act.hash.base64EncodedString()
        for name in [act.id, longer] {
            let sql = "SELECT answer, hash FROM syncAct WHERE guestID = ? AND id = ?"
            guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [guest.id, name]) else { return (nil, name) }
            guard (row["hash"] as Data?).map({ $0 == act.hash }) ?? true else { continue }
            var answer = try JSONDecoder().decode(SyncAnswer.self, from: Data((row["answer"] as String).utf8))
            if answer.state == .done { answer.state = .already }
            return (answer, name)
        }
        return (nil, longer)
    }

    private static func remember(
        _ answer: SyncAnswer, to act: SyncAct, as name: String, of guest: Inhabitant, at now: Date, _ db: Database
    ) throws -> SyncAnswer {
        let json = String(decoding: try JSONEncoder().encode(answer), as: UTF8.self)
        try db.execute(
            sql: "INSERT OR REPLACE INTO syncAct (guestID, id, at, answer, hash) VALUES (?, ?, ?, ?, ?)",
            arguments: [guest.id, name, now, json, act.hash])
        return answer
    }
}
