import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Runs processor-bound work on its own thread, because the few request threads must not block.
public enum DedicatedThread {
    public struct TooLong: Error {}

    /// Called on the thread before the work begins; tests block it there.
    @TaskLocal static var begun: @Sendable () -> Void = {}

    /// Runs `work`, which must call `step` often: it throws when the waiting task is cancelled or `end` has passed.
    public static func run<Value: Sendable>(
        until end: ContinuousClock.Instant? = nil, _ work: @escaping @Sendable (_ step: @Sendable () throws -> Void) throws -> Value
    ) async throws -> Value {
        let (isCancelled, begun) = (Flag(), begun)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let thread = Thread {
                    #if os(Linux)
                        // For this thread only: requests have priority.
                        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
                    #endif
                    begun()
                    let step = { @Sendable in
                        if isCancelled.isSet { throw CancellationError() }
                        if let end, ContinuousClock.now > end { throw TooLong() }
                    }
                    continuation.resume(
                        with: Result {
                            try step()
                            return try work(step)
                        })
                }
                // Page trees are walked recursively.
                thread.stackSize = 8 << 20
                thread.start()
            }
        } onCancel: {
            isCancelled.set()
        }
    }
}

private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .relaxed) }
    func set() { value.store(true, ordering: .relaxed) }
}
