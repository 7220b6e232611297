import Foundation
import Synchronization

/// Gathers wrong keys of programs for a minute, so that thousands of them cost one write.
public final class GuessMeter: Sendable {
    private static let pause: TimeInterval = 60
    private static let mostNetworks = 2_000
    private let waiting = Mutex<[String: (since: Date, tries: Int)]>([:])

    public init() {}

    /// Counts one try of a network.
    /// - Returns: how many there are to write down now; nil while they are gathered.
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
