import CMalloc
import Foundation
import GRDB
import ServiceLifecycle

/// Returns freed memory to the system. The C library would otherwise keep the peak of a busy minute until the program ends.
struct MemoryTrimmer: Service {
    let database: any DatabaseWriter

    /// Each run takes half a millisecond.
    private static let pause = Duration.seconds(2)
    /// Connections are freed every minute, for the first time when the work of a start is done.
    private static let (runs, first) = (30, 5)

    /// Limits malloc arenas, of which the library creates up to eight per processor, each keeping its peak. Call it before threads exist.
    static func shareAmongThreads() {
        mallopt(M_ARENA_MAX, Int32(2 * ProcessInfo.processInfo.activeProcessorCount))
        // Large pieces stay apart from small ones, which would keep their room; the library would give that up after the first large one.
        mallopt(M_MMAP_THRESHOLD, 128 << 10)
        // With the usual 128 kB, every page would return memory and ask for it again.
        mallopt(M_TRIM_THRESHOLD, 4 << 20)
    }

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            var run = 0
            while true {
                try await Task.sleep(for: Self.pause)
                run += 1
                if run % Self.runs == Self.first { Self.freeConnections(of: database) }
                malloc_trim(0)
            }
        }
    }

    /// Closes the readers that are idle: each holds the schema of all tables, two megabytes, which takes two milliseconds to read again.
    /// A start opens as many as a busy site needs, and a quiet one needs none. Reads that are under way end as they began.
    static func freeConnections(of database: any DatabaseWriter) {
        (database as? DatabasePool)?.invalidateReadOnlyConnections()
        database.asyncWriteWithoutTransaction { $0.releaseMemory() }
    }
}
