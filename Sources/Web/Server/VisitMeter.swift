import Hummingbird
import Synchronization

/// Counts the pages that visitors open, by what they belong to: nothing of who opened them, from where, or which ones. It stands in front of
/// the pages that are kept for all, and has its numbers in memory until somebody takes them.
public final class VisitMeter: RouterMiddleware {
    public typealias Context = Visitor

    private let subject: @Sendable (_ path: String) -> String?
    private let counts = Mutex<[String: Int]>([:])

    /// - Parameter subject: what a page belongs to, by its path; nil for what is not counted.
    public init(subject: @escaping @Sendable (_ path: String) -> String?) { self.subject = subject }

    public func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        let response = try await next(request, context)
        // A page that the browser has by now was opened all the same.
        if request.isNavigation, response.status == .ok || response.status == .notModified, let name = subject(request.uri.path) {
            counts.withLock { $0[name, default: 0] += 1 }
        }
        return response
    }

    /// What was counted since it was asked last.
    public func take() -> [String: Int] {
        counts.withLock { counts in
            defer { counts = [:] }
            return counts
        }
    }
}

extension Request {
    /// Whether a browser wants a page to show: neither a program nor a script asks. Browsers say so, but over plain HTTP to another
    /// machine; then what they accept says it.
    var wantsPage: Bool {
        if let mode = headers[.init("Sec-Fetch-Mode")!] { return mode == "navigate" }
        return headers[.accept]?.hasPrefix("text/html") ?? false
    }

    /// Whether somebody opens a page, and not a browser that keeps it for later.
    fileprivate var isNavigation: Bool { method == .get && headers[.init("Sec-Purpose")!] == nil && wantsPage }
}
