import Synchronization

/// Progress of work in one transaction, which cannot store it. Kept per process; others only know that the work runs.
final class WorkUnderway: Sendable {
    private let jobs = Mutex<[Int64: (done: Int, total: Int)]>([:])

    func note(_ job: Int64, _ done: Int, of total: Int) { jobs.withLock { $0[job] = (done, total) } }
    func forget(_ job: Int64) { jobs.withLock { $0[job] = nil } }
    subscript(job: Int64) -> (done: Int, total: Int)? { jobs.withLock { $0[job] } }
}

extension JobWork {
    func tell(_ done: Int, of total: Int) { admin.underway.note(job.id ?? 0, done, of: total) }
}
