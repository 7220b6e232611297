import Accounts
import Admin
import GRDB
import Logging
import ServiceLifecycle

/// Tells caches of changes soon after they were saved. What a cache did not take, a job repeats.
struct CachePurging: Service {
    let purge: CachePurge
    let database: any DatabaseWriter
    let logger: Logger

    /// The least time between two messages.
    private static let pause = Duration.milliseconds(300)
    private static let attempts = 8

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            for await _ in purge.changes {
                await purgeChanges()
                try await Task.sleep(for: Self.pause)
            }
        }
    }

    func purgeChanges() async {
        let tags = purge.takeWaiting()
        do {
            // A copy of the site does not clear the original's caches.
            guard !tags.isEmpty, try await !database.read({ try SiteIdentity.isQuiet($0) }) else { return }
            let failures = await purge.send(tags)
            for failure in failures { logger.warning("the cache at \(failure.host) was not told of a change: \(failure.reason)") }
            guard !failures.isEmpty else { return }
            try await database.write { db in
                guard try !Jobs.isUnderway(CachePurge.kind, db) else { return }
                try Jobs.enqueue(db, CachePurge.kind, attempts: Self.attempts, by: .system("portico"))
            }
        } catch {
            logger.error("caches were not told of a change: \(error)")
        }
    }
}
