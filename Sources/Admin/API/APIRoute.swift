import Accounts
import HTTPTypes
import Hummingbird
import Web

/// An address of the JSON interface that a system writes by hand, with its description beside it.
public struct APIRoute: Sendable {
    public let method: HTTPRequest.Method
    /// Below `/api/v1/<system>`: `clock/{id}`.
    public let path: String
    /// Where its texts lie: `<texts>.title` and `<texts>.text`.
    public let texts: String
    /// The names in its query, each with its text `<texts>.parameters.<name>`.
    public let query: [String]
    /// JSON Schema of what is sent and of what comes back; nil for nothing.
    public let sent: JSON?
    public let answer: JSON?
    public let status: HTTPResponse.Status
    let handle: @Sendable (Request, Caller, Desk) async throws -> Response

    /// - Parameter handle: asks for the rights itself (`caller.require`) and throws `HTTPError` or `Problem`.
    public init(
        _ method: HTTPRequest.Method, _ path: String, texts: String, query: [String] = [], sent: JSON? = nil, answer: JSON? = nil,
        status: HTTPResponse.Status = .ok, handle: @escaping @Sendable (Request, Caller, Desk) async throws -> Response
    ) {
        (self.method, self.path, self.texts, self.query) = (method, path, texts, query)
        (self.sent, self.answer, self.status, self.handle) = (sent, answer, status, handle)
    }

    func mount(on router: RouterGroup<Caller>, _ desk: Desk) {
        router.on(RouterPath(path), method: method) { [handle] request, caller in try await handle(request, caller, desk) }
    }
}
