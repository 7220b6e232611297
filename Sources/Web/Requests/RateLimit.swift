import HTTPTypes
import Hummingbird
import Synchronization

/// Lets each sender do a thing only so often; more is a 429 that says when to come back. Kept in memory, for all requests together and
/// costly pages; attempts to sign in have their own counters, which survive a restart.
public struct RateLimit: RouterMiddleware {
    public typealias Context = Visitor

    /// One set of counters for each size of networks.
    private let counters: [Int: Counters]
    private let key: (@Sendable (Request, Visitor) -> String?)?
    private let policy: (name: String, text: String)?

    /// - Parameters:
    ///   - limit: how many at once, and on average in each `period`.
    ///   - name: answers say under this name how much is left (draft-ietf-httpapi-ratelimit-headers); nil for silence.
    ///   - key: whom a request is counted for, nil not to count it; without one it is counted for the networks of its address. Loopback is
    ///     a sender like any other: a proxy's mistake in the configuration would otherwise switch the limit off.
    public init(
        limit: Int, per period: Duration, announcedAs name: String? = nil, key: (@Sendable (Request, Visitor) -> String?)? = nil
    ) {
        counters = Dictionary(uniqueKeysWithValues: [1, 2, 8].map { ($0, Counters(limit: limit * $0, per: period)) })
        policy = name.map { ($0, "\"\($0)\";q=\(limit);w=\(Int(period / .seconds(1)))") }
        self.key = key
    }

    public func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        let keys =
            self.key.map { $0(request, context).map { [ClientAddress.Network(name: $0, weight: 1)] } ?? [] } ?? context.client.networks
        guard let first = keys.first?.name else { return try await next(request, context) }
        if let wait = keys.compactMap({ counters[$0.weight]?.take($0.name) }).max() {
            var headers = announcement(first)
            headers[.retryAfter] = String(wait)
            throw HTTPError(.tooManyRequests, headers: headers)
        }
        do {
            var response = try await next(request, context)
            response.headers.append(contentsOf: announcement(first))
            return response
        } catch var problem as Problem {
            problem.headers.append(contentsOf: announcement(first))
            throw problem
        } catch var error as HTTPError {
            error.headers.append(contentsOf: announcement(first))
            throw error
        }
    }

    private func announcement(_ key: String) -> HTTPFields {
        guard let policy, let counters = counters[1], let limits = HTTPField.Name("RateLimit-Policy"),
            let state = HTTPField.Name("RateLimit")
        else { return [:] }
        let (left, reset) = counters.left(key)
        return [limits: policy.text, state: "\"\(policy.name)\";r=\(left);t=\(reset)"]
    }
}

extension RateLimit {
    /// For each key the time until which its past requests have used up the allowance (generic cell rate algorithm): one number instead
    /// of a list of times, and no jump at the border of a window.
    final class Counters: Sendable {
        private let interval: Duration
        private let period: Duration
        private let capacity: Int
        private let used = Mutex<[String: ContinuousClock.Instant]>([:])

        init(limit: Int, per period: Duration, capacity: Int = 20_000) {
            interval = period / max(limit, 1)
            self.period = period
            self.capacity = capacity
        }

        /// Counts one; the seconds to wait when there are no more to take.
        func take(_ key: String, at now: ContinuousClock.Instant = .now) -> Int? {
            used.withLock { used in
                let next = max(used[key] ?? now, now) + interval
                let tooSoon = now.duration(to: next) - period
                // A thousandth of forgiveness, for the rounding of the division above.
                if tooSoon > interval / 1000 { return max(1, Int((tooSoon / .seconds(1)).rounded(.up))) }
                if used[key] == nil, used.count >= capacity { Self.shrink(&used, now: now, capacity: capacity) }
                used[key] = next
                return nil
            }
        }

        /// How many more there are to take now, and the seconds until all are there again.
        func left(_ key: String, at now: ContinuousClock.Instant = .now) -> (count: Int, reset: Int) {
            let spent = used.withLock { now.duration(to: max($0[key] ?? now, now)) }
            return (max(0, Int((period - spent) / interval)), Int((spent / .seconds(1)).rounded(.up)))
        }

        /// Forgets those that may do all again, and if that is not enough the half that may do most.
        private static func shrink(_ used: inout [String: ContinuousClock.Instant], now: ContinuousClock.Instant, capacity: Int) {
            used = used.filter { $0.value > now }
            guard used.count >= capacity else { return }
            let middle = used.values.sorted()[used.count / 2]
            used = used.filter { $0.value > middle }
        }

        var count: Int { used.withLock { $0.count } }
    }
}
