import Foundation
import Hummingbird
import Web

/// The OpenAPI 3.1 description of the JSON interface, made from the mounted addresses.
public struct APIDescription {
    let admin: AdminContext
    let words: Words

    public struct Operation {
        let method: String
        let path: String
        let id: String
        let tag: String
        let title: String
        public var text = ""
        public var parameters: [JSON] = []
        /// The JSON Schemas of the request body, by media type.
        public var sent: [(type: String, schema: JSON)] = []
        public var status = 200
        public var answer: JSON?
        public var answerType = "application/json"
        public var answerExample: JSON?
        public var headers: [String] = []
        public var problems: [Int] = []
        /// The JSON Schema of refusals in a form of its own; nil for problem documents (RFC 9457).
        public var refusal: JSON?
        public var example: JSON?
        /// Alternative security schemes; nil for the default ones, empty for an open address.
        public var security: [String]?

        public init(method: String, path: String, id: String, tag: String, title: String, text: String = "") {
            (self.method, self.path, self.id, self.tag, self.title, self.text) = (method, path, id, tag, title, text)
        }
    }

    /// A group of operations: a resource, the pictures, or a service that a system writes by hand.
    public struct Group {
        let tag: String
        let title: String
        let text: String
        let schemas: [(name: String, schema: JSON)]
        let operations: [Operation]
        let securitySchemes: [(name: String, scheme: JSON)]

        public init(
            tag: String, title: String, text: String, schemas: [(name: String, schema: JSON)] = [], operations: [Operation],
            securitySchemes: [(name: String, scheme: JSON)] = []
        ) {
            (self.tag, self.title, self.text, self.schemas) = (tag, title, text, schemas)
            (self.operations, self.securitySchemes) = (operations, securitySchemes)
        }
    }

    static let common = [400, 401, 403, 404, 406, 429]

    var groups: [Group] {
        admin.modulesOn.flatMap { module in module.resources.map { ResourceDescription.group($0, words) } } + [
            pictures, ImportAPI.described(words),
        ]
            + admin.modulesOn.flatMap { $0.described(words) }
    }

    var document: JSON {
        let groups = groups
        var paths: [(key: String, value: JSON)] = []
        for operation in groups.flatMap(\.operations) {
            if !paths.contains(where: { $0.key == operation.path }) { paths.append((operation.path, .object([]))) }
            let index = paths.firstIndex { $0.key == operation.path } ?? 0
            paths[index].value[operation.method] = operationJSON(operation)
        }
        let info = JSON.object([
            ("title", .text(admin.site.name)), ("version", .text("1")), ("description", .text(words("api.description"))),
        ])
        let tags = groups.map { group -> JSON in
            .object([("name", .text(group.tag)), ("description", .text("\(group.title). \(group.text)"))])
        }
        return .object([
            ("openapi", .text("3.1.0")), ("info", info), ("servers", .list([.object([("url", .text("/"))])])),
            ("security", .list([.object([("token", .list([]))]), .object([("session", .list([]))])])), ("tags", .list(tags)),
            ("paths", .object(paths)), ("components", components(groups)),
        ])
    }

    private func components(_ groups: [Group]) -> JSON {
        let schemas = groups.flatMap(\.schemas).map { schema -> (key: String, value: JSON) in (schema.name, schema.schema) }
        let responses = Self.statuses.map { status -> (key: String, value: JSON) in ("problem\(status)", problem(status)) }
        return .object([
            ("securitySchemes", .object(securitySchemes + groups.flatMap(\.securitySchemes).map { ($0.name, $0.scheme) })),
            ("schemas", .object(schemas + own)), ("responses", .object(responses)),
            ("parameters", .object(parameters)), ("headers", .object(headers)),
        ])
    }

    private func operationJSON(_ operation: Operation) -> JSON {
        var json: JSON = .object([
            ("operationId", .text(operation.id)), ("tags", .list([.text(operation.tag)])), ("summary", .text(operation.title)),
        ])
        if !operation.text.isEmpty { json["description"] = .text(operation.text) }
        if !operation.parameters.isEmpty { json["parameters"] = .list(operation.parameters) }
        if !operation.sent.isEmpty {
            let content = operation.sent.map { type, schema -> (key: String, value: JSON) in
                var media: JSON = .object([("schema", schema)])
                if let example = operation.example { media["example"] = example }
                return (type, media)
            }
            json["requestBody"] = .object([("required", .flag(true)), ("content", .object(content))])
        }
        if let security = operation.security { json["security"] = .list(security.map { .object([($0, .list([]))]) }) }
        var success: JSON = .object([("description", .text(words("api.done")))])
        if let answer = operation.answer {
            var media: JSON = .object([("schema", answer)])
            if let example = operation.answerExample { media["example"] = example }
            success["content"] = .object([(operation.answerType, media)])
        }
        if !operation.headers.isEmpty {
            success["headers"] = .object(operation.headers.map { ($0, .reference("headers", $0)) })
        }
        var responses: [(key: String, value: JSON)] = [("\(operation.status)", success)]
        for status in Set(operation.problems + Self.common).sorted() {
            let own = operation.refusal.map { refusal -> JSON in
                .object([
                    ("description", .text(words("api.status.\(status).title"))),
                    ("content", .object([("application/json", .object([("schema", refusal)]))])),
                ])
            }
            responses.append(("\(status)", own ?? .reference("responses", "problem\(status)")))
        }
        json["responses"] = .object(responses)
        return json
    }

