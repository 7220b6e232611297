import HTTPTypes
import Hummingbird

/// Refuses requests that do not name our host properly (RFC 9112, 3.2). A foreign name would end up in caches and links, and lets a
/// page of another site reach a server on the visitor's own network under that page's name.
public struct HostCheck: RouterMiddleware {
    public typealias Context = Visitor

    private static let loopback: Set<String> = ["localhost", "127.0.0.1", "[::1]"]
    /// Endings of names that only a private network answers for.
    private static let privateEndings = [".localhost", ".local", ".lan", ".internal", ".home.arpa"]
    private let allowed: Set<String>?

    /// - Parameters:
    ///   - publicURL: where visitors reach the site; nil accepts addresses in numbers and names of a private network, none that
    ///     somebody else could register and point here.
    ///   - others: further names the site answers to.
    public init(publicURL: String?, others: [String] = []) {
        allowed = publicURL.flatMap { Origin($0)?.name }.map { Self.loopback.union(others.map { $0.lowercased() }).union([$0]) }
    }

    public func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        // The first Host field is taken out of the fields by the server, so one that is still there is a second one.
        guard let host = request.head.authority, request.headers[.secondHost] == nil, let name = Origin.name(ofHost: host) else {
            throw HTTPError(.badRequest, message: "Host is missing, repeated or malformed")
        }
        guard allowed?.contains(name) ?? Self.isPrivate(name) else { throw HTTPError(.misdirectedRequest, message: "Host is not ours") }
        return try await next(request, context)
    }

    private static func isPrivate(_ name: String) -> Bool {
        let isNumber = name.hasPrefix("[") || name.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
        return isNumber || !name.contains(".") || privateEndings.contains(where: name.hasSuffix)
    }

    /// Whether a host is this machine itself.
    public static func isLoopback(_ host: String) -> Bool { Origin.name(ofHost: host).map(loopback.contains) ?? false }
}

extension HTTPField.Name {
    /// What is left of several `Host` fields.
    static let secondHost = Self("Host")!
}
