import Accounts
import HTTPTypes
import Hummingbird
import Web

/// Refuses requests that do not accept JSON before any work is done.
public struct AcceptsJSON<Context: RequestContext>: RouterMiddleware {
    public init() {}

    public func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws -> Response {
        let ranges = request.headers[values: .accept].joined(separator: ",").split(separator: ",").map { range in
            let parts = range.split(separator: ";").map { $0.trimmingSpaces().lowercased() }
            return (type: parts.first ?? "", isRefused: parts.contains { ["q=0", "q=0.0", "q=0.00", "q=0.000"].contains($0) })
        }
        let ours = ["*/*", "application/*", "application/json", "application/problem+json"]
        guard ranges.isEmpty || ranges.contains(where: { ours.contains($0.type) && !$0.isRefused }) else {
            throw Problem(.notAcceptable)
        }
        return try await next(request, context)
    }
}

/// The query of a request. Unknown and repeated names are refused.
public struct APIQuery: Sendable {
    /// Record numbers, limited to the integers that every JSON program can hold.
    public static let ids: ClosedRange<Int64> = 1...(1 << 53 - 1)

    let form: Form

    /// - Throws: `Problem` (400) for an unknown or repeated name.
    public init(_ request: Request, knows names: [String]) throws {
        form = Form(query: request.uri.query ?? "")
        for (name, values) in form.values.sorted(by: { $0.key < $1.key }) {
            guard names.contains(name), values.count == 1 else { throw Problem.parameter(name) }
        }
    }

    /// For handlers of an `APIRoute`, whose query names are checked when it is mounted.
    public init(_ request: Request) { form = Form(query: request.uri.query ?? "") }

    public subscript(name: String) -> String? { form.has(name) ? form[name] : nil }

    public func number(_ name: String, in range: ClosedRange<Int64>) throws -> Int64? {
        guard let text = self[name] else { return nil }
        guard let number = Int64(recordID: text), range.contains(number) else { throw Problem.parameter(name) }
        return number
    }

    func flag(_ name: String) throws -> Bool {
        switch self[name] {
        case nil, "false": false
        case "true": true
        default: throw Problem.parameter(name)
        }
    }
}

public enum APIBody {
    private static let limits: Form.Limits = {
        var limits = Form.Limits()
        limits.bytes = 1 << 20
        return limits
    }()

    /// The JSON object of the request body. Throws a `Problem`: 415 (media type), 413 (over 1 MB), 400 (no JSON), 422 (no object).
    public static func object(_ request: Request, as types: [String] = ["application/json"]) async throws -> [(key: String, value: JSON)] {
        let type = request.headers[.contentType]?.split(separator: ";").first?.trimmingSpaces().lowercased()
        guard let type, types.contains(type) else {
            throw Problem(.unsupportedMediaType, "mediaType", ["types": types.joined(separator: ", ")])
        }
        let json: JSON
        do {
            json = try await JSONReader.read(body: try await Form.bytes(of: request, limits: limits))
        } catch let mistake as JSONReader.Mistake {
            throw Problem(mistake)
        }
        guard case .object(let pairs) = json else { throw Problem(.unprocessableContent, "noObject") }
        return pairs
    }
}

extension Problem {
    fileprivate init(_ mistake: JSONReader.Mistake) {
        switch mistake {
        case .syntax(let at): self.init(.badRequest, "syntax", ["at": String(at)])
        case .notUTF8: self.init(.badRequest, "utf8")
        case .tooLarge: self.init(.contentTooLarge)
        case .tooDeep: self.init(.badRequest, "deep", ["limit": String(JSONReader.depth)])
        case .twice(let name): self.init(.badRequest, "twice", ["name": String(name.prefix(80))])
        }
    }

    /// Returns the problem (400) for an invalid query parameter.
    public static func parameter(_ name: String) -> Problem {
        Problem(.badRequest, "parameter", ["name": String(name.prefix(80))], members: [("parameter", quoted(String(name.prefix(80))))])
    }
}

/// The errors in sent values, each with its JSON pointer (RFC 6901).
public struct ValueMistakes: Sendable {
    private(set) var all: [(pointer: String, sentence: String)] = []
    public var isEmpty: Bool { all.isEmpty }

    public init() {}

    public mutating func add(_ pointer: String, _ sentence: String) { all.append((pointer, sentence)) }

    /// Turns form names such as `steps.2.text` into pointers such as `/steps/2/text`.
    mutating func add(_ errors: FieldErrors) {
        for error in errors.all { add("/" + error.name.replacing(".", with: "/"), error.sentence) }
    }

    public var problem: Problem {
        let errors = all.prefix(200).map { JSON.object([("pointer", .text($0.pointer)), ("detail", .text($0.sentence))]) }
        return Problem(.unprocessableContent, "invalid", members: [("errors", JSON.list(errors).compact)])
    }

    public static func pointer(_ base: String, _ name: String) -> String {
        base + "/" + String(name.prefix(80)).replacing("~", with: "~0").replacing("/", with: "~1")
    }
}

extension Caller {
    /// Returns the number in the address; throws 404 for anything else.
    public func id(_ name: String = "id") throws -> Int64 {
        guard let id = parameters.recordID(name), APIQuery.ids.contains(id) else { throw HTTPError(.notFound) }
        return id
    }
}

extension Response {
    public static func json(_ json: JSON, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) -> Response {
        var headers = headers
        headers[.contentType] = "application/json"
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: json.compact)))
    }

    public static func page(_ items: [JSON], next: Cursor?, of request: Request, headers: HTTPFields = [:]) -> Response {
        let asked = Form(query: request.uri.query ?? "").values.sorted { $0.key < $1.key }.compactMap { name, values in
            name == "cursor" ? nil : values.first.map { (name: name, value: $0) }
        }
        let onward = next.map { request.uri.path.appendingQuery(asked + [("cursor", $0.text)]) }
        var headers = headers
        if let onward { headers[HTTPField.Name("Link")!] = "<\(onward)>; rel=\"next\"" }
        return .json(.values(["items": .list(items), "next": .optional(onward)]), headers: headers)
    }
}
