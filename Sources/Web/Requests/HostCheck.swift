import HTTPTypes
import Hummingbird

/// Refuses a foreign or malformed `Host` (RFC 9112, 3.2), which could poison caches and links or rebind DNS.
public struct HostCheck: RouterMiddleware {
    public typealias Context = Visitor

    private static let loopback: Set<String> = ["localhost", "127.0.0.1", "[::1]"]
    private let allowed: Set<String>?
    private let site: Origin?

    /// Accepts the host of `publicURL` and `others`. Without a `publicURL` it accepts private hosts; see `PrivateHost`.
    public init(publicURL: String?, others: [String] = []) {
        site = publicURL.flatMap { Origin($0) }
        allowed = site.map { Self.loopback.union(others.map { $0.lowercased() }).union([$0.name]) }
    }

    public func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        // The server removes the first Host field, so one that is left is a second one.
        guard let host = request.head.authority, request.headers[.secondHost] == nil, let name = Origin.name(ofHost: host) else {
            throw HTTPError(.badRequest, message: "Host is missing, repeated or malformed")
        }
        guard allowed?.contains(name) ?? PrivateHost.contains(name) else {
            throw ForeignAddress.host(host, site: site)
        }
        return try await next(request, context)
    }

    public static func isLoopback(_ host: String) -> Bool { Origin.name(ofHost: host).map(loopback.contains) ?? false }
}

extension HTTPField.Name {
    static let secondHost = Self("Host")!
}
