import Foundation
import GRDB
import Hummingbird
import Logging
import ServiceLifecycle
import Synchronization

public final class JobRunner: Service {
    private let admin: AdminContext
    private let own: [JobKind]
    private let queue: JobQueue
    private let logger: Logger
    private let wakeSignal = WakeSignal()
    private struct RunningJob {
        let lane: JobLane
        var task: Task<[String: String], any Error>?
    }

    private let running = Mutex<[Int64: RunningJob]>([:])

    private let pause: Duration

    /// - Parameter own: the kinds outside all modules.
    public init(admin: AdminContext, own: [JobKind], logger: Logger, pause: Duration = .seconds(5)) {
        (self.admin, self.own, self.logger, self.pause) = (admin, own, logger, pause)
        queue = JobQueue(database: admin.database, urgent: admin.urgent)
    }

    var kinds: [JobKind] { own + admin.modulesOn.flatMap { $0.jobs } }

    public var kindNames: [String] { kinds.map(\.name) }

    public func run() async throws {
        // Changes of progress and leases need no wake-up.
        let region = Job.select(Column("state"), Column("runAt"))
        let observation = DatabaseRegionObservation(tracking: region).start(in: admin.database) { [logger] error in
            logger.error("jobs are not watched: \(error)")
        } onChange: { [wakeSignal] _ in
            wakeSignal.send()
        }
        await cancelWhenGracefulShutdown { await self.work() }
        observation.cancel()
    }

    private func work() async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                do {
                    try await tend()
                    try await queue.schedule(kinds, on: admin, now: .now)
                    // Starts from the first lane after each job, so a new alert is next.
                    while let job = try await takeNext() { group.addTask { await self.perform(job) { .now } } }
                } catch is CancellationError {
                    break
                } catch {
                    logger.error("jobs: \(error)")
                }
                await wakeSignal.wait(atMost: pause)
            }
            group.cancelAll()
        }
        await uncancelled("hand back") { try await self.queue.releaseAll() }
    }

    /// Runs all due jobs one after the other, for tests and commands; returns their number.
    @discardableResult
    public func runDue(now: Date = .now) async throws -> Int {
        try await queue.schedule(kinds, on: admin, now: now)
        var count = 0
        while let job = try await first(of: JobLane.allCases, now: now) {
            await perform(job) { now }
            count += 1
        }
        return count
    }

    private func takeNext() async throws -> Job? {
        let taken = running.withLock { Dictionary(grouping: $0.values, by: \.lane).mapValues(\.count) }
        return try await first(of: JobLane.allCases.filter { taken[$0] ?? 0 < $0.places }, now: .now)
    }

    private func first(of lanes: [JobLane], now: Date) async throws -> Job? {
        let open = try await queue.open(kinds, now: now)
        for lane in lanes {
            let names = open.filter { $0.lane == lane }.map(\.name)
            guard let job = try await queue.claim(names, isUrgent: lane == .urgent, now: now), let id = job.id else { continue }
            running.withLock { $0[id] = RunningJob(lane: lane) }
            if lane == .urgent { admin.urgent.begin() }
            return job
        }
        return nil
    }

    private func tend() async throws {
        let ids = running.withLock { Array($0.keys) }
        guard !ids.isEmpty else { return }
        let ours = try await queue.tend(ids, now: .now)
        for id in ids where !ours.contains(id) { running.withLock { $0[id]?.task }?.cancel() }
    }

    private func perform(_ job: Job, _ clock: @escaping @Sendable () -> Date) async {
        guard let id = job.id else { return }
        // The signal last: then its place is free.
        defer {
            if running.withLock({ $0.removeValue(forKey: id) })?.lane == .urgent { admin.urgent.end() }
            wakeSignal.send()
        }
        guard let kind = kinds.first(where: { $0.name == job.kind }) else { return }
        let work = JobWork(job: job, admin: admin, worker: queue.worker)
        let task = Task {
            try await work.requireAsker()
            if kind.isDestructive { try await work.requireGeneration() }
            return try await kind.run(work)
        }
        running.withLock { $0[id]?.task = task }
        let outcome = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        await uncancelled("job \(id)") { [self, logger] in
            do {
                try await queue.finish(job, outcome.get(), now: clock())
            } catch  where task.isCancelled {
                try await queue.release(job)
            } catch is CancellationError {
                // Either it was cancelled or taken over and its row stays, or a handler gave up without a reason.
                try await queue.fail(job, JobFailure("jobs.errors.lost"), now: clock())
            } catch let failure as JobFailure {
                logger.warning("job \(id) \(job.kind) failed: \(failure.saying)")
                try await queue.fail(job, failure, now: clock())
            } catch {
                logger.error("job \(id) \(job.kind) failed: \(error)")
                try await queue.fail(job, JobFailure("jobs.errors.unexpected", ["cause": String("\(error)".prefix(300))]), now: clock())
            }
        }
        admin.underway.forget(id)
    }

    /// Writes during shutdown too: a cancelled task cannot use the database.
    private func uncancelled(_ what: String, _ act: @escaping @Sendable () async throws -> Void) async {
        do { try await Task { try await act() }.value } catch { logger.error("\(what): \(error)") }
    }
}

private final class WakeSignal: Sendable {
    private struct State {
        var isSent = false
        var sleeper: Task<Void, Never>?
    }

    private let state = Mutex(State())

    func send() {
        state.withLock { state in
            state.isSent = true
            state.sleeper?.cancel()
        }
    }

    func wait(atMost time: Duration) async {
        let sleeper = state.withLock { state in
            if !state.isSent { state.sleeper = Task { try? await Task.sleep(for: time) } }
            return state.sleeper
        }
        await withTaskCancellationHandler {
            await sleeper?.value
        } onCancel: {
            sleeper?.cancel()
        }
        state.withLock { $0 = State() }
    }
}
