import Hummingbird
import Synchronization

/// Counts requests by what they were for and how they ended, and how long they took until their answer began; for monitoring.
public final class RequestMeter: RouterMiddleware {
    public typealias Context = Visitor

    /// Seconds: the usual steps, from a page out of memory to one that makes people leave.
    public static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    /// The requests of one class.
    public struct Series: Sendable {
        public fileprivate(set) var statuses: [Int: Int] = [:]
        /// How many took no longer than each of the bounds and longer than the one before; the last took longer than all.
        public fileprivate(set) var steps = [Int](repeating: 0, count: bounds.count + 1)
        /// Of all durations together.
        public fileprivate(set) var seconds = 0.0
    }

    private struct State {
        var series: [String: Series] = [:]
        var underway = 0
    }

    private let classes: Set<String>
    private let state = Mutex(State())

    /// - Parameter classes: first parts of paths that are told apart; all others are `other`, because anybody can make up addresses.
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
