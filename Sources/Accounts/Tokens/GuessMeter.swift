import Foundation
import Synchronization

/// Collects invalid tokens for a minute, so that thousands cost one write.
public final class GuessMeter: Sendable {
    private static let pause: TimeInterval = 60
    private static let mostNetworks = 2_000
    private let waiting = Mutex<[String: (since: Date, tries: Int)]>([:])

    public init() {}

    /// Counts an attempt; returns the number to record now, or nil while collecting.
    public func take(_ network: String, at now: Date) -> Int? {
        waiting.withLock { waiting in
            guard let known = waiting[network] else {
                if waiting.count >= Self.mostNetworks { waiting.removeAll() }
                waiting[network] = (now, 0)
                return 1
            }
            guard now.timeIntervalSince(known.since) >= Self.pause else {
                waiting[network] = (known.since, known.tries + 1)
                return nil
            }
            waiting[network] = (now, 0)
            return known.tries + 1
        }
    }
}
