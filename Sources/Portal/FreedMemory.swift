import CMalloc
import Foundation
import ServiceLifecycle

/// Gives back to the system what requests have freed. The C library keeps it for the next ones, so a busy minute would count until the
/// program ends.
struct FreedMemory: Service {
    /// Half a millisecond of work each time.
    private static let pause = Duration.seconds(2)

    /// What one thread frees shall serve the others: the library gives each of up to eight threads for a processor a pool of its own, and
    /// almost every one of them holds what it once needed. Before there are threads.
    static func shareAmongThreads() {
        mallopt(M_ARENA_MAX, Int32(2 * ProcessInfo.processInfo.activeProcessorCount))
    }

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                try await Task.sleep(for: Self.pause)
                malloc_trim(0)
            }
        }
    }
}
