import HTTPTypes
import Hummingbird
import Web

/// A hand-written address of the JSON interface with its description; a system lists its service as a table of routes.
public struct APIRoute<Handler: Sendable>: Sendable {
    public let method: HTTPRequest.Method
    /// The path below its service, such as `runs/{id}/works`.
    public let path: String
    /// The last part of the text keys and of the operation id.
    public let name: String
    public let handle: Handler
    public var query: [(name: String, schema: JSON)] = []
    public var sentHeaders: [(name: String, schema: JSON)] = []
    public var needsMatch = false
    /// The JSON Schemas of request and response; nil for an empty body.
    public var sent: JSON?
    public var answer: JSON?
    public var answerType = "application/json"
    public var example: String?
    public var answered: String?
    public var status: HTTPResponse.Status = .ok
    public var headers: [String] = []
    /// The statuses of its own problems, without those of every address, every body and `If-Match`.
    public var problems: [Int] = []

    public init(
        _ method: HTTPRequest.Method, _ path: String, _ name: String, _ handle: Handler, _ more: (inout APIRoute) -> Void = { _ in }
    ) {
        (self.method, self.path, self.name, self.handle) = (method, path, name, handle)
        more(&self)
    }
}

extension RouterGroup {
    /// Mounts an address that answers JSON and refuses unknown query names.
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

/// The address, texts and ids of a system's hand-written routes.
public struct APIService: Sendable {
    let address: String
    /// The key prefix of `acts.<name>.title`, `acts.<name>.text` and `parameters.<name>`.
    let texts: String
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
