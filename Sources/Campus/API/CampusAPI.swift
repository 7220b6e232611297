import Admin
import Foundation
import GRDB
import Hummingbird
import Logging
import Web

/// The open JSON interface at `/campus/api/v1`: the public data of the pages, under the thesis's names.
struct CampusAPI: Sendable {
    let admin: AdminContext
    static let address = "/campus/api/v1"

    typealias Answer = @Sendable (CampusQuery, Database) throws -> JSON
    typealias Route = (path: String, query: [String], answer: Answer)

    static let routes: [Route] = [
        AlertAPI.routes, NewsAPI.routes, CalendarAPI.routes, DirectoryAPI.routes, CourseAPI.routes, PlaceAPI.routes, CampusLinkAPI.routes,
        CampusSearchAPI.routes, CalendarSync.routes,
    ].flatMap { $0 }

    func addRoutes(to campus: RouterGroup<Visitor>) {
        let api = campus.group("api/v1").add(middleware: CampusErrors(pages: admin.pages)).add(
            middleware: RateLimit(limit: 600, per: .seconds(60)))
        for route in Self.routes {
            api.get(RouterPath(route.path)) { request, visitor in try await answer(route.answer, request, visitor) }
        }
        VisitorAPI(admin: admin).addRoutes(to: api)
        api.get("**") { (_: Request, _: Visitor) -> Response in throw HTTPError(.notFound) }
    }

    private func answer(_ answer: @escaping Answer, _ request: Request, _ visitor: Visitor) async throws -> Response {
        let query = Form(query: request.uri.query ?? "")
        let words = Language(rawValue: query["lang"]).map { admin.pages.templates.words(in: $0) } ?? admin.pages.words(for: visitor)
        let origin = admin.origin(of: request)
        let asked = CampusQuery(
            rendering: RenderContext(words: words, zone: admin.site.zone, original: admin.site.language), query: query, origin: origin,
            name: visitor.parameters.get("id") ?? "",
            files: AlertFiles(origin: origin, siteName: admin.site.name, words: words), logger: visitor.logger)
        let json = try await admin.database.read { try answer(asked, $0) }
        var response = AlertPages.file(json.compact, "application/json; charset=utf-8")
        response.headers[.contentLanguage] = words.language.rawValue
        response.headers[.init("Access-Control-Allow-Origin")!] = "*"
        return response
    }
}

/// Converts every error below the interface to `{"error": {"code": …, "message": …, "retry": …}}`. A temporary failure is 503 with `retry`.
struct CampusErrors: RouterMiddleware {
    let pages: Pages

    private static let codes = [400: "bad_request", 401: "no_token", 404: "not_found", 410: "gone", 429: "too_many"]

    func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as any HTTPResponseError where (400..<500).contains(error.status.code) {
            let code = Self.codes[error.status.code] ?? "refused"
            let words = words(request, context)
            let known = (error as? HTTPError)?.body.flatMap { $0.hasPrefix("campus.") ? $0 : nil }
            let sentence = words(known ?? "campus.api.errors.\(code)")
            var response = Self.response(error.status, code, sentence, context)
            response.headers[.contentLanguage] = words.language.rawValue
            for field in (error as? HTTPError)?.headers ?? [:] where field.name == .retryAfter { response.headers.append(field) }
            return response
        } catch  where (error as? any HTTPResponseError).map({ $0.status.code >= 500 }) ?? true {
            if !(error is CancellationError) { context.logger.error("the interface cannot answer", metadata: ["error": "\(error)"]) }
            let words = words(request, context)
            var response = Self.response(.serviceUnavailable, "unavailable", words("campus.api.errors.unavailable"), context)
            response.headers[.contentLanguage] = words.language.rawValue
            response.headers[.retryAfter] = "60"
            return response
        }
    }

    private func words(_ request: Request, _ visitor: Visitor) -> Words {
        let asked = Language(rawValue: Form(query: request.uri.query ?? "")["lang"])
        return asked.map { pages.templates.words(in: $0) } ?? pages.words(for: visitor)
    }

    static func response(_ status: HTTPResponse.Status, _ code: String, _ sentence: String, _ visitor: Visitor) -> Response {
        let error = JSON.object([
            ("code", .text(code)), ("message", .text(sentence)),
            ("retry", .flag(status == .tooManyRequests || status == .serviceUnavailable)),
        ])
        let json = JSON.object([
            ("type", .text("about:blank")), ("title", .text(sentence)), ("status", .number(status.code)), ("detail", .text(sentence)),
            ("request", .text(visitor.id)), ("error", error),
        ])
        var response = AlertPages.file(json.compact, "application/problem+json")
        response.status = status
        return response
    }
}
