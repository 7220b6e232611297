import Accounts
import Foundation
import GRDB

/// An event for a webhook; table `webhookDelivery`. Kept for 30 days as a log of requests and answers.
struct WebhookDelivery: Codable, FetchableRecord, MutablePersistableRecord, Sendable {
    enum State: String, Codable, Sendable { case waiting, done, failed }

    private(set) var id: Int64?
    let webhookID: Int64
    /// The same for all attempts and webhooks.
    let eventID: String
    let event: String
    let payload: String
    var state = State.waiting
    var attempts = 0
    var nextAt: Date?
    var status: Int?
    var answer = ""
    /// The last part of the text key `webhooks.errors.<error>`.
    var error: String?
    let createdAt: Date
    var triedAt: Date?

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

    static let test = "webhook.test"
    private static let kept: TimeInterval = 30 * 86_400
    /// Seconds between attempts.
    private static let delays: [TimeInterval] = [60, 300, 1_800, 7_200, 18_000, 36_000, 86_400]

    func enqueue(_ webhook: Webhook, at moment: Date? = nil, _ db: Database) throws {
        try Jobs.enqueue(
            db, WebhookSender.kind.name, payload: ["delivery": id ?? 0], title: LocalizedMessage("webhooks.job", ["address": webhook.host]),
            at: moment,
            // A test is not delayed by a resting receiver.
            receiver: event == Self.test ? "" : webhook.receiver, by: .system(""))
    }

    mutating func record(_ outcome: WebhookSender.Outcome, _ webhook: inout Webhook, at now: Date, _ db: Database) throws {
        attempts += 1
        (triedAt, nextAt, status, answer, error) = (now, nil, outcome.status, outcome.answer, outcome.error)
        if outcome.error == nil {
            state = .done
            webhook.succeed()
            try JobReceiver.answered(webhook.receiver, db)
        } else {
            let wasOn = webhook.isOn
            if outcome.isGone, wasOn { webhook.giveUp(.gone, at: now) } else { _ = webhook.fail(at: now) }
            if outcome.isMute { try JobReceiver.failed(webhook.receiver, pause: outcome.retryAfter, at: now, db) }
            try tryAgain(webhook, after: outcome.retryAfter, at: now, db)
            if wasOn, !webhook.isOn { try Webhooks.switchedOff(webhook, db) }
        }
        try update(db)
        try webhook.update(db)
        try db.execute(
            sql: "DELETE FROM webhookDelivery WHERE createdAt < ? AND state <> 'waiting'", arguments: [now.addingTimeInterval(-Self.kept)])
    }
}

extension WebhookDelivery {
    private mutating func tryAgain(_ webhook: Webhook, after pause: TimeInterval? = nil, at now: Date, _ db: Database) throws {
        guard attempts <= Self.delays.count, webhook.isOn else {
            state = .failed
            return
        }
        state = .waiting
        nextAt = now.addingTimeInterval(max(Self.delays[attempts - 1], pause ?? 0))
        try enqueue(webhook, at: nextAt, db)
    }

    static func sendAgain(since moment: Date, to webhook: Webhook, _ db: Database) throws -> Int {
        let sql = "SELECT * FROM webhookDelivery WHERE webhookID = ? AND state = 'failed' AND createdAt >= ? ORDER BY createdAt, id"
        let failed = try fetchAll(db, sql: sql, arguments: [webhook.id, moment])
        try JobReceiver.answered(webhook.receiver, db)
        for delivery in failed { try delivery.sendAgain(to: webhook, db) }
        return failed.count
    }

    func sendAgain(to webhook: Webhook, _ db: Database) throws {
        var delivery = self
        (delivery.state, delivery.attempts, delivery.nextAt, delivery.error) = (.waiting, 0, try db.transactionDate, nil)
        try delivery.update(db)
        try delivery.enqueue(webhook, db)
    }

    /// Sets aside what waited in a copy: the original may have sent it.
    static func putAside(before moment: Date, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE webhookDelivery SET state = 'failed', error = 'restored', nextAt = NULL WHERE state = 'waiting' AND createdAt < ?",
            arguments: [moment])
    }

    /// Counts as an attempt, so that a delivery that crashes the program is given up eventually, but not as a failure of the webhook.
    mutating func lose(_ webhook: Webhook, at now: Date, _ db: Database) throws {
        attempts += 1
        (triedAt, nextAt, error) = (now, nil, "lost")
        try tryAgain(webhook, at: now, db)
        try update(db)
    }
}

enum Webhooks {
    /// Also runs at every start.
    static let revival = JobKind(name: "webhooks-left", reachesOut: true, every: .hours(1)) { work in
        let count = try await work.admin.database.write { db in try revive(db, now: .now) }
        return ["revived": String(count)]
    }

