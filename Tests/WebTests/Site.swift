import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import TestSupport

@testable import Web

/// The smallest whole site: an error template, texts in both languages, a style and a script.
struct Site {
    static let statuses = [400, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503, 507]

    let folder: TemporaryFolder
    let pages: Pages
    let assets: Assets
    let log = RecordedLog()

    init(templates: [String: String] = [:]) throws {
        let italian = "web:\n  error:\n" + Self.statuses.map { "    \($0): {heading: Titolo \($0), text: Spiegazione \($0)}\n" }.joined()
        let english = "web:\n  error:\n" + Self.statuses.map { "    \($0): {heading: Heading \($0), text: Reason \($0)}\n" }.joined()
        let door = ["host", "unset", "origin", "originUnset", "foreign"].map { kind in
            "    \(kind): {heading: \(kind), text: 'asked={asked} site={site} url={url} host={host}'}\n"
        }
        let doors = "  door:\n" + door.joined()
        var files = [
            "Templates/error.mustache": """
            <h1>{{heading}}</h1><p>{{text}}</p><p>{{requestID}}</p><a href="{{home}}">{{lang}}</a>
            {{#isKept}}<form action="{{action}}">{{#fields}}<{{name}}={{value}}>{{/fields}}{{#hadFiles}}files{{/hadFiles}}</form>{{/isKept}}
            """,
            "Templates/texts/it.yaml": italian + doors,
            "Templates/texts/en.yaml": english + doors,
            "Public/css/10-first.css": "@layer base;",
            "Public/css/desk/15-own.css": "/* Why\n   it is so */\n  q { color: red }\n",
            "Public/css/desk+shop/17-shared.css": "b { color: blue }\n",
            "Public/css/desk-stories/18-more.css": "i { color: green }\n",
            "Public/css/20-second.css": String(repeating: "p { color: black }\n", count: 200),
            "Public/js/portico.js": "export const one = 1\n",
            "Public/.secret": "hidden",
            "extra/extra.js": "let extra",
        ]
        for (name, text) in templates { files["Templates/\(name).mustache"] = text }
        folder = try TemporaryFolder(files)
        assets = try Assets(folder: folder.path + "/Public", mounts: ["extra": folder.path + "/extra", "absent": "/nowhere/at/all"])
        pages = Pages(templates: try Templates(folder: folder.path + "/Templates"), assets: assets.prefix)
    }

    /// The whole chain of middlewares with some routes behind it.
    func application(
        _ settings: WebRouter.Settings = .init(), parts: [LazyRoutes] = [], routes: @escaping @Sendable (Router<Visitor>) -> Void
    ) -> some ApplicationProtocol {
        let router = WebRouter.make(settings, pages: pages, assets: assets, logger: log.logger, RouteTable(parts: parts, routes))
        return Application(router: router, logger: log.logger)
    }
}

/// What was logged.
final class RecordedLog: Sendable {
    private struct Handler: LogHandler {
        let log: RecordedLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }
        func log(event: LogEvent) { log.add("\(event.level): \(event.message)") }
    }

    private let stored = Box<[String]>([])
    var lines: [String] { stored.value }
    var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }
    fileprivate func add(_ line: String) { stored.change { $0.append(line) } }
}

/// A value that several tasks may change.
final class Box<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: Value
    init(_ value: Value) { stored = value }
    var value: Value { lock.withLock { stored } }
    func change(_ change: (inout Value) -> Void) { lock.withLock { change(&stored) } }
}

struct Educator: VisitorIdentity {
    var displayName = "Anna Bianchi"
    var language: Language?
}

/// Says who somebody is, as the session middleware does.
struct SignIn: RouterMiddleware {
    typealias Context = Visitor
    var person = Educator()

    func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        var context = context
        context.person = person
        return try await next(request, context)
    }
}

extension Response {
    static func html(_ text: String, headers: HTTPFields = [:]) -> Response {
        var all: HTTPFields = [.contentType: "text/html; charset=utf-8"]
        for field in headers { all[field.name] = field.value }
        return Response(status: .ok, headers: all, body: .init(byteBuffer: ByteBuffer(string: text)))
    }
}

extension TestResponse {
    var text: String { String(buffer: body) }
}

func field(_ name: String) -> HTTPField.Name { HTTPField.Name(name)! }
