import Admin
import Foundation
import GRDB
import Web

/// The end of a timer for one device: an open page rings by itself, a closed one needs a push notice at that moment.
struct TimerCall: Codable, Equatable, Sendable {
    let timer: Int64
    let device: Int64
    /// Milliseconds since 1970; a lengthened timer ends at another moment and has another call.
    let end: Int
    let messageID: String
    var attempts = 0

    static let job = "timer"
    /// A later notice would be about a burnt pan.
    static let lifetime: TimeInterval = 300
    private static let pause: TimeInterval = 20

    /// Calls the guest's devices at the timer's end, in the transaction that starts or lengthens it.
    static func note(_ timer: Int64, of guest: Int64, _ db: Database) throws {
        let sql = "SELECT * FROM kitchenTimer WHERE id = ? AND guestID = ?"
        guard let known = try KitchenTimer.fetchOne(db, sql: sql, arguments: [timer, guest]), let end = known.endsAt,
            let person = try Inhabitant.find(guest, db),
            try GuestPreferences.of(guest, house: person.houseID, db)[.notices] == "push"
        else { return }
        for device in try Int64.fetchAll(db, sql: "SELECT id FROM pushDevice WHERE guestID = ? ORDER BY id", arguments: [guest]) {
            let call = TimerCall(timer: timer, device: device, end: moment(end), messageID: UUID().uuidString.lowercased())
            try call.enqueue(at: end, db)
        }
    }

    private static func moment(_ date: Date) -> Int { Int(cutting: (date.timeIntervalSince1970 * 1000).rounded()) }

    private func enqueue(at moment: Date, _ db: Database) throws {
        try Jobs.enqueue(
            db, Self.job, payload: self, title: LocalizedMessage("push.timerJob"), at: moment,
            receiver: PushDelivery.receiver(of: device, db),
            by: .system(""))
    }

    /// Returns nil when the timer was stopped or lengthened, or the guest no longer wants notices.
    func begin(at now: Date, _ words: (Language) -> Words, _ db: Database) throws -> PushPayload? {
        let sql = """
            SELECT kitchenTimer.* FROM kitchenTimer JOIN pushDevice ON pushDevice.guestID = kitchenTimer.guestID
            WHERE kitchenTimer.id = ? AND pushDevice.id = ?
            """
        guard let known = try KitchenTimer.fetchOne(db, sql: sql, arguments: [timer, device]), let moment = known.endsAt,
            Self.moment(moment) == end, now < moment + Self.lifetime,
            let receiver = try PushDevice.fetchOne(db, sql: "SELECT * FROM pushDevice WHERE id = ?", arguments: [device]),
            let guest = try Inhabitant.find(receiver.guestID, db), guest.active
        else { return nil }
        let preferences = try GuestPreferences.of(guest.id, house: guest.houseID, db)
        guard preferences[.notices] == "push" else { return nil }
        return PushPayload(
            receiver, known, endedAt: moment, messageID: messageID, for: guest, words(preferences.language(of: guest) ?? .english))
    }

    func record(_ outcome: PushOutcome, at now: Date, _ db: Database) throws {
        guard let known = try PushDevice.fetchOne(db, sql: "SELECT * FROM pushDevice WHERE id = ?", arguments: [device]) else { return }
        let receiver = try PushDelivery.receiver(of: device, db)
        if case .later = outcome.verdict, outcome.status == nil {
            try JobReceiver.failed(receiver, at: now, db)
        } else {
            try JobReceiver.answered(receiver, db)
        }
        switch outcome.verdict {
        case .gone: return try PushDelivery.remove(known, db)
        case .later(let pause):
            var next = self
            next.attempts += 1
            let moment = now + max(pause ?? 0, Self.pause)
            if moment < Date(timeIntervalSince1970: Double(end) / 1000) + Self.lifetime { try next.enqueue(at: moment, db) }
        case .sent, .refused: break
        }
        try db.execute(
            sql: "UPDATE pushDevice SET triedAt = ?, status = ?, error = ? WHERE id = ?",
            arguments: [now, outcome.status, outcome.error, device])
    }
}

extension Push {
    /// The job that tells one device of the end of a timer.
    public var timerKind: JobKind {
        JobKind(name: TimerCall.job, lane: .delivery, reachesOut: true) { work in
            let call = try work.payload(TimerCall.self)
            let templates = work.admin.pages.templates
            guard work.admin.modulesOn.contains(where: { $0.name == House.name }),
                let letter = try await work.admin.database.read({ db in try call.begin(at: .now, { templates.words(in: $0) }, db) })
            else { return [:] }
            let outcome = try await send(letter, work)
            if case .later = outcome.verdict { try Task.checkCancellation() }
            let database = work.admin.database
            // Recorded even during shutdown; otherwise it would be sent again.
            try await Task { try await database.write { try call.record(outcome, at: .now, $0) } }.value
            return [:]
        }
    }
}
