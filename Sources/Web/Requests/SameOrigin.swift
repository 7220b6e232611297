import HTTPTypes
import Hummingbird

/// Refuses what another site makes a visitor's browser send (cross-site request forgery), by headers alone: no token, no state, and no
/// need to read the body. Browsers send `Sec-Fetch-Site` since 2023; over plain HTTP to another machine they leave it out, and `Origin`
/// carries the load.
public struct SameOrigin: RouterMiddleware {
    public typealias Context = Visitor

    private let publicOrigin: Origin?

    /// - Parameter publicOrigin: where visitors reach the site, such as `https://portal.example.org`; nil when it is not known and the
    ///   requested host is taken.
    public init(publicOrigin: String?) {
        self.publicOrigin = publicOrigin.flatMap { Origin($0) }
    }

    public func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        guard isAllowed(request) else { throw HTTPError(.forbidden, message: "cross-site request") }
        return try await next(request, context)
    }

    func isAllowed(_ request: Request) -> Bool {
        if request.method.isSafe || request.bringsToken { return true }
        if isForeign(request) { return false }
        if request.headers[.secFetchSite] != nil || request.headers[.origin] != nil { return true }
        // Not a browser. Without a cookie it acts for nobody but itself.
        return request.headers[.cookie] == nil
    }

    /// Whether the request says of itself that another site made it.
    public func isForeign(_ request: Request) -> Bool {
        // `none` is a person who did it himself, such as a reload of a sent form. `same-site` is another host of the domain: refused.
        if let site = request.headers[.secFetchSite] { return site != "same-origin" && site != "none" }
        return request.headers[.origin].map { !isOurs($0, host: request.head.authority) } ?? false
    }

    private func isOurs(_ text: String, host: String?) -> Bool {
        guard let origin = Origin(text), origin.description == text.lowercased() else { return false }
        if origin == publicOrigin { return true }
        guard let host, publicOrigin == nil || HostCheck.isLoopback(host) else { return false }
        return origin == Origin(scheme: "http", host: host)
    }
}

extension HTTPRequest.Method {
    /// Whether nothing is changed by it (RFC 9110, 9.2.1).
    public var isSafe: Bool { [.get, .head, .options, .trace].contains(self) }
}

extension Request {
    /// Whether it acts by a token of its own. No page of another site can make a browser send one, and where one is sent no cookie is
    /// looked at (`Callers`).
    public var bringsToken: Bool {
        (uri.path.hasPrefix("/api/") || uri.path.hasPrefix("/ws/")) && headers[.authorization]?.lowercased().hasPrefix("bearer ") == true
    }
}

extension HTTPField.Name {
    fileprivate static let secFetchSite = Self("Sec-Fetch-Site")!
}
