import Admin
import Foundation
import GRDB
import Web

/// A message on its way to a moderator's browser; table `moderatorPush`. What was sent is deleted.
struct ModeratorPush: Decodable, FetchableRecord, Sendable {
    let id: Int64
    let browser: Int64
    let title: String
    let text: String
    let path: String
    let language: String
    let isUrgent: Bool
    let waiting: Int
    let at: Date
    let attempts: Int

    /// Replaces an earlier message that the browser has not got or still shows.
    static let topic = "stories-calls"
    /// Half a day; the page shows what waits anyway.
    private static let lifetime: TimeInterval = 12 * 3600
    /// Seconds in which no other run sends the same.
    private static let claim: TimeInterval = 120
    private static let delays: [TimeInterval] = [60, 300, 1_800, 7_200]
    private static let most = 100

    struct Message: Sendable {
        let title: String
        let text: String
        let path: String
        let language: Language
        let isUrgent: Bool
        let waiting: Int
    }

    static func enqueue(_ message: Message, for browser: Int64, at now: Date, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM moderatorPush WHERE browser = ?", arguments: [browser])
        try db.execute(
            sql: """
                INSERT INTO moderatorPush (browser, title, text, path, language, isUrgent, waiting, at, nextAt)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                browser, message.title, message.text, message.path, message.language.rawValue, message.isUrgent, message.waiting, now, now,
            ])
    }

    /// For the service worker, `push-worker.js`.
    private var payload: Data {
        Data(
            JSON.object([
                ("id", .number(Int(id))), ("title", .text(title)), ("body", .text(text)), ("tag", .text(Self.topic)), ("url", .text(path)),
                ("lang", .text(language)), ("at", .number(Int(cutting: at.timeIntervalSince1970 * 1000))), ("stays", .flag(isUrgent)),
                ("badge", .number(waiting)),
            ]).compact.utf8)
    }

    private struct Item: Sendable {
        let push: ModeratorPush
        let letter: WebPushMessage
    }

    /// Sends what is due, and returns how many messages there were.
    static func sendDue(_ admin: AdminContext, at now: Date = .now) async throws -> Int {
        let items = try await admin.database.write { try take(at: now, $0) }
        guard !items.isEmpty else { return 0 }
        let key = try await PushKey.find(in: admin.database)
        let outcomes = try await WebSender.run(admin.webPush, key: key) { sender in
            await sender.send(items.map(\.letter)) { now }
        }
        // What was sent is recorded even while the program ends: else it would be sent again.
        try await Task {
            try await admin.database.write { db in
                for (item, outcome) in zip(items, outcomes) { try item.push.record(outcome, at: now, db) }
            }
        }.value
        return items.count
    }

    private static func take(at now: Date, _ db: Database) throws -> [Item] {
        try db.execute(sql: "DELETE FROM moderatorPush WHERE at <= ?", arguments: [now - lifetime])
        // Those who are no moderators any more hear nothing.
        try db.execute(
            sql: """
                DELETE FROM moderatorPush WHERE browser IN
                  (SELECT id FROM moderatorBrowser WHERE account NOT IN (\(SecondReviewer.accounts)))
                """, arguments: [ModerationPages.deciding.rawValue])
        let due = try fetchAll(
            db, sql: "SELECT * FROM moderatorPush WHERE nextAt <= ? ORDER BY nextAt, id LIMIT \(most)", arguments: [now])
        let wait = try db.cachedStatement(sql: "UPDATE moderatorPush SET nextAt = ? WHERE id = ?")
        return try due.compactMap { push in
            try wait.execute(arguments: [now + claim, push.id])
            let sql = "SELECT * FROM moderatorBrowser WHERE id = ?"
            guard let browser = try ModeratorBrowser.fetchOne(db.cachedStatement(sql: sql), arguments: [push.browser]) else { return nil }
            let letter = WebPushMessage(
                to: browser.subscription, payload: push.payload, topic: topic, end: push.at + lifetime, isUrgent: push.isUrgent)
            return Item(push: push, letter: letter)
        }
    }

    private func record(_ outcome: PushOutcome, at now: Date, _ db: Database) throws {
        switch outcome.verdict {
        case .later(let pause):
            let delay = max(pause ?? 0, Self.delays[min(attempts, Self.delays.count - 1)])
            try db.execute(
                sql: "UPDATE moderatorPush SET attempts = attempts + 1, nextAt = ? WHERE id = ?", arguments: [now + delay, id])
        case .gone: try db.execute(sql: "DELETE FROM moderatorBrowser WHERE id = ?", arguments: [browser])
        case .sent, .refused: try db.execute(sql: "DELETE FROM moderatorPush WHERE id = ?", arguments: [id])
        }
    }

    /// A restored copy sends nothing that the original site may have sent.
    static func dropWaiting(before moment: Date, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM moderatorPush WHERE at < ?", arguments: [moment])
    }
}
