import HTTPTypes
import Hummingbird
import Synchronization

/// Limits each sender's requests, in memory, and answers 429 with a time to wait. Sign-in has persistent counters of its own.
public struct RateLimit: RouterMiddleware {
    public typealias Context = Visitor

    private let counters: [Int: Counters]
    private let key: (@Sendable (Request, Visitor) -> String?)?
    private let policy: (name: String, text: String)?

    /// Allows `limit` requests at once and per `period`. `name` appears in draft-ietf-httpapi-ratelimit-headers fields. `key` gives the
    /// sender, nil for none; by default the networks of the address, with loopback, as a wrong proxy configuration would disable the limit.
    public init(
        limit: Int, per period: Duration, announcedAs name: String? = nil, key: (@Sendable (Request, Visitor) -> String?)? = nil
    ) {
        counters = Dictionary(uniqueKeysWithValues: [1, 2, 8].map { ($0, Counters(limit: limit * $0, per: period)) })
        policy = name.map { ($0, "\"\($0)\";q=\(limit);w=\(Int(cutting: period / .seconds(1)))") }
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
    /// Generic cell rate algorithm: keeps one time per key instead of a list, without a jump at a window's border.
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

        /// Counts one request; returns the seconds to wait when none is left.
        func take(_ key: String, at now: ContinuousClock.Instant = .now) -> Int? {
            used.withLock { used in
                let next = max(used[key] ?? now, now) + interval
                let tooSoon = now.duration(to: next) - period
                // A tolerance of one thousandth for the rounding of the division above.
                if tooSoon > interval / 1000 { return max(1, Int(cutting: (tooSoon / .seconds(1)).rounded(.up))) }
                if used[key] == nil, used.count >= capacity { Self.shrink(&used, now: now, capacity: capacity) }
                used[key] = next
                return nil
            }
        }

        func left(_ key: String, at now: ContinuousClock.Instant = .now) -> (count: Int, reset: Int) {
            let spent = used.withLock { now.duration(to: max($0[key] ?? now, now)) }
            return (max(0, Int(cutting: (period - spent) / interval)), Int(cutting: (spent / .seconds(1)).rounded(.up)))
        }

        private static func shrink(_ used: inout [String: ContinuousClock.Instant], now: ContinuousClock.Instant, capacity: Int) {
            used = used.filter { $0.value > now }
            guard used.count >= capacity else { return }
            let middle = used.values.sorted()[used.count / 2]
            used = used.filter { $0.value > middle }
        }

        var count: Int { used.withLock { $0.count } }
    }
}
