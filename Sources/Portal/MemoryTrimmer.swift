import CMalloc
import Foundation
import ServiceLifecycle

/// Returns freed memory to the system. The C library would otherwise keep the peak of a busy minute until the program ends.
struct MemoryTrimmer: Service {
    /// Each run takes half a millisecond.
    private static let pause = Duration.seconds(2)

    /// Limits malloc arenas, of which the library creates up to eight per processor, each keeping its peak. Call it before threads exist.
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
