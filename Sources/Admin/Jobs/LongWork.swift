import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Work that keeps a processor busy: on a thread of its own, because the few threads that answer requests wait for nobody.
public enum LongWork {
    /// It was longer than it may be.
    public struct TooLong: Error {}

    /// Called on the thread before the work begins: for tests, which hold it there.
    @TaskLocal static var begun: @Sendable () -> Void = {}

    /// - Parameters:
    ///   - end: when its time is over.
    ///   - work: calls `step` again and again, which throws when the task that waits for it was cancelled or its time is over.
    public static func run<Value: Sendable>(
        until end: ContinuousClock.Instant? = nil, _ work: @escaping @Sendable (_ step: @Sendable () throws -> Void) throws -> Value
    ) async throws -> Value {
        let (isCancelled, begun) = (Flag(), begun)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let thread = Thread {
                    #if os(Linux)
                        // Of this thread alone: whoever waits for a page goes first.
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
                // Trees of pages are walked by functions that call themselves.
                thread.stackSize = 8 << 20
                thread.start()
            }
        } onCancel: {
            isCancelled.set()
        }
    }
}

/// Said once, heard by every thread.
private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .relaxed) }
    func set() { value.store(true, ordering: .relaxed) }
}
