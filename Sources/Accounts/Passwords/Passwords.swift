import Crypto
import CryptoExtras
import Foundation
import Hummingbird
import NIOPosix
import ServiceLifecycle
import Synchronization

/// Makes and checks password hashes, two at a time on threads of their own: one takes a third of a second and 128 MiB.
public final class Passwords: Sendable {
    private let cost: Int
    private let queue: Int
    private let pending = Mutex(0)
    private let made = Mutex(0)
    private let isStopping = Mutex(false)

    /// Kept for the life of the program and by all: two at a time is a limit of the machine.
    private static let threads: NIOThreadPool = {
        let pool = NIOThreadPool(numberOfThreads: 2)
        pool.start()
        return pool
    }()

    public init(_ settings: AccountSettings) {
        cost = settings.scryptCost
        queue = settings.passwordQueue
    }

    /// The hash to store, `scrypt$N$r$p$salt$hash`. Asks nothing of the password; see `PasswordRules`.
    /// - Throws: 503 with `Retry-After` when too many wait.
    public func hash(_ password: String) async throws -> String {
        let cost = cost
        return try await work { try ScryptHash(of: password, cost: cost).text }
    }

    /// Whether a password is the one of a hash. Without a hash it costs the same and is never right.
    /// - Throws: 503 with `Retry-After` when too many wait.
    public func verify(_ password: String, against stored: String?) async throws -> Bool {
        let cost = cost
        return try await work {
            // One path for all, so that a missing hash cannot be told from a wrong password by its time.
            let known = stored.flatMap(ScryptHash.init(text:))
            let typed = try ScryptHash(of: password, cost: known?.cost ?? cost, salt: known?.salt)
            return password.utf8.count <= ScryptHash.longest && typed.hasSameKey(as: known)
        }
    }

    /// Whether a stored hash was made with other parameters than new ones; the next sign-in should store a new one.
    public func isOutdated(_ stored: String) -> Bool {
        ScryptHash(text: stored).map { $0.cost != cost } ?? true
    }

    /// How many hashes were worked out; tests count them, because equal work for every name is what keeps names secret.
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
                // Whoever still waits when the program is to end would keep it from ending.
                if self.isStopping.withLock({ $0 }) { throw Self.refusal }
                // Linux keeps this for the thread alone: a flood of sign-ins then leaves the processors to the other pages.
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
