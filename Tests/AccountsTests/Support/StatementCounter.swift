import Synchronization

/// Counts the statements that a database runs.
final class StatementCounter: Sendable {
    private let counted = Mutex(0)
    var count: Int { counted.withLock { $0 } }
    func add() { counted.withLock { $0 += 1 } }
}
