import Foundation
import Synchronization

/// Collects invalid tokens for a minute, so that thousands cost one write.
public final class InvalidTokenCounter: Sendable {
    private static let pause: TimeInterval = 60
    private static let mostNetworks = 2_000
    /// Attempts that the first page shows, together with the first one.
    private static let few = 4
    private let waiting = Mutex<[String: (since: Date, tries: Int, most: Int)]>([:])

    public init() {}

    /// Counts an attempt; returns the number to record now, or nil while collecting.
    public func take(_ network: String, at now: Date) -> Int? {
        waiting.withLock { waiting in
            guard let known = waiting[network] else {
                if waiting.count >= Self.mostNetworks { waiting.removeAll() }
                waiting[network] = (now, 0, Self.few)
                return 1
            }
            let tries = known.tries + 1
            guard now.timeIntervalSince(known.since) >= Self.pause else {
                // Counts those who stop before the minute is over.
                let isMany = tries >= known.most
                waiting[network] = (known.since, isMany ? 0 : tries, isMany ? min(known.most, 100_000) * 10 : known.most)
                return isMany ? tries : nil
            }
            waiting[network] = (now, 0, Self.few)
            return tries
        }
    }
}
