import Synchronization

/// How far work is that writes everything in one transaction: its row in the database cannot say so before the end. Of this process only;
/// another one that serves the same file says that the work goes on, and not how far it is.
final class WorkUnderway: Sendable {
    private let jobs = Mutex<[Int64: (done: Int, total: Int)]>([:])

    func note(_ job: Int64, _ done: Int, of total: Int) { jobs.withLock { $0[job] = (done, total) } }
    func forget(_ job: Int64) { jobs.withLock { $0[job] = nil } }
    subscript(job: Int64) -> (done: Int, total: Int)? { jobs.withLock { $0[job] } }
}

extension JobWork {
    /// Says how far the work is without touching the database; for what is done within one transaction. As cheap as a lock.
    func tell(_ done: Int, of total: Int) { admin.underway.note(job.id ?? 0, done, of: total) }
}
