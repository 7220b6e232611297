import CMalloc
import ServiceLifecycle

/// Gives back to the system what requests have freed. The C library keeps it for the next ones, so a busy minute would count until the
/// program ends.
struct FreedMemory: Service {
    private static let pause = Duration.seconds(10)

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                try await Task.sleep(for: Self.pause)
                malloc_trim(0)
            }
        }
    }
}
