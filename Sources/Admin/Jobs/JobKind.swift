import Accounts
import Foundation
import GRDB
import Synchronization

/// A kind of background work and who does it.
public struct JobKind: Sendable {
    public let name: String
    /// The key of the text that names it where the job itself has no title.
    public let title: String
    public let attempts: Int
    public let lane: JobLane
    /// Whether it sends or asks something out of the site: it waits while the site is quiet.
    let reachesOut: Bool
    /// Whether it takes away what cannot be made again: it refuses a database older than its request.
    let isDestructive: Bool
    /// How many may be at work side by side; nil for as many as there is place for.
    let most: @Sendable (Database) throws -> Int?
    let timetable: (@Sendable (AdminContext) -> Timetable)?
    /// Whether the timetable holds; asked before each time.
    let isOn: @Sendable (AdminContext) -> Bool
    let run: @Sendable (JobWork) async throws -> [String: String]

    /// - Parameters:
    ///   - name: stands in the rows; text `jobs.kinds.<name>` names it unless `title` is given.
    ///   - attempts: how often it is tried before it has failed.
    ///   - lane: where it waits for its turn.
    ///   - reachesOut: whether it sends or asks something out of the site: it waits while the site is quiet.
    ///   - isDestructive: whether it takes away what cannot be made again: it refuses a database older than its request.
    ///   - every: when it is done without anybody asking.
    ///   - most: how many may be at work side by side; nil for as many as there is place for.
    ///   - run: does the work, in short writes: a long one keeps every person waiting. It must stop soon when `work.isCancelled` or
    ///     when its task is cancelled, and be safe to begin again. What it gives back is kept in the row; `text` is shown as it is,
    ///     `saying` (JSON of a `LocalizedMessage`) in the reader's language, `href` with `label` (the key of a text) as a link.
    public init(
        name: String, title: String? = nil, attempts: Int = 3, lane: JobLane = .ordinary, reachesOut: Bool = false,
        isDestructive: Bool = false, every timetable: Timetable? = nil,
        isOn: @escaping @Sendable (AdminContext) -> Bool = { _ in true },
        most: @escaping @Sendable (Database) throws -> Int? = { _ in nil },
        run: @escaping @Sendable (_ work: JobWork) async throws -> [String: String]
    ) {
        (self.name, self.attempts, self.isOn, self.most, self.run) = (name, attempts, isOn, most, run)
        (self.lane, self.reachesOut, self.isDestructive) = (lane, reachesOut, isDestructive)
        if let timetable { self.timetable = { _ in timetable } } else { self.timetable = nil }
        self.title = title ?? "jobs.kinds.\(name)"
    }

    /// Work that repeats itself when the site's settings say; otherwise as above.
    public init(
        name: String, attempts: Int = 3, lane: JobLane = .ordinary, at timetable: @escaping @Sendable (AdminContext) -> Timetable,
        isOn: @escaping @Sendable (AdminContext) -> Bool = { _ in true },
        run: @escaping @Sendable (_ work: JobWork) async throws -> [String: String]
    ) {
        (self.name, self.attempts, self.timetable, self.isOn, self.run) = (name, attempts, timetable, isOn, run)
        title = "jobs.kinds.\(name)"
        (self.lane, reachesOut, isDestructive) = (lane, false, false)
        most = { _ in nil }
    }
}

/// When work repeats itself.
public enum Timetable: Sendable, Equatable {
    case hours(Double)
    /// At a time of day in the site's zone.
    case daily(hour: Int, minute: Int)

    /// The next time after a moment.
    func next(after moment: Date, in zone: TimeZone) -> Date {
        switch self {
        case .hours(let hours): return moment + hours * 3_600
        case .daily(let hour, let minute):
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = zone
            let time = DateComponents(hour: hour, minute: minute, second: 0)
            return calendar.nextDate(after: moment, matching: time, matchingPolicy: .nextTime) ?? moment + 86_400
        }
    }
}

/// What a handler gets: the job, the site, and a way to say how far it is.
public struct JobWork: Sendable {
    public let job: Job
    public let admin: AdminContext
    let worker: String
    private let reported = Mutexed<ContinuousClock.Instant?>(nil)

    init(job: Job, admin: AdminContext, worker: String) { (self.job, self.admin, self.worker) = (job, admin, worker) }

    /// Whether somebody cancelled it or the program is ending.
    public var isCancelled: Bool { Task.isCancelled }

    /// Whoever asked for it, as the audit log names him.
    public var actor: Actor {
        Actor(
            accountID: job.accountID, name: job.actor.isEmpty ? "portico" : job.actor, address: "", requestID: "job \(job.id ?? 0)")
    }

    /// Refuses to begin for somebody who may not come in any more: what he asked for is not done in his name.
    func requireAsker() async throws {
        let mayAct = try await admin.database.read { [job] db in try Account.mayAct(job.accountID, db) }
        if !mayAct { throw JobFailure("jobs.errors.disabled", ["name": job.actor], mayRetry: false) }
    }

    public func payload<Payload: Decodable>(_ type: Payload.Type = Payload.self) throws -> Payload {
        try JSONDecoder().decode(type, from: Data(job.payload.utf8))
    }

    /// Notes how far the work is; written a few times in a second at most, so call it after every step.
    /// - Throws: `CancellationError` when the job was cancelled or belongs to another process by now.
    public func progress(_ done: Int, of total: Int) async throws {
        try Task.checkCancellation()
        let now = ContinuousClock.now
        let isDue = reported.stored.withLock { last in
            if let last, done < total, last.duration(to: now) < .milliseconds(300) { return false }
            last = now
            return true
        }
        guard isDue else { return }
        let isOurs = try await admin.database.write { [job, worker] db in
            try db.execute(
                sql: "UPDATE job SET done = ?, total = ? WHERE id = ? AND worker = ? AND state = 'running'",
                arguments: [done, total, job.id, worker])
            return db.changesCount > 0
        }
        guard isOurs else { throw CancellationError() }
    }
}

/// A lock that a copied value can share.
private final class Mutexed<Value: Sendable>: Sendable {
    let stored: Mutex<Value>
    init(_ value: sending Value) { stored = Mutex(value) }
}
