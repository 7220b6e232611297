import Admin
import Foundation
import GRDB
import Web

/// Sends news in the background: soon after each change, and every few minutes for delayed or failed deliveries. Alerts have their own job.
enum NotificationJob {
    static let (alerts, rest) = ("campus-alert-telling", "campus-telling")

    static let kinds = [
        JobKind(name: alerts, title: "campus.jobs.telling", lane: .urgent, reachesOut: true, every: .hours(0.05)) { work in
            try await NotificationRun(.alerts, admin: work.admin).run { try Task.checkCancellation() }
            return [:]
        },
        JobKind(name: rest, title: "campus.jobs.tellingRest", lane: .delivery, reachesOut: true, every: .hours(0.05)) { work in
            try await NotificationRun(.rest, admin: work.admin).run { try Task.checkCancellation() }
            return [:]
        },
    ]
}

/// One sending run. Only one run for each part sends at a time, across jobs and processes, so that no message is sent twice.
struct NotificationRun: Sendable {
    enum Part: Int, Sendable {
        case alerts = 1
        case rest

        var notifications: String { self == .alerts ? "bulletin IS NOT NULL" : "bulletin IS NULL" }

        var deliveries: String {
            let isAlert = "(t.bulletin IS NOT NULL AND (w.digestHour IS NULL OR t.isUrgent))"
            return self == .alerts ? isAlert : "NOT \(isAlert)"
        }
    }

    let admin: AdminContext
    private let part: Part
    private let clock: @Sendable () -> Date
    private let worker = UUID().uuidString

    /// Deliveries recorded together. After a crash up to this many are sent again; their topic lets the browser show one notification.
    static let batch = 256
    /// Push services that are called side by side, so that a mute one costs only itself.
    private static let mostLanes = 128
    /// Wait for a silent service before looking for new alerts.
    private static let pause = Duration.milliseconds(500)
    private static let many = 64
    /// Seconds of exclusive sending; a batch takes less.
    private static let lease: TimeInterval = 120

    init(_ part: Part, admin: AdminContext, clock: @escaping @Sendable () -> Date = { .now }) {
        (self.part, self.admin, self.clock) = (part, admin, clock)
    }

    /// - Parameter check: throws when the run must stop early.
    func run(_ check: () throws -> Void) async throws {
        let key = try await PushKey.find(in: admin.database)
        do {
            try await WebSender.run(admin.webPush, key: key) { sender in
                try await withThrowingTaskGroup(of: String?.self) { lanes in
                    // Services with a lane, and whether a pause is in the group too.
                    var (busy, isPausing): (Set<String>, Bool) = ([], false)
                    while true {
                        let items = try await next(beside: busy)
                        for (service, items) in Dictionary(grouping: items ?? [], by: \.message.service) {
                            busy.insert(service)
                            lanes.addTask { try await tell(service, items, sender) }
                        }
                        try check()
                        if items != nil, busy.count < Self.mostLanes { continue }
                        if busy.isEmpty { break }
                        if !isPausing {
                            isPausing = true
                            lanes.addTask {
                                try? await Task.sleep(for: Self.pause)
                                return nil
                            }
                        }
                        if let ended = try await lanes.next() ?? nil { busy.remove(ended) } else { isPausing = false }
                    }
                    lanes.cancelAll()
                }
            }
        } catch {
            try? await Task { try await admin.database.write { try releaseLease($0) } }.value
            throw error
        }
    }

    struct Item: Sendable {
        let delivery: Delivery
        let message: WebPushMessage
        let end: Date
    }

    /// The next notifications, without `busy` services; mail is queued at once. Nil if nothing is due or another process sends.
    private func next(beside busy: Set<String>) async throws -> [Item]? {
        let (templates, now) = (admin.pages.templates, clock())
        return try await admin.database.write { [admin, part] db -> [Item]? in
            // The site may have become quiet since.
            guard try !SiteIdentity.isQuiet(db), try take(at: now, db) else { return nil }
            if part == .alerts {
                try AlertNotification.announceDeleted(at: now, db)
            } else {
                try EventChange.settle(RenderContext(words: templates.words(in: admin.site.language), zone: admin.site.zone), at: now, db)
            }
            try AlertNotification.spread(part, at: now, in: admin.site.zone, db)
            try Delivery.dropUnneeded(at: now, db)
            try QuietHours.putOff(at: now, in: admin.site.zone, db)
            var writing = NotificationWriter(part, admin: admin, db: db) { templates.words(in: $0) }
            let posted = try writing.post(Self.batch, at: now)
            // Mail is queued before waiting for push services.
            let items =
                try posted == Self.batch
                ? [] : Delivery.due(part, .push, Self.batch, apartFrom: busy, at: now, db).map { try writing.item($0.delivery, $0.way) }
            if !items.isEmpty || posted > 0 { return items }
            if busy.isEmpty { try releaseLease(db) }
            return nil
        }
    }

    private func take(at now: Date, _ db: Database) throws -> Bool {
        try db.execute(
            sql: """
                INSERT INTO campusSending (id, worker, until) VALUES (:part, :worker, :until)
                ON CONFLICT (id) DO UPDATE SET worker = excluded.worker, until = excluded.until
                WHERE campusSending.worker = excluded.worker OR campusSending.until <= :now
                """, arguments: ["part": part.rawValue, "worker": worker, "until": now + Self.lease, "now": now])
        return db.changesCount > 0
    }

    private func releaseLease(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM campusSending WHERE worker = ?", arguments: [worker])
    }

    private func tell(_ service: String, _ items: [Item], _ sender: WebSender) async throws -> String {
        let begun = ContinuousClock.now
        // What was sent is recorded even while the program ends: else it would be sent again.
        try await Task {
            let outcomes = await sender.send(items.map(\.message), at: clock)
            let now = clock()
            try await admin.database.write { db in
                for (item, outcome) in zip(items, outcomes) { try item.delivery.record(outcome, end: item.end, at: now, db) }
            }
        }.value
        // Encrypting for thousands takes all processors: it rests as long as it worked, and pages have half of them.
        if items.count >= Self.many { try await Task.sleep(for: begun.duration(to: .now)) }
        return service
    }
}
