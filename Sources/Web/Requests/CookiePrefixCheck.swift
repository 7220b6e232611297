import HTTPTypes
import Hummingbird

/// Ignores cookies without the `__Host-` prefix over HTTPS: another host of the domain could have set them.
struct CookiePrefixCheck: RouterMiddleware {
    typealias Context = Visitor

    static let prefix = "__Host-"
    static let own = "portico"
    let https: Bool

    func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        guard https, let sent = request.headers[.cookie], sent.contains(Self.own) else { return try await next(request, context) }
        let kept = sent.split(separator: ";").map { $0.drop { $0 == " " || $0 == "\t" } }.filter { !$0.hasPrefix(Self.own) }
        var head = request.head
        head.headerFields[.cookie] = kept.isEmpty ? nil : kept.joined(separator: "; ")
        return try await next(Request(head: head, body: request.body), context)
    }
}