    /// Retries deliveries without a job, given up after three crashes; returns their number.
    @discardableResult
    static func revive(_ db: Database, now: Date) throws -> Int {
        // A quiet site sends nothing, so a retry would be wasted.
        guard try !SiteIdentity.isQuiet(db) else { return 0 }
        let left = try left(db)
        for var delivery in left {
            guard let webhook = try Webhook.fetchOne(db, key: delivery.webhookID) else { continue }
            try delivery.lose(webhook, at: now, db)
        }
        return left.count
    }

    static func resume(_ db: Database) throws {
        for delivery in try left(db) {
            guard let webhook = try Webhook.fetchOne(db, key: delivery.webhookID) else { continue }
            try delivery.enqueue(webhook, db)
        }
    }

    private static func left(_ db: Database) throws -> [WebhookDelivery] {
        let sql = """
            SELECT * FROM webhookDelivery d WHERE state = 'waiting' AND NOT EXISTS (
              SELECT 1 FROM job WHERE kind = ? AND state IN ('waiting', 'running') AND payload ->> 'delivery' = d.id)
            """
        return try WebhookDelivery.fetchAll(db, sql: sql, arguments: [WebhookSender.kind.name])
    }

    static func switchedOff(_ webhook: Webhook, _ db: Database) throws {
        let reason = webhook.gaveUpReason?.rawValue ?? ""
        try AuditEntry.write(
            db, "webhook.off", by: .system("portico"), on: ("webhook", webhook.id ?? 0, webhook.host),
            detail: ["address": webhook.host, "why": reason])
        let waiting = "webhookID = ? AND state = 'waiting'"
        try db.execute(
            sql: "UPDATE webhookDelivery SET state = 'failed', error = 'off', nextAt = NULL WHERE \(waiting)", arguments: [webhook.id])
        try db.execute(sql: "DELETE FROM job WHERE receiver = ? AND state = 'waiting'", arguments: [webhook.receiver])
    }

    /// Stores an event for every interested webhook, in the transaction of the change.
    static func note<R: Resource>(_ act: String, on record: R, _ db: Database) throws {
        // Events for an automatically switched-off webhook are kept, so that they can be sent later.
        let kept = "SELECT * FROM webhook WHERE isOn = 1 OR gaveUpAt IS NOT NULL"
        let hooks = try Webhook.fetchAll(db.cachedStatement(sql: kept)).filter { $0.wants(act, on: R.name) }
        // Webhooks report only what everybody with the right may see.
        guard !hooks.isEmpty, try R.isOpen(record.id ?? 0, R.seeing, Grants([], roles: []), db) else { return }
        let event = "evt_" + UUID().uuidString.lowercased()
        let payload = JSON.object([
            ("id", .text(event)), ("type", .text("\(R.name).\(act)")), ("createdAt", .text(MomentFieldType.iso(try db.transactionDate))),
            ("resource", .text("\(R.system)/\(R.path)")), ("act", .text(act)),
            ("address", .text("\(ResourceAPI<R>.address)/\(record.id ?? 0)")),
            ("record", RecordAnswer.json(of: record, record.packed, nil)),
        ])
        for hook in hooks { try add(event, "\(R.name).\(act)", payload, to: hook, db) }
    }

    static func note(event name: String, _ facts: [(key: String, value: JSON)], _ db: Database) throws {
        let kept = "SELECT * FROM webhook WHERE isOn = 1 OR gaveUpAt IS NOT NULL"
        let hooks = try Webhook.fetchAll(db.cachedStatement(sql: kept)).filter { $0.wants(event: name) }
        guard !hooks.isEmpty else { return }
        let event = "evt_" + UUID().uuidString.lowercased()
        let head: [(key: String, value: JSON)] = [
            ("id", .text(event)), ("type", .text(name)), ("createdAt", .text(MomentFieldType.iso(try db.transactionDate))),
        ]
        for hook in hooks { try add(event, name, .object(head + facts), to: hook, db) }
    }

    static func test(_ webhook: Webhook, _ db: Database) throws {
        let event = "evt_" + UUID().uuidString.lowercased()
        let payload = JSON.object([
            ("id", .text(event)), ("type", .text(WebhookDelivery.test)), ("createdAt", .text(MomentFieldType.iso(try db.transactionDate))),
        ])
        try add(event, WebhookDelivery.test, payload, to: webhook, db)
    }

    private static func add(_ id: String, _ event: String, _ payload: JSON, to webhook: Webhook, _ db: Database) throws {
        let now = try db.transactionDate
        var delivery = WebhookDelivery(
            id: nil, webhookID: webhook.id ?? 0, eventID: id, event: event, payload: payload.compact, nextAt: now, createdAt: now)
        let isSent = webhook.isOn || event == WebhookDelivery.test
        if !isSent { (delivery.state, delivery.nextAt, delivery.error) = (.failed, nil, "off") }
        try delivery.insert(db)
        if isSent { try delivery.enqueue(webhook, db) }
    }
}
