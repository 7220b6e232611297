import HTTPTypes
import Hummingbird

/// Refuses cross-site requests (CSRF) by headers alone, without tokens, state or reading the body. Browsers send `Sec-Fetch-Site` since
/// 2023; over plain HTTP to another machine they omit it, and `Origin` decides.
public struct SameOrigin: RouterMiddleware {
    public typealias Context = Visitor

    private let publicOrigin: Origin?

    /// Takes the site's origin, such as `https://portal.example.org`; nil uses the requested host.
    public init(publicOrigin: String?) {
        self.publicOrigin = publicOrigin.flatMap { Origin($0) }
    }

    public func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        guard isAllowed(request) else {
            let foreign = ForeignAddress.origin(
                request.headers[.origin], host: request.head.authority, site: publicOrigin,
                isElsewhere: request.headers[.secFetchSite] != nil)
            throw foreign ?? HTTPError(.forbidden, message: "cross-site request")
        }
        return try await next(request, context)
    }

    func isAllowed(_ request: Request) -> Bool {
        if request.method.isSafe || request.bringsToken { return true }
        if isForeign(request) { return false }
        if request.headers[.secFetchSite] != nil || request.headers[.origin] != nil { return true }
        // Not a browser. Without a cookie it acts only for itself.
        return request.headers[.cookie] == nil
    }

    public func isForeign(_ request: Request) -> Bool {
        // `none` is an action of the user, such as reloading a sent form. `same-site` is another host of the domain and refused.
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
    /// RFC 9110, 9.2.1.
    public var isSafe: Bool { [.get, .head, .options, .trace].contains(self) }
}

extension Request {
    /// Whether it carries an API token, which other sites cannot make a browser send. Cookies are then ignored (`Callers`).
    public var bringsToken: Bool {
        (uri.path.hasPrefix("/api/") || uri.path.hasPrefix("/ws/")) && headers[.authorization]?.lowercased().hasPrefix("bearer ") == true
    }
}

extension HTTPField.Name {
    fileprivate static let secFetchSite = Self("Sec-Fetch-Site")!
}
