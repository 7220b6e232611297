import Hummingbird

/// Serves shared pages at addresses that name the language. Cookies do not count there, so that any cache can keep the pages.
struct LanguageAddresses: RouterMiddleware {
    typealias Context = Visitor

    let paths: SharedPaths

    func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        guard request.method == .get || request.method == .head,
            let (address, plain) = LanguageAddress.split(request.uri.description), paths.contains(plain)
        else { return try await next(request, context) }
        var (context, head) = (context, request.head)
        context.address = address
        head.path = plain
        (head.headerFields[.cookie], head.headerFields[.range]) = (nil, nil)
        return try await next(Request(head: head, body: request.body), context)
    }
}
