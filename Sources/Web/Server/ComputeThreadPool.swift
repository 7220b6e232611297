import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A few threads for work of more than some milliseconds, apart from the request threads.
public enum ComputeThreadPool {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var running = 0
    }

    private static let state = Mutex(State())
    private static let threads = max(1, ProcessInfo.processInfo.activeProcessorCount - 1)
    private static let mostWaiting = 100

    /// Called on the thread before the work begins: for tests, which count what comes here.
    @TaskLocal static var begun: @Sendable () -> Void = {}

    /// Does work there, within the request's budget. Throws 503 when too much waits already, or when the request costs too much.
    public static func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        let (budget, begun) = (RequestBudget.current, begun)
        return try await withCheckedThrowingContinuation { continuation in
            let isTaken = add {
                begun()
                let start = processorTime
                let result = Result { try work() }
                continuation.resume(
                    with: Result {
                        try budget?.spend(.nanoseconds(processorTime - start))
                        return try result.get()
                    })
            }
            if !isTaken { continuation.resume(throwing: RequestBudget.busy) }
        }
    }

    private static func add(_ work: @escaping @Sendable () -> Void) -> Bool {
        let (isTaken, begins) = state.withLock { state in
            guard state.waiting.count < mostWaiting else { return (false, false) }
            state.waiting.append(work)
            guard state.running < threads else { return (true, false) }
            state.running += 1
            return (true, true)
        }
        if begins { begin() }
        return isTaken
    }

    private static func begin() {
        let thread = Thread {
            #if os(Linux)
                // Lowers the priority of this thread only.
                _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
            #endif
            while let work = next() { work() }
        }
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// Processor time of the current thread in nanoseconds, so that a busy machine does not count.
    private static var processorTime: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    private static func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.running -= 1
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
