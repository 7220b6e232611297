import GRDB
import Synchronization

/// Combines concurrent writes into one commit, as the disk sync dominates. If one fails, all run again: side effects may repeat.
public final class GroupCommit: Sendable {
    private struct Write: Sendable {
        let run: @Sendable (Database) throws -> @Sendable () -> Void
        let fail: @Sendable (any Error) -> Void
    }

    private struct Queue {
        var writes: [Write] = []
        var isWriting = false
    }

    private let database: any DatabaseWriter
    private let queue = Mutex(Queue())
    /// Writes per commit, so that other writers do not wait long.
    private static let most = 100

    public init(_ database: any DatabaseWriter) { self.database = database }

    var waiting: Int { queue.withLock { $0.writes.count } }

    /// Runs `work` and returns its result when it is on disk.
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
        // Gives writers outside the group a turn.
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

    /// Runs each write in a savepoint. Used only after a failure: a savepoint costs as much as a small write.
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
