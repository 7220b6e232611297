import CoreMetrics
import Hummingbird
import Synchronization

/// Counts requests by class and status, with the time until the answer begins, for monitoring.
public final class RequestMeter: RouterMiddleware {
    public typealias Context = Visitor

    /// What the figures mean, by name.
    public static let help = [
        total: "Answered requests by the first part of their address and by status.", duration: "Time until an answer began.",
        open: "Requests whose answer has not begun, this one included.",
    ]

    private static let total = "portico_http_requests_total"
    private static let duration = "portico_http_request_duration_seconds"
    private static let open = "portico_http_requests_underway"

    private struct Series {
        let duration: CoreMetrics.Timer
        var statuses: [Int: Counter] = [:]
    }

    private let classes: Set<String>
    private let factory: any MetricsFactory
    private let underway: Meter
    /// Found again without the factory, which sorts labels.
    private let series = Mutex<[String: Series]>([:])

    /// `classes`: first parts of paths to tell apart. All others count as `other`, because clients can invent addresses.
    public init(classes: Set<String> = [], factory: any MetricsFactory = NOOPMetricsHandler.instance) {
        (self.classes, self.factory) = (classes, factory)
        underway = Meter(label: Self.open, factory: factory)
    }

    public func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        let start = ContinuousClock.now
        underway.increment()
        var status = 500
        defer { count(request.uri.path, status, start.duration(to: .now)) }
        do {
            let response = try await next(request, context)
            status = response.status.code
            return response
        } catch {
            status = (error as? any HTTPResponseError)?.status.code ?? 500
            throw error
        }
    }

    private func count(_ path: String, _ status: Int, _ duration: Duration) {
        let first = String(path.dropFirst().prefix { $0 != "/" })
        let name = first.isEmpty ? "home" : classes.contains(first) ? first : "other"
        let (timer, counter) = figures(name, status)
        underway.decrement()
        counter.increment()
        timer.recordNanoseconds(Int64(Int(cutting: duration / .nanoseconds(1))))
    }

    private func figures(_ name: String, _ status: Int) -> (CoreMetrics.Timer, Counter) {
        series.withLock { all in
            let timer = all[name]?.duration ?? CoreMetrics.Timer(label: Self.duration, dimensions: [("class", name)], factory: factory)
            let counter =
                all[name]?.statuses[status]
                ?? Counter(label: Self.total, dimensions: [("class", name), ("status", String(status))], factory: factory)
            all[name, default: Series(duration: timer)].statuses[status] = counter
            return (timer, counter)
        }
    }
}
