import GRDB
import Synchronization

/// Lets urgent writes interrupt long transactions of this process, because SQLite has one writer.
public final class UrgentWrites: Sendable {
    /// Rolls back a long transaction, which starts again later.
    private struct GivenUp: Error {}

    private struct State {
        var underway = 0
        var sleepers: [Int: CheckedContinuation<Void, Never>] = [:]
        var next = 0
    }

    /// The number of interruptions after which a long transaction completes.
    static let mostTurns = 20
    /// A hook for tests, called before each look within a long transaction.
    @TaskLocal static var looked: @Sendable () -> Void = {}

    private let database: any DatabaseWriter
    private let state = Mutex(State())

    init(_ database: any DatabaseWriter) { self.database = database }

    var isUnderway: Bool { state.withLock { $0.underway > 0 } }

    func begin() { state.withLock { $0.underway += 1 } }

    func end() {
        let woken = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.underway -= 1
            guard state.underway == 0 else { return [] }
            defer { state.sleepers = [:] }
            return Array(state.sleepers.values)
        }
        for sleeper in woken { sleeper.resume() }
    }

    /// Writes without waiting for long work of this process.
    public func write<Value: Sendable>(_ work: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        begin()
        defer { end() }
        return try await database.write(work)
    }

    /// Runs long work in one transaction that rolls back for urgent writes and starts again. `work` calls `look` often.
    func whole<Value: Sendable>(
        _ work: @escaping @Sendable (_ db: Database, _ look: () throws -> Void) throws -> Value
    ) async throws -> Value {
        let looked = Self.looked
        for _ in 0..<Self.mostTurns {
            await wait()
            try Task.checkCancellation()
            do {
                return try await database.write { db in
                    try work(db) {
                        looked()
                        if self.isUnderway { throw GivenUp() }
                    }
                }
            } catch is GivenUp {}
        }
        return try await database.write { db in try work(db) {} }
    }

    private func wait() async {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { sleeper in
                let isFree = state.withLock { state in
                    guard state.underway > 0, !Task.isCancelled else { return true }
                    state.sleepers[number] = sleeper
                    return false
                }
                if isFree { sleeper.resume() }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: number) }?.resume()
        }
    }
}
