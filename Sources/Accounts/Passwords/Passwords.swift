import Crypto
import CryptoExtras
import Foundation
import Hummingbird
import NIOPosix
import ServiceLifecycle
import Synchronization

/// Hashes passwords, two at a time on own threads: one takes a third of a second and 128 MiB.
public final class Passwords: Sendable {
    private let cost: Int
    private let queue: Int
    private let pending = Mutex(0)
    private let made = Mutex(0)
    private let isStopping = Mutex(false)

    /// Shared by the whole process, because two at a time is a limit of the machine.
    private static let threads: NIOThreadPool = {
        let pool = NIOThreadPool(numberOfThreads: 2)
        pool.start()
        return pool
    }()

    public init(_ settings: AccountSettings) {
        cost = settings.scryptCost
        queue = settings.passwordQueue
    }

    /// Returns `scrypt$N$r$p$salt$hash` for any password; see `PasswordRules`. Throws 503 with `Retry-After` when the queue is full.
    public func hash(_ password: String) async throws -> String {
        let cost = cost
        return try await work { try ScryptHash(of: password, cost: cost).text }
    }

    /// Checks a password; a missing hash costs the same and fails. Throws 503 with `Retry-After` when the queue is full.
    public func verify(_ password: String, against stored: String?) async throws -> Bool {
        let cost = cost
        return try await work {
            // One path, so that timing does not reveal a missing hash.
            let known = stored.flatMap(ScryptHash.init(text:))
            let typed = try ScryptHash(of: password, cost: known?.cost ?? cost, salt: known?.salt)
            return password.utf8.count <= ScryptHash.longest && typed.hasSameKey(as: known)
        }
    }

    /// Whether the hash has old parameters; the next sign-in should replace it.
    public func isOutdated(_ stored: String) -> Bool {
        ScryptHash(text: stored).map { $0.cost != cost } ?? true
    }

    /// Computed hashes, counted by tests: equal work for every name keeps names secret.
    var count: Int { made.withLock { $0 } }

    private func work<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        let isFull = pending.withLock { pending in
            guard pending < queue + 2 else { return true }
            pending += 1
            return false
        }
        if isFull { throw Self.refusal }
        defer { pending.withLock { $0 -= 1 } }
        made.withLock { $0 += 1 }
        return try await withGracefulShutdownHandler {
            try await Self.threads.runIfActive {
                if self.isStopping.withLock({ $0 }) { throw Self.refusal }
                // On Linux this applies to the thread only: sign-ins leave the processors to other pages.
                #if os(Linux)
                    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
                #endif
                return try body()
            }
        } onGracefulShutdown: {
            self.isStopping.withLock { $0 = true }
        }
    }

    private static var refusal: HTTPError { HTTPError(.serviceUnavailable, headers: [.retryAfter: "5"]) }
}
