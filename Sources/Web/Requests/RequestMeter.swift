import Hummingbird
import Synchronization

/// Counts requests by class and status, with the time until the answer begins, for monitoring.
public final class RequestMeter: RouterMiddleware {
    public typealias Context = Visitor

    /// Histogram bounds in seconds.
    public static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    public struct Series: Sendable {
        public fileprivate(set) var statuses: [Int: Int] = [:]
        /// Requests per histogram step; the last step is above all bounds.
        public fileprivate(set) var steps = [Int](repeating: 0, count: bounds.count + 1)
        public fileprivate(set) var seconds = 0.0
    }

    private struct State {
        var series: [String: Series] = [:]
        var underway = 0
    }

    private let classes: Set<String>
    private let state = Mutex(State())

    /// First parts of paths to tell apart. All others count as `other`, because clients can invent addresses.
    public init(classes: Set<String> = []) { self.classes = classes }

    public var series: [String: Series] { state.withLock { $0.series } }
    public var underway: Int { state.withLock { $0.underway } }

    public func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        let start = ContinuousClock.now
        state.withLock { $0.underway += 1 }
        var status = 500
        defer { count(request.uri.path, status, start.duration(to: .now) / .seconds(1)) }
        do {
            let response = try await next(request, context)
            status = response.status.code
            return response
        } catch {
            status = (error as? any HTTPResponseError)?.status.code ?? 500
            throw error
        }
    }

    private func count(_ path: String, _ status: Int, _ seconds: Double) {
        let first = String(path.dropFirst().prefix { $0 != "/" })
        let name = first.isEmpty ? "home" : classes.contains(first) ? first : "other"
        let step = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        state.withLock { state in
            state.underway -= 1
            state.series[name, default: Series()].statuses[status, default: 0] += 1
            state.series[name]?.steps[step] += 1
            state.series[name]?.seconds += seconds
        }
    }
}