    private var securitySchemes: [(key: String, value: JSON)] {
        [
            (
                "token",
                .object([
                    ("type", .text("http")), ("scheme", .text("bearer")), ("bearerFormat", .text("ptc_…")),
                    ("description", .text(words("api.security.token"))),
                ])
            ),
            (
                "session",
                .object([
                    ("type", .text("apiKey")), ("in", .text("cookie")), ("name", .text("__Host-portico")),
                    ("description", .text(words("api.security.session"))),
                ])
            ),
        ]
    }

    static let statuses = [400, 401, 403, 404, 406, 409, 410, 412, 413, 415, 422, 428, 429, 503]

    private func problem(_ status: Int) -> JSON {
        .object([
            ("description", .text(words("api.status.\(status).title"))),
            ("content", .object([("application/problem+json", .object([("schema", .reference("schemas", "Problem"))]))])),
        ])
    }

    private var own: [(key: String, value: JSON)] {
        let error = JSON.object([
            ("type", .text("object")), ("required", .list([.text("pointer"), .text("detail")])),
            ("properties", .object([("pointer", .type("string")), ("detail", .type("string"))])),
        ])
        let short = JSON.object([
            ("type", .text("object")), ("required", .list([.text("code"), .text("message")])),
            ("properties", .object([("code", .type("string")), ("message", .type("string"))])),
        ])
        let changed = JSON.object([
            ("type", .text("object")), ("required", .list([.text("field"), .text("by"), .text("at")])),
            (
                "properties",
                .object([
                    ("field", .type("string")), ("by", .object([("type", .list([.text("string"), .text("null")]))])),
                    ("at", .object([("type", .list([.text("string"), .text("null")])), ("format", .text("date-time"))])),
                ])
            ),
        ])
        let problem = JSON.object([
            ("type", .text("object")), ("description", .text(words("api.problem"))),
            ("required", .list([.text("type"), .text("title"), .text("status"), .text("detail"), .text("error")])),
            (
                "properties",
                .object([
                    ("type", .object([("type", .text("string")), ("format", .text("uri-reference"))])), ("title", .type("string")),
                    ("status", .type("integer")), ("detail", .type("string")), ("request", .type("string")),
                    ("error", short), ("errors", .object([("type", .text("array")), ("items", error)])), ("parameter", .type("string")),
                    ("uses", .object([("type", .text("array")), ("items", .type("object"))])),
                    ("changed", .object([("type", .text("array")), ("items", changed), ("description", .text(words("api.changed")))])),
                ])
            ),
        ])
        return [("Problem", problem), ("picture", PictureDescription.schema(words))]
    }

    private var parameters: [(key: String, value: JSON)] {
        [
            (
                "q",
                .parameter(
                    "q", words("api.parameters.q"), .object([("type", .text("string")), ("maxLength", .number(ListQuery.longestSearch))]))
            ),
            ("limit", .parameter("limit", words("api.parameters.limit"), .whole(1, 200, default: 50))),
            ("cursor", .parameter("cursor", words("api.parameters.cursor"), .type("string"))),
            ("scope", .parameter("scope", words("api.parameters.scope"), .whole(1, Int(APIQuery.ids.upperBound)))),
            ("id", .parameter("id", words("api.parameters.id"), .whole(1, Int(APIQuery.ids.upperBound)), in: "path")),
            (
                "ifMatch",
                .parameter(
                    "If-Match", words("api.parameters.ifMatch"),
                    .object([("type", .text("string")), ("pattern", .text(Precondition.pattern))]),
                    in: "header", isRequired: true)
            ),
            (
                "force",
                .parameter("force", words("api.parameters.force"), .object([("type", .text("boolean")), ("default", .flag(false))]))
            ),
        ]
    }

    private var headers: [(key: String, value: JSON)] {
        ["ETag", "Location", "Link"].map { name in
            (name, .object([("description", .text(words("api.headers.\(name)"))), ("schema", .type("string"))]))
        }
    }

    private var pictures: Group { PictureDescription.group(words) }
}

extension JSON {
    public static func type(_ name: String) -> JSON { .object([("type", .text(name))]) }

    public static func reference(_ kind: String, _ name: String) -> JSON { .object([("$ref", .text("#/components/\(kind)/\(name)"))]) }

    public static func whole(_ from: Int, _ to: Int, default value: Int? = nil) -> JSON {
        var json: JSON = .object([("type", .text("integer")), ("minimum", .number(from)), ("maximum", .number(to))])
        if let value { json["default"] = .number(value) }
        return json
    }

    public static func parameter(
        _ name: String, _ text: String, _ schema: JSON, in place: String = "query", isRequired: Bool = false
    ) -> JSON {
        .object([
            ("name", .text(name)), ("in", .text(place)), ("required", .flag(isRequired || place == "path")), ("description", .text(text)),
            ("schema", schema),
        ])
    }

    static func page(of items: JSON) -> JSON {
        .object([
            ("type", .text("object")), ("required", .list([.text("items"), .text("next")])),
            (
                "properties",
                .object([
                    ("items", .object([("type", .text("array")), ("items", items)])),
                    ("next", .object([("type", .list([.text("string"), .text("null")]))])),
                ])
            ),
        ])
    }
}
