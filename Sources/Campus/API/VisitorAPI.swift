import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// `/campus/api/v1/me`: a visitor's data by the token of a cookie or `Authorization: Bearer …`, which the first `POST` gives.
struct VisitorAPI: Sendable {
    let admin: AdminContext

    typealias Route = (method: HTTPRequest.Method, path: String, takes: [String], act: VisitorAct.Act)

    static let routes: [Route] = [
        (.post, "me/favourites", ["kind", "id"], VisitorAct.addFavourite),
        (.delete, "me/favourites", ["kind", "id"], VisitorAct.removeFavourite),
        (.delete, "me/recents", ["sure"], VisitorAct.forgetRecents), (.post, "me/courses", ["course", "colour"], VisitorAct.addCourse),
        (.delete, "me/courses", ["course"], VisitorAct.removeCourse), (.post, "me/profile", ["degree"], VisitorAct.chooseDegree),
        (.post, "me/events", OwnEventForm.names, addEvent), (.delete, "me/events", ["id"], removeEvent),
        (.post, "me/alerts", ["id"], readAlerts),
    ]

    static let paths = Set(routes.map(\.path)).sorted()

    func addRoutes(to api: RouterGroup<Visitor>) {
        api.get("me") { request, visitor in try await answer(request, visitor) }
        // Limited, because every act may create a visitor.
        let acts = api.group().add(middleware: RateLimit(limit: 60, per: .seconds(60)))
        acts.post("me", use: begin)
        acts.delete("me", use: forget)
        for path in Self.paths { api.get(RouterPath(path)) { request, visitor in try await answer(request, visitor) } }
        for route in Self.routes {
            acts.on(RouterPath(route.path), method: route.method) { try await act($0, $1, route.act) }
        }
    }

    /// `POST me`: the only response that contains the token.
    @Sendable private func begin(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let token = try await admin.database.write { try CampusReader.make(request, $0).token }
        guard let token else { return CampusErrors.response(.conflict, "conflict", rendering(visitor).words("campus.api.known"), visitor) }
        return Self.response(.object([("token", .text(token.text))]), .created)
    }

    @Sendable private func forget(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard let token = CampusReader.token(in: request), try await CampusReader.id(request, admin.database) != nil else {
            throw HTTPError(.unauthorized)
        }
        try await admin.database.write { try VisitorAct.forget(token, $0) }
        return Response(status: .noContent, headers: [.cacheControl: "no-store"])
    }

    private func act(_ request: Request, _ visitor: Visitor, _ make: @escaping VisitorAct.Act) async throws -> Response {
        guard let reader = try await CampusReader.id(request, admin.database) else { throw HTTPError(.unauthorized) }
        let (form, rendering) = (try await Self.form(request), rendering(visitor))
        let flash = try await admin.database.write { try make(form, reader, rendering, $0) }
        guard flash.kind == .warn else { return try await answer(request, visitor, message: flash.text) }
        return CampusErrors.response(.conflict, "conflict", flash.text, visitor)
    }

    private func answer(_ request: Request, _ visitor: Visitor, message: String? = nil) async throws -> Response {
        guard let reader = try await CampusReader.id(request, admin.database) else { throw HTTPError(.unauthorized) }
        let record = VisitorRecord(reader: reader, rendering: rendering(visitor), origin: admin.origin(of: request))
        var json = try await admin.database.read { try record.json($0) }
        if let message { json["message"] = .text(message) }
        return Self.response(json, .ok)
    }

    private func rendering(_ visitor: Visitor) -> RenderContext {
        RenderContext(words: admin.pages.words(for: visitor), zone: admin.site.zone)
    }

    private static func response(_ json: JSON, _ status: HTTPResponse.Status) -> Response {
        var response = AlertPages.file(json.compact, "application/json; charset=utf-8")
        (response.status, response.headers[.cacheControl]) = (status, "no-store")
        return response
    }

    /// Accepts a form, a JSON object or query parameters.
    private static func form(_ request: Request) async throws -> Form {
        let type = request.headers[.contentType] ?? ""
        if type.isEmpty { return Form(query: request.uri.query ?? "") }
        guard type.hasPrefix("application/json") else { return try await Form.read(request) }
        let pairs = try await APIBody.object(request).map { name, value in
            let text = value.text ?? value.number.map(String.init) ?? value.flag.map { $0 ? "yes" : "" } ?? ""
            return "\(name.queryEscaped)=\(text.queryEscaped)"
        }
        let form = Form(query: pairs.joined(separator: "&"))
        try form.requireValidText()
        return form
    }

    @Sendable private static func addEvent(_ form: Form, _ reader: Int64, _ rendering: RenderContext, _ db: Database) throws -> Flash {
        let read = try OwnEventForm(form: form, rendering: rendering).read(OwnEvent(of: reader, at: .now), reader, db)
        if let first = read.1.all.first { return Flash("\(first.name): \(first.sentence)", kind: .warn) }
        guard try OwnEvent.count(of: reader, db) < OwnEvent.limit else {
            return Flash(rendering.words("campus.own.full", ["limit": String(OwnEvent.limit)]), kind: .warn)
        }
        var event = read.0
        try event.insert(db)
        return Flash(rendering.words("campus.own.kept", ["title": event.title]))
    }

    @Sendable private static func removeEvent(_ form: Form, _ reader: Int64, _ rendering: RenderContext, _ db: Database) throws -> Flash {
        guard let event = try form.recordID("id").flatMap({ try OwnEvent.find($0, of: reader, db) }) else { throw HTTPError(.notFound) }
        try event.delete(db)
        return Flash(rendering.words("campus.own.removed", ["title": event.title]))
    }

    /// Marks one alert as read; without an id, marks the list as seen.
    @Sendable private static func readAlerts(_ form: Form, _ reader: Int64, _ rendering: RenderContext, _ db: Database) throws -> Flash {
        if form["id"].isEmpty {
            try AlertReading.see(reader, db, at: .now)
        } else {
            guard let id = form.recordID("id"), try Bulletin.find(id, db) != nil else { throw HTTPError(.notFound) }
            try AlertReading.read(id, by: reader, db, at: .now)
        }
        return Flash(rendering.words("campus.api.alertsRead"))
    }
}
