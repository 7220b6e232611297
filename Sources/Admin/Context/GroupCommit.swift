import GRDB
import Synchronization

/// Lets writes that come at the same time share one commit. The disk is what a write waits for: together they wait no longer than one of
/// them alone. Each is whole or not at all by itself, and is answered when it is on the disk.
///
/// What a write does beside the database it may do more than once: where one of several fails, all are begun again, apart from each other.
public final class GroupCommit: Sendable {
    private struct Write: Sendable {
        /// Does it, and gives back what answers it once the commit is through.
        let run: @Sendable (Database) throws -> @Sendable () -> Void
        let fail: @Sendable (any Error) -> Void
    }

    private struct Queue {
        var writes: [Write] = []
        var isWriting = false
    }

    private let database: any DatabaseWriter
    private let queue = Mutex(Queue())
    /// So many in one commit: nobody else shall wait long for the writer.
    private static let most = 100

    public init(_ database: any DatabaseWriter) { self.database = database }

    /// How many wait for their commit.
    var waiting: Int { queue.withLock { $0.writes.count } }

    /// What `work` gives back, once it is on the disk.
    public func write<Value: Sendable>(_ work: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let write = Write(
                run: { db in
                    let value = try work(db)
                    return { continuation.resume(returning: value) }
                }, fail: { continuation.resume(throwing: $0) })
            let isFirst = queue.withLock { queue in
                queue.writes.append(write)
                defer { queue.isWriting = true }
                return !queue.isWriting
            }
            if isFirst { database.asyncWriteWithoutTransaction { self.writeNext($0) } }
        }
    }

    private func writeNext(_ db: Database) {
        let writes = queue.withLock { queue in
            defer { queue.writes.removeFirst(min(Self.most, queue.writes.count)) }
            return Array(queue.writes.prefix(Self.most))
        }
        do {
            try Self.write(writes, db) { write, db in try write.run(db) }
        } catch {
            if writes.count == 1 { writes[0].fail(error) } else { Self.writeApart(writes, db) }
        }
        let isMore = queue.withLock { queue in
            queue.isWriting = !queue.writes.isEmpty
            return queue.isWriting
        }
        // Whoever writes without sharing has a turn between.
        if isMore { database.asyncWriteWithoutTransaction { self.writeNext($0) } }
    }

    private static func write(
        _ writes: [Write], _ db: Database, _ run: (Write, Database) throws -> @Sendable () -> Void
    ) throws {
        var answers: [@Sendable () -> Void] = []
        try db.inTransaction {
            answers = try writes.map { try run($0, db) }
            return .commit
        }
        for answer in answers { answer() }
    }

    /// What one write is refused takes nothing from the others. Done only after a refusal: a savepoint costs as much as a small write.
    private static func writeApart(_ writes: [Write], _ db: Database) {
        do {
            try write(writes, db) { write, db in
                var answer: @Sendable () -> Void = {}
                do {
                    try db.inSavepoint {
                        answer = try write.run(db)
                        return .commit
                    }
                } catch {
                    answer = { write.fail(error) }
                }
                return answer
            }
        } catch {
            for write in writes { write.fail(error) }
        }
    }
}
