import HTTPTypes
import Hummingbird
import Web

/// An address of the JSON interface that a system writes by hand, with its description beside it. A system's services are tables of these;
/// what its handlers are given is its own choice.
public struct APIRoute<Handler: Sendable>: Sendable {
    public let method: HTTPRequest.Method
    /// Below the address of its service: `runs/{id}/works`.
    public let path: String
    /// The last part of its texts and of its operation's id.
    public let name: String
    public let handle: Handler
    /// What its query may hold, and headers that the request may bring.
    public var query: [(name: String, schema: JSON)] = []
    public var sentHeaders: [(name: String, schema: JSON)] = []
    /// Whether it names the state that it changes, in `If-Match`.
    public var needsMatch = false
    /// JSON Schemas of what is sent and of what comes back; nil for nothing.
    public var sent: JSON?
    public var answer: JSON?
    public var answerType = "application/json"
    /// Examples of both, as JSON.
    public var example: String?
    public var answered: String?
    public var status: HTTPResponse.Status = .ok
    /// Of the answer.
    public var headers: [String] = []
    /// Statuses of the problems it may have beside those of every address, of every body and of `If-Match`.
    public var problems: [Int] = []

    public init(
        _ method: HTTPRequest.Method, _ path: String, _ name: String, _ handle: Handler, _ more: (inout APIRoute) -> Void = { _ in }
    ) {
        (self.method, self.path, self.name, self.handle) = (method, path, name, handle)
        more(&self)
    }
}

extension RouterGroup {
    /// Mounts an address for programs that take what it answers. A query that it does not know is refused.
    public func mount<Handler>(
        _ route: APIRoute<Handler>, _ handle: @escaping @Sendable (Request, Context) async throws -> Response
    ) {
        let (inner, known) = (group(), route.query.map(\.name))
        if route.answerType == "application/json" { inner.add(middleware: AcceptsJSON()) }
        inner.on(RouterPath(route.path), method: route.method) { request, context in
            _ = try APIQuery(request, knows: known)
            return try await handle(request, context)
        }
    }
}

/// Where a system's own addresses stand, and where their texts lie.
public struct APIService: Sendable {
    /// `/api/v1/citations`
    let address: String
    /// Holds `acts.<name>` with `title` and `text`, and `parameters.<name>`.
    let texts: String
    /// The first part of its operations' ids.
    let id: String

    public init(at address: String, texts: String, id: String) { (self.address, self.texts, self.id) = (address, texts, id) }

    public func described<Handler>(_ route: APIRoute<Handler>, in tag: String, _ words: Words) -> APIDescription.Operation {
        let said = "\(texts).acts.\(route.name)"
        var operation = APIDescription.Operation(
            method: route.method.rawValue.lowercased(), path: "\(address)/\(route.path)", id: "\(id)-\(route.name)", tag: tag,
            title: words("\(said).title"), text: words.optional("\(said).text") ?? "")
        func parameter(_ name: String, _ schema: JSON, in place: String) -> JSON {
            .parameter(name, words("\(texts).parameters.\(name)"), schema, in: place)
        }
        let places = route.path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
        operation.parameters =
            places.map { $0 == "id" ? .reference("parameters", "id") : parameter($0, Shape.id, in: "path") }
            + route.query.map { parameter($0.name, $0.schema, in: "query") }
            + (route.needsMatch ? [.reference("parameters", "ifMatch")] : [])
            + route.sentHeaders.map { parameter($0.name, $0.schema, in: "header") }
        if let sent = route.sent { operation.sent = [("application/json", sent)] }
        operation.example = route.example.flatMap(Self.json)
        (operation.answer, operation.answerType, operation.status) = (route.answer, route.answerType, Int(route.status.code))
        (operation.answerExample, operation.headers) = (route.answered.flatMap(Self.json), route.headers)
        operation.problems = route.problems + (route.sent == nil ? [] : [413, 415, 422]) + (route.needsMatch ? [412, 428] : [])
        return operation
    }

    private static func json(_ text: String) -> JSON? { try? JSONReader.read(Array(text.utf8)) }
}
