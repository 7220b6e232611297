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
        switch request.method {
        case .get, .head, .options, .trace: return true
        default: break
        }
        // `none` is a person who did it himself, such as a reload of a sent form. `same-site` is another host of the domain: refused.
        if let site = request.headers[.secFetchSite] { return site == "same-origin" || site == "none" }
        if let origin = request.headers[.origin] { return isOurs(origin, host: request.head.authority) }
        // Not a browser. Without a cookie it acts for nobody but itself.
        return request.headers[.cookie] == nil
    }

    private func isOurs(_ text: String, host: String?) -> Bool {
        guard let origin = Origin(text), origin.description == text.lowercased() else { return false }
        if origin == publicOrigin { return true }
        guard let host, publicOrigin == nil || HostCheck.isLoopback(host) else { return false }
        return origin == Origin(scheme: "http", host: host)
    }
}

extension HTTPField.Name {
    fileprivate static let secFetchSite = Self("Sec-Fetch-Site")!
}
