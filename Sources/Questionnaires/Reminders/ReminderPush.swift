import Admin
import Foundation
import GRDB
import Web

/// A reminder for one browser; table `reminderPush`. It waits for its push service until the course ends, at most for a day.
struct ReminderPush: Decodable, FetchableRecord, Sendable {
    let id: Int64
    let browser: Int64
    let campaign: Int64
    let language: String
    let title: String
    let body: String
    let createdAt: Date
    let ends: Date
    private let address: String
    private let publicKey: Data
    private let secret: Data

    private static let (lifetime, pause): (TimeInterval, TimeInterval) = (86_400, 900)
    private static let most = 256
    static let name = "questionnaire-push"

    static let kind = JobKind(
        name: name, lane: .delivery, reachesOut: true, isOn: { $0.site.systems.contains(Questionnaires.name) },
        run: { work in
            let admin = work.admin
            let key = try await PushKey.find(in: admin.database)
            try await WebSender.run(admin.webPush, key: key) { sender in
                var tried: Set<Int64> = []
                while true {
                    let pushes = try await admin.database.write { [tried] db in try due(without: tried, at: .now, db) }
                    if pushes.isEmpty { break }
                    tried.formUnion(pushes.map(\.id))
                    // What was sent is noted even while the program ends: else it would be sent again.
                    try await Task {
                        let outcomes = await sender.send(pushes.map(\.letter), at: { .now })
                        try await admin.database.write { db in
                            for (push, outcome) in zip(pushes, outcomes) { try push.note(outcome, db) }
                        }
                    }.value
                    try Task.checkCancellation()
                }
            }
            try await admin.database.write { db in
                let isAny = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM reminderPush)") ?? false
                if isAny { try Jobs.enqueue(db, name, at: .now + pause, by: .system("portico")) }
            }
            return [:]
        })

    static func add(
        to browsers: [ReminderBrowser], of campaign: Int64, _ title: String, _ body: String, _ language: Language, until end: Date,
        at now: Date, _ db: Database
    ) throws {
        for browser in browsers {
            try db.execute(
                sql: """
                    INSERT INTO reminderPush (browser, campaign, language, title, body, createdAt, ends) VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [browser.id, campaign, language.rawValue, title, body, now, min(end, now + lifetime)])
        }
    }

    /// Removes those that came too late.
    static func due(without tried: Set<Int64>, at now: Date, _ db: Database) throws -> [ReminderPush] {
        try db.execute(sql: "DELETE FROM reminderPush WHERE ends <= ?", arguments: [now])
        let sql = """
            SELECT reminderPush.id, browser, campaign, language, title, body, reminderPush.createdAt, ends, address, publicKey, secret
            FROM reminderPush JOIN reminderBrowser ON reminderBrowser.id = reminderPush.browser
            WHERE reminderPush.id NOT IN (SELECT value FROM json_each(?)) ORDER BY reminderPush.id LIMIT \(most)
            """
        let list = "[" + tried.map { String($0) }.joined(separator: ",") + "]"
        return try fetchAll(db, sql: sql, arguments: [list])
    }

    private var topic: String { "campaign-\(campaign)" }

    /// For the worker, `push-worker.js`.
    var payload: JSON {
        .object([
            ("id", .number(Int(id))), ("kind", .text("reminder")), ("title", .text(title)), ("body", .text(body)), ("tag", .text(topic)),
            ("url", .text(Questionnaires.address)), ("lang", .text(language)),
            ("at", .number(Int(cutting: createdAt.timeIntervalSince1970 * 1000))), ("stays", .flag(false)),
        ])
    }

    var letter: WebPushMessage {
        WebPushMessage(
            to: WebSubscription(address: address, publicKey: publicKey, secret: secret), payload: Data(payload.compact.utf8), topic: topic,
            end: ends, isUrgent: false)
    }

    func note(_ outcome: PushOutcome, _ db: Database) throws {
        switch outcome.verdict {
        case .later: return
        case .gone: try db.execute(sql: "DELETE FROM reminderBrowser WHERE id = ?", arguments: [browser])
        case .sent, .refused: try db.execute(sql: "DELETE FROM reminderPush WHERE id = ?", arguments: [id])
        }
    }
}
