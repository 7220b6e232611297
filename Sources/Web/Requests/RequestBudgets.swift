import Foundation
import Hummingbird
import Synchronization

/// Gives each request its budget and records the kinds of requests refused for their cost.
public final class RequestBudgets: RouterMiddleware {
    public typealias Context = Visitor

    public struct Refusal: Sendable {
        public let part: String
        public let method: String
        public let status: Int
        public fileprivate(set) var count = 0
        public fileprivate(set) var last = Date.distantPast
    }

    private static let statuses: Set<Int> = [408, 413, 429, 503, 507]

    private let classes: Set<String>
    private let seen = Mutex<[String: Refusal]>([:])
    private let counts: @Sendable (Request) -> Bool

    /// Tells `classes` (first parts of paths) apart and lists requests for which `counts` is true.
    public init(classes: Set<String> = [], counts: @escaping @Sendable (Request) -> Bool = { _ in true }) {
        (self.classes, self.counts) = (classes, counts)
    }

    public var refusals: [Refusal] { seen.withLock { $0.values.sorted { $0.last > $1.last } } }

    public func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        let response = try await RequestBudget.$current.withValue(context.budget) { try await next(request, context) }
        if Self.statuses.contains(response.status.code), counts(request) { note(request, response.status.code) }
        return response
    }

    private func note(_ request: Request, _ status: Int) {
        let first = String(request.uri.path.dropFirst().prefix { $0 != "/" })
        let part = first.isEmpty ? "home" : classes.contains(first) ? first : "other"
        // Clients can invent methods.
        let method = [.get, .head, .post, .put, .patch, .delete].contains(request.method) ? request.method.rawValue : "?"
        seen.withLock { seen in
            var refusal = seen["\(method) \(part) \(status)"] ?? Refusal(part: part, method: method, status: status)
            refusal.count += 1
            refusal.last = .now
            seen["\(method) \(part) \(status)"] = refusal
        }
    }
}
