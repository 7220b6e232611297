import Synchronization

/// Progress of work in one transaction, which cannot store it. Kept per process; others only know that the work runs.
final class WorkUnderway: Sendable {
    private let jobs = Mutex<[Int64: (done: Int, total: Int)]>([:])
    private let stopped = Mutex<Set<Int64>>([])

    func note(_ job: Int64, _ done: Int, of total: Int) { jobs.withLock { $0[job] = (done, total) } }
    func forget(_ job: Int64) {
        jobs.withLock { $0[job] = nil }
        stopped.withLock { _ = $0.remove(job) }
    }

    /// Asks the work to stop. The job's row cannot say it: the work's own transaction would keep it from being written.
    func stop(_ job: Int64) { stopped.withLock { _ = $0.insert(job) } }
    func isStopped(_ job: Int64) -> Bool { stopped.withLock { $0.contains(job) } }
    subscript(job: Int64) -> (done: Int, total: Int)? { jobs.withLock { $0[job] } }
}

extension JobWork {
    func tell(_ done: Int, of total: Int) { admin.underway.note(job.id ?? 0, done, of: total) }
}
