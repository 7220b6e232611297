import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct Reader: VisitorIdentity {
    let writer: Writer
    let session: WriterSession
    let unread: Int

    var displayName: String { writer.nickname ?? "" }
    var language: Language? { Language(rawValue: writer.language) }
    var flash: Flash? { session.message.flatMap { try? JSONDecoder().decode(Flash.self, from: Data($0.utf8)) } }
}

struct Readers: RouterMiddleware {
    typealias Context = Visitor

    let pages: StoryPages

    func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        guard let token = pages.token(in: request), let reader = try await reader(token) else { return try await next(request, context) }
        var context = context
        context.person = reader
        context.language = reader.language ?? context.language
        let response = try await next(request, context)
        if let message = reader.session.message, response.status == .ok, response.headers[.contentType]?.hasPrefix("text/html") == true {
            try await pages.database.writeIfPossible { db in
                try db.execute(
                    sql: "UPDATE writerSession SET message = NULL WHERE id = ? AND message = ?", arguments: [reader.session.id, message])
            }
        }
        return response
    }

    func reader(_ token: Token) async throws -> Reader? {
        try await pages.database.read { db in
            guard let session = try WriterSession.find(token, at: .now, db), let writer = try Writer.find(session.writer, db) else {
                return nil
            }
            return Reader(writer: writer, session: session, unread: try StoryNotice.unread(for: writer.id, at: .now, db))
        }
    }
}

struct Writing: ChildRequestContext {
    var coreContext: CoreRequestContextStorage
    var visitor: Visitor
    let writer: Writer
    let session: WriterSession

    init(context: Visitor) throws {
        guard let reader = context.person as? Reader else { throw WriterNeeded() }
        coreContext = context.coreContext
        visitor = context
        (writer, session) = (reader.writer, reader.session)
    }

    func storyID(_ name: String = "id") throws -> Int64 {
        guard let id = parameters.recordID(name) else { throw HTTPError(.notFound) }
        return id
    }
}

/// Redirects to sign-in and back to the form's page. The form's data is lost there, except text kept as a draft.
struct WriterNeeded: HTTPResponseError {
    let status = HTTPResponse.Status.seeOther

    func response(from request: Request, context: some RequestContext) -> Response {
        let isPage = request.method == .get || request.method == .head
        let next = isPage ? request.uri.description : Self.page(before: request)
        return .redirect(to: "/stories/sign-in" + (next.map { "?next=" + $0.queryEscaped } ?? ""))
    }

    /// The page of the stories that sent a form. Other sites' values still lead to this site.
    private static func page(before request: Request) -> String? {
        let path = request.headers[.referer].flatMap { URLComponents(string: $0)?.percentEncodedPath }.map(LanguageAddress.plain)
        return path.flatMap { SafePath.local($0) }.flatMap { $0.hasPrefix("/stories/") ? $0 : nil }
    }
}
