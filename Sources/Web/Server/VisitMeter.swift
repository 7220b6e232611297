import Hummingbird
import Synchronization

/// Counts opened pages by subject, in memory and without visitor, address or page. It runs before the page cache.
public final class VisitMeter: RouterMiddleware {
    public typealias Context = Visitor

    private let subject: @Sendable (_ path: String) -> String?
    private let counts = Mutex<[String: Int]>([:])

    public init(subject: @escaping @Sendable (_ path: String) -> String?) { self.subject = subject }

    public func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        let response = try await next(request, context)
        // A page confirmed by 304 was opened too.
        if request.isNavigation, response.status == .ok || response.status == .notModified, let name = subject(request.uri.path) {
            counts.withLock { $0[name, default: 0] += 1 }
        }
        return response
    }

    public func take() -> [String: Int] {
        counts.withLock { counts in
            defer { counts = [:] }
            return counts
        }
    }
}

extension Request {
    /// Whether a browser wants a page to show; by `Accept` where browsers omit the fetch headers (plain HTTP to another machine).
    var wantsPage: Bool {
        if let mode = headers[.init("Sec-Fetch-Mode")!] { return mode == "navigate" }
        return headers[.accept]?.hasPrefix("text/html") ?? false
    }

    /// Excludes prefetching.
    fileprivate var isNavigation: Bool { method == .get && headers[.init("Sec-Purpose")!] == nil && wantsPage }
}
