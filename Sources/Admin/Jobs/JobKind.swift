import Accounts
import Foundation
import GRDB
import Synchronization

public struct JobKind: Sendable {
    public let name: String
    /// The text key of jobs without a title.
    public let title: String
    public let attempts: Int
    public let lane: JobLane
    /// Whether it contacts other machines; it waits while the site is quiet.
    let reachesOut: Bool
    /// Whether it deletes irrecoverable data; it refuses a database older than its request.
    let isDestructive: Bool
    let most: @Sendable (Database) throws -> Int?
    let timetable: (@Sendable (AdminContext) -> JobSchedule)?
    let isOn: @Sendable (AdminContext) -> Bool
    let run: @Sendable (JobWork) async throws -> [String: String]

    /// Defines a kind; `name` is stored in the rows and gives the text key `jobs.kinds.<name>` unless `title` is set. `attempts` is the
    /// number of tries; `most` limits concurrent jobs, nil for no limit of its own. `reachesOut` work waits while the site is quiet;
    /// `isDestructive` work refuses a database older than the request. `run` must write in short transactions, stop soon when
    /// `work.isCancelled` or its task is cancelled, and be safe to restart. Its result is stored: `text` is shown as it is, `saying` (a
    /// `LocalizedMessage` as JSON) in the reader's language, `href` with `label` (a text key) as a link.
    public init(
        name: String, title: String? = nil, attempts: Int = 3, lane: JobLane = .ordinary, reachesOut: Bool = false,
        isDestructive: Bool = false, every timetable: JobSchedule? = nil,
        isOn: @escaping @Sendable (AdminContext) -> Bool = { _ in true },
        most: @escaping @Sendable (Database) throws -> Int? = { _ in nil },
        run: @escaping @Sendable (_ work: JobWork) async throws -> [String: String]
    ) {
        (self.name, self.attempts, self.isOn, self.most, self.run) = (name, attempts, isOn, most, run)
        (self.lane, self.reachesOut, self.isDestructive) = (lane, reachesOut, isDestructive)
        if let timetable { self.timetable = { _ in timetable } } else { self.timetable = nil }
        self.title = title ?? "jobs.kinds.\(name)"
    }

    /// Defines work that repeats when the site's settings say so.
    public init(
        name: String, attempts: Int = 3, lane: JobLane = .ordinary, at timetable: @escaping @Sendable (AdminContext) -> JobSchedule,
        isOn: @escaping @Sendable (AdminContext) -> Bool = { _ in true },
        run: @escaping @Sendable (_ work: JobWork) async throws -> [String: String]
    ) {
        (self.name, self.attempts, self.timetable, self.isOn, self.run) = (name, attempts, timetable, isOn, run)
        title = "jobs.kinds.\(name)"
        (self.lane, reachesOut, isDestructive) = (lane, false, false)
        most = { _ in nil }
    }
}

public enum JobSchedule: Sendable, Equatable {
    case hours(Double)
    /// At a time of day in the site's time zone.
    case daily(hour: Int, minute: Int)

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

public struct JobWork: Sendable {
    public let job: Job
    public let admin: AdminContext
    let worker: String
    private let reported = Mutexed<ContinuousClock.Instant?>(nil)

    init(job: Job, admin: AdminContext, worker: String) { (self.job, self.admin, self.worker) = (job, admin, worker) }

    public var isCancelled: Bool { Task.isCancelled }

    public var actor: Actor {
        Actor(
            accountID: job.accountID, name: job.actor.isEmpty ? "portico" : job.actor, address: "", requestID: "job \(job.id ?? 0)")
    }

    func requireAsker() async throws {
        let mayAct = try await admin.database.read { [job] db in try Account.mayAct(job.accountID, db) }
        if !mayAct { throw JobFailure("jobs.errors.disabled", ["name": job.actor], mayRetry: false) }
    }

    public func payload<Payload: Decodable>(_ type: Payload.Type = Payload.self) throws -> Payload {
        try JSONDecoder().decode(type, from: Data(job.payload.utf8))
    }

    /// Stores progress, at most a few times a second; call it after every step. Throws `CancellationError` if cancelled or taken over.
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

private final class Mutexed<Value: Sendable>: Sendable {
    let stored: Mutex<Value>
    init(_ value: sending Value) { stored = Mutex(value) }
}
