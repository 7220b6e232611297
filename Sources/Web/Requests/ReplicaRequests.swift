import HTTPTypes
import Hummingbird

/// Leaves to the primary what a replica cannot answer: changes, and the pages of people whom a cookie or a token names.
struct ReplicaRequests: RouterMiddleware {
    typealias Context = Visitor

    /// Addresses that monitors ask with a token.
    private static let watched: Set = ["/health", "/metrics"]
    private static let files = ["/assets/", "/media/"]

    func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        guard !isForAll(request) else { return try await next(request, context) }
        // The refusal then offers to send the same again.
        if request.method == .post { _ = try? await Form.read(request, judgesText: false) }
        throw ReplicaRefusal()
    }

    private func isForAll(_ request: Request) -> Bool {
        guard request.method.isSafe else { return false }
        let path = request.uri.path
        if Self.watched.contains(path) || Self.files.contains(where: path.hasPrefix) { return true }
        return request.headers[.authorization] == nil && !request.headers[values: .cookie].contains { $0.namesAPerson }
    }
}

/// The primary would answer; the replica asks for patience.
struct ReplicaRefusal: ExplainedRefusal {
    let status = HTTPResponse.Status.serviceUnavailable
    let texts = "web.error.replica"
    let home = "/"
    let headers: HTTPFields = [.retryAfter: "5"]
}

extension String {
    /// Whether a list of cookies has one of the site's besides those of language and form.
    fileprivate var namesAPerson: Bool {
        utf8.split(separator: UInt8(ascii: ";")).contains { pair in
            let name = pair.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            return name.starts(with: CookiePrefixCheck.own.utf8)
                || name.starts(with: (CookiePrefixCheck.prefix + CookiePrefixCheck.own).utf8)
        }
    }
}
