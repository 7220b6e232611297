import GRDB
import Synchronization

/// What long work in one transaction gives way to: an alert is published, or a job of the urgent lane is at work. SQLite has one writer.
public final class UrgentWrites: Sendable {
    /// Thrown within a transaction that is given up; all of it is done anew later.
    private struct GivenUp: Error {}

    private struct State {
        var underway = 0
        var sleepers: [Int: CheckedContinuation<Void, Never>] = [:]
        var next = 0
    }

    /// So often one piece of work gives way before it goes through.
    static let mostTurns = 20
    /// Called before each look within a long transaction: for tests, which ask for a turn there.
    @TaskLocal static var looked: @Sendable () -> Void = {}

    private let database: any DatabaseWriter
    private let state = Mutex(State())

    init(_ database: any DatabaseWriter) { self.database = database }

    /// Whether something urgent is under way in this process.
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

    /// Writes what does not wait for long work of this process.
    public func write<Value: Sendable>(_ work: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        begin()
        defer { end() }
        return try await database.write(work)
    }

    /// Does long work in one transaction, which is given up for what is urgent and begun again after it.
    /// - Parameter work: calls `look` again and again.
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

    /// Waits until nothing urgent is under way.
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
