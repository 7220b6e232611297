import Accounts
import Admin
import Foundation
import GRDB
import Web

/// One notice for one device; table `pushDelivery`. The topic lets the browser show one notice if an interrupted job repeats.
struct PushDelivery: Codable, FetchableRecord, MutablePersistableRecord, Sendable {
    enum State: String, Codable, Sendable { case waiting, sent, dropped, failed }

    private(set) var id: Int64?
    let noticeID: Int64
    let deviceID: Int64
    let messageID: String
    var state = State.waiting
    var attempts = 0
    var nextAt: Date?
    var endedAt: Date?
    /// The last part of the key `push.errors.<error>`; for a dropped delivery, the reason.
    var error: String?

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

    /// Half a day; older notices are outdated.
    static let lifetime: TimeInterval = 12 * 3600
    /// Seconds in which an open page shows the notice first, to avoid a duplicate.
    static let grace: TimeInterval = 10
    /// Seconds between attempts.
    private static let delays: [TimeInterval] = [60, 300, 1_800, 7_200]

    /// Records a notice for the devices of its recipients, in the transaction that writes it.
    static func note(_ notice: Int64, _ kind: String, house: Int64, at now: Date, _ db: Database) throws {
        let sql = """
            SELECT pushDevice.id, pushDevice.guestID FROM pushDevice JOIN noticeDelivery ON noticeDelivery.guestID = pushDevice.guestID
            WHERE noticeID = ? ORDER BY pushDevice.id
            """
        for row in try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [notice]) {
            guard try GuestPreferences.of(row["guestID"], house: house, db)[.notices] == "push" else { continue }
            let start = now + (kind == "list" ? Notice.pause : grace)
            let delivery = try PushDelivery(
                id: nil, noticeID: notice, deviceID: row["id"], messageID: UUID().uuidString.lowercased(), nextAt: start
            ).inserted(db)
            try delivery.enqueue(at: start, db)
        }
    }

    private func enqueue(at moment: Date, _ db: Database) throws {
        try Jobs.enqueue(
            db, Push.job, payload: ["delivery": id ?? 0], title: LocalizedMessage("push.job"), at: moment,
            receiver: PushDelivery.receiver(of: deviceID, db), by: .system(""))
    }

    /// The device's push service; one that does not answer delays only its own devices.
    static func receiver(of device: Int64, _ db: Database) throws -> String {
        let address = try String.fetchOne(db.cachedStatement(sql: "SELECT address FROM pushDevice WHERE id = ?"), arguments: [device])
        return "push " + (address.flatMap { Outgoing.url($0)?.host } ?? "apple")
    }

    /// Queues deliveries that waited in a restored copy, or drops them, because the original site may have sent them.
    static func leaveQuietMode(sending: Bool, since: Date, _ db: Database, at now: Date) throws {
        let isOld = "noticeID IN (SELECT id FROM notice WHERE createdAt < ?)"
        if !sending {
            try db.execute(
                sql:
                    "UPDATE pushDelivery SET state = 'dropped', error = 'restored', endedAt = ?, nextAt = NULL WHERE state = 'waiting' AND \(isOld)",
                arguments: [now, since])
        }
        let sql = """
            SELECT * FROM pushDelivery WHERE state = 'waiting' AND NOT EXISTS (
              SELECT 1 FROM job WHERE kind = ? AND state IN ('waiting', 'running') AND payload ->> 'delivery' = pushDelivery.id)
            """
        for delivery in try fetchAll(db, sql: sql, arguments: [Push.job]) { try delivery.enqueue(at: delivery.nextAt ?? now, db) }
    }

    static func begin(_ id: Int64, at now: Date, _ words: (Language) -> Words, _ db: Database) throws -> PushPayload? {
        guard var delivery = try fetchOne(db, key: id), delivery.state == .waiting,
            let device = try PushDevice.fetchOne(db, sql: "SELECT * FROM pushDevice WHERE id = ?", arguments: [delivery.deviceID]),
            let notice = try Notice.fetchOne(db, sql: "SELECT * FROM notice WHERE id = ?", arguments: [delivery.noticeID])
        else { return nil }
        let guest = try Inhabitant.find(device.guestID, db)
        if guest == nil { delivery.end(.dropped, "off", at: now) }
        guard let guest, let preferences = try delivery.wish(of: guest, about: notice, at: now, db) else {
            try delivery.update(db)
            return nil
        }
        delivery.attempts += 1
        try delivery.update(db)
        let list = try Int64.fetchOne(db, sql: "SELECT listID FROM notice WHERE id = ?", arguments: [notice.id])
        let language = preferences.language(of: guest) ?? .english
        return PushPayload(device, notice, list: list, messageID: delivery.messageID, for: guest, words(language))
    }

    /// Returns the preferences of a guest still to notify; otherwise records the reason and returns nil.
    private mutating func wish(of guest: Inhabitant, about notice: Notice, at now: Date, _ db: Database) throws -> GuestPreferences? {
        let preferences = try GuestPreferences.of(guest.id, house: guest.houseID, db)
        let sql = "SELECT seenAt IS NOT NULL OR answer IS NOT NULL FROM noticeDelivery WHERE noticeID = ? AND guestID = ?"
        let isTold = try Bool.fetchOne(db, sql: sql, arguments: [notice.id, guest.id]) ?? true
        let reason =
            isTold
            ? "seen" : !guest.active || preferences[.notices] != "push" ? "off" : now > notice.createdAt + Self.lifetime ? "late" : nil
        guard let reason else { return preferences }
        end(.dropped, reason, at: now)
        return nil
    }

    static func record(_ outcome: PushOutcome, _ id: Int64, at now: Date, _ db: Database) throws {
        guard var delivery = try fetchOne(db, key: id), delivery.state == .waiting,
            let device = try PushDevice.fetchOne(db, sql: "SELECT * FROM pushDevice WHERE id = ?", arguments: [delivery.deviceID]),
            let createdAt = try Date.fetchOne(db, sql: "SELECT createdAt FROM notice WHERE id = ?", arguments: [delivery.noticeID])
        else { return }
        let receiver = try receiver(of: device.id, db)
        // Any answer concerns one device; without an answer, the service's other devices wait too.
        if case .later = outcome.verdict, outcome.status == nil {
            try JobReceiver.failed(receiver, at: now, db)
        } else {
            try JobReceiver.answered(receiver, db)
        }
        switch outcome.verdict {
        case .sent:
            delivery.end(.sent, nil, at: now)
            try Notice.sent(delivery.noticeID, to: device.guestID, at: now, db)
        case .gone:
            return try remove(device, db)
        case .refused:
            delivery.end(.failed, outcome.error, at: now)
        case .later(let pause):
            let delay = max(pause ?? 0, delays[min(delivery.attempts, delays.count) - 1])
            if now + delay < createdAt + lifetime {
                (delivery.nextAt, delivery.error) = (now + delay, outcome.error)
                try delivery.enqueue(at: now + delay, db)
            } else {
                delivery.end(.failed, outcome.error, at: now)
            }
        }
        try delivery.update(db)
        try db.execute(
            sql: "UPDATE pushDevice SET triedAt = ?, status = ?, error = ? WHERE id = ?",
            arguments: [now, outcome.status, outcome.error, device.id])
    }

    private mutating func end(_ state: State, _ error: String?, at now: Date) {
        (self.state, self.error, endedAt, nextAt) = (state, error, now, nil)
    }

    static func remove(_ device: PushDevice, _ db: Database) throws {
        guard let guest = try Inhabitant.find(device.guestID, db) else { return }
        try PushDevice.remove(device.id, of: device.guestID, db)
        try AuditEntry.write(
            db, "house.push.gone", by: .system("portico"), on: ("house.guests", guest.id, guest.name), scope: guest.houseID,
            detail: ["device": device.label])
    }
}
