import GRDB

/// Lets acts that come at the same time share one commit. The disk is what an act waits for: together they wait no longer than one of them alone.
/// Each is whole or not at all by itself, and is answered when it is on the disk.
actor SharedCommits {
    /// An act that waits for its turn.
    private struct Act: Sendable {
        /// Does it, and gives back what answers it once the commit is through.
        let run: @Sendable (Database) -> @Sendable () -> Void
        let fail: @Sendable (any Error) -> Void
    }

    private let database: any DatabaseWriter
    private var waiting: [Act] = []
    private var isWriting = false
    /// So many in one commit: nobody else shall wait long for the writer.
    private static let most = 100

    init(_ database: any DatabaseWriter) { self.database = database }

    func write<Value: Sendable>(_ work: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let act = Act(
                run: { db in
                    let result = Result { try Self.alone(work, db) }
                    return { continuation.resume(with: result) }
                }, fail: { continuation.resume(throwing: $0) })
            waiting.append(act)
            guard !isWriting else { return }
            isWriting = true
            Task { await writeAll() }
        }
    }

    /// What one act is refused takes nothing from the others.
    private static func alone<Value>(_ work: (Database) throws -> Value, _ db: Database) throws -> Value {
        var value: Value?
        try db.inSavepoint {
            value = try work(db)
            return .commit
        }
        return value!
    }

    private func writeAll() async {
        while !waiting.isEmpty {
            let acts = Array(waiting.prefix(Self.most))
            waiting.removeFirst(acts.count)
            do {
                let answers = try await database.write { db in acts.map { $0.run(db) } }
                for answer in answers { answer() }
            } catch {
                for act in acts { act.fail(error) }
            }
        }
        isWriting = false
    }
}
