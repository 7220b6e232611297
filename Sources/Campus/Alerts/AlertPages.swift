import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct AlertPages: Sendable {
    let admin: AdminContext
    static let address = "/campus/alerts"
    private static let size = 20

    func addRoutes(to campus: RouterGroup<Visitor>) {
        campus.get("alerts", use: index(_:_:))
        campus.get("alerts.atom", use: atom)
        campus.get("alerts.rss", use: rss)
        campus.get("alerts.json", use: json)
        campus.get("alerts/cap.atom", use: index(ofMessages:_:))
        campus.get("alerts/{name}", use: show)
    }

    @Sendable func index(_ request: Request, _ visitor: Visitor) async throws -> Response { try await list(request, visitor, nil) }

    func list(
        _ request: Request, _ visitor: Visitor, _ typed: SubscriptionForm.Typed?, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let query = Form(query: request.uri.query ?? "")
        let scope = AlertScope(query)
        let (category, page, now) = (query.recordID("category"), min(500, max(1, query.number("page", in: .positions) ?? 1)), Date.now)
        let token = try await CampusReader.id(request, admin.database)
        let words = admin.pages.words(for: visitor)
        var values = try await admin.database.read { db -> Values in
            let drawing = AlertDrawing(words: words, zone: admin.site.zone, now: now, isEasy: visitor.isEasy)
            let found = try Bulletin.current(
                db, at: now, where: "(:category IS NULL OR b.category = :category) AND \(scope.condition)",
                ["category": category] + scope.arguments, limit: page * Self.size + 1)
            let shown = found.dropFirst((page - 1) * Self.size).prefix(Self.size)
            let own = try token.map { try AlertReading.own($0, db, at: now) } ?? []
            let categories = try AlertCategory.all(db).map { one -> Values in
                [
                    "label": one.translations.reading("name", one.name, in: words.language).text,
                    "href": "\(Self.address)?category=\(one.id ?? 0)", "isCurrent": one.id == category,
                ]
            }
            let asked = scope.query + (category.map { [(name: "category", value: String($0))] } ?? [])
            let start = Self.address.appendingQuery(asked) + (asked.isEmpty ? "?page=" : "&page=")
            return [
                "alerts": try shown.map { try drawing.values($0, db, own: own) }, "hasAlerts": !shown.isEmpty, "categories": categories,
                "isAll": category == nil && scope.query.isEmpty, "isForEverybody": scope.query.first?.name == "for",
                "previous": page > 1 ? start + String(page - 1) : false,
                "next": found.count > page * Self.size ? start + String(page + 1) : false,
            ]
        }
        if let token { try await admin.database.write { try AlertReading.see(token, $0, at: now) } }
        values["title"] = words("campus.alerts.title")
        values["tell"] = try await SubscriptionForm(admin: admin).values(token, words, typed)
        return try await CampusFrame.page("campus/alerts/index", values, request, visitor, admin, status: status)
    }

    @Sendable func show(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let parts = (visitor.parameters.get("name") ?? "").split(separator: ".", omittingEmptySubsequences: false)
        guard let id = parts.first.flatMap({ Int64(recordID: $0) }), parts.count < 3,
            ["cap", "json", ""].contains(parts.count > 1 ? parts[1] : "")
        else { throw HTTPError(.notFound) }
        let ending = parts.count > 1 ? "." + parts[1] : ""
        let now = Date.now
        guard let bulletin = try await admin.database.read({ try Bulletin.find(id, $0) }) else { throw HTTPError(.notFound) }
        if let next = try await admin.database.read({ try bulletin.successor($0) }) {
            var response = Response.redirect(to: AlertDrawing.address(next) + ending, type: .normal)
            // A cache that still has the page before takes the redirect in its place.
            response.markShared()
            return response
        }
        let isInForce = try await admin.database.read { try bulletin.isInForce($0, at: now) }
        // A withdrawn alert stays available as CAP: it cancels the first message for its readers.
        guard isInForce || (ending == ".cap" && bulletin.state == .withdrawn) else {
            return try await gone(ending, request, visitor)
        }
        switch ending {
        case ".cap":
            let files = files(request, visitor)
            let both = bulletin.languages.map { admin.pages.templates.words(in: $0) }
            return Self.file(try await admin.database.read { try files.cap(bulletin, both, $0).xml }, "application/cap+xml; charset=utf-8")
        case ".json":
            let files = files(request, visitor)
            let json = try await admin.database.read { try files.json(bulletin, $0).compact }
            return Self.file(json, "application/json; charset=utf-8", in: files.words.language)
        default: return try await page(bulletin, request, visitor, now)
        }
    }

    /// 410 for people and programs: the alert was public and is no longer in force.
    private func gone(_ ending: String, _ request: Request, _ visitor: Visitor) async throws -> Response {
        let words = admin.pages.words(for: visitor)
        if !ending.isEmpty {
            let sentence = words("campus.alerts.goneTitle") + ". " + words("campus.alerts.gone")
            var response = CampusErrors.response(.gone, "gone", sentence, visitor)
            response.headers[.contentLanguage] = words.language.rawValue
            // Caches replace the copy of the alert.
            response.headers[.cacheControl] = nil
            return response
        }
        let values: Values = ["title": words("campus.alerts.goneTitle")]
        return try await CampusFrame.page("campus/alerts/gone", values, request, visitor, admin, status: .gone)
    }

    private func page(_ bulletin: Bulletin, _ request: Request, _ visitor: Visitor, _ now: Date) async throws -> Response {
        let words = admin.pages.words(for: visitor)
        let values = try await admin.database.read {
            try AlertSheet(
                words: words, zone: admin.site.zone, now: now, tiles: admin.site.tiles, isEasy: visitor.isEasy,
                original: admin.site.language
            ).values(
                bulletin, $0)
        }
        if let token = try await CampusReader.id(request, admin.database), let id = bulletin.id {
            try await admin.database.write { try AlertReading.read(id, by: token, $0, at: now) }
        }
        return try await CampusFrame.page("campus/alerts/show", try await values.renderingMarkdown(), request, visitor, admin)
    }

    @Sendable func atom(_ request: Request, _ visitor: Visitor) async throws -> Response {
        try await feed(request, visitor, "application/atom+xml; charset=utf-8", \.atom)
    }

    @Sendable func rss(_ request: Request, _ visitor: Visitor) async throws -> Response {
        try await feed(request, visitor, "application/rss+xml; charset=utf-8", \.rss)
    }

    private func feed(
        _ request: Request, _ visitor: Visitor, _ type: String, _ text: @Sendable (Feed) -> String
    ) async throws -> Response {
        let (files, scope) = (files(request, visitor), AlertScope(Form(query: request.uri.query ?? "")))
        let feed = try await admin.database.read { db in
            try files.feed(AlertFiles.bulletins(scope, db, at: .now), db, at: request.uri.description, now: .now)
        }
        return Self.file(text(feed), type, in: files.words.language)
    }

    /// `GET /campus/alerts/cap.atom`: the messages for programs that read CAP.
    @Sendable func index(ofMessages request: Request, _ visitor: Visitor) async throws -> Response {
        let (files, scope) = (files(request, visitor), AlertScope(Form(query: request.uri.query ?? "")))
        let feed = try await admin.database.read { db in
            // What has run out has no message.
            let bulletins = try AlertFiles.bulletins(scope, db, at: .now).filter { $0.state != .ended }
            return try files.index(bulletins, db, at: request.uri.description, now: .now)
        }
        return Self.file(feed.atom, "application/atom+xml; charset=utf-8", in: files.words.language)
    }

    @Sendable func json(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let files = files(request, visitor)
        let scope = AlertScope(Form(query: request.uri.query ?? ""))
        let items = try await admin.database.read { db in
            try Bulletin.current(db, at: .now, where: scope.condition, scope.arguments, limit: 50).map { try files.json($0, db) }
        }
        return Self.file(
            JSON.object([("items", .list(items)), ("count", .number(items.count))]).compact, "application/json; charset=utf-8",
            in: files.words.language)
    }

    private func files(_ request: Request, _ visitor: Visitor) -> AlertFiles {
        AlertFiles(
            origin: admin.origin(of: request), siteName: admin.site.name, words: RenderContext(request, visitor, admin).words)
    }

    /// `language` is nil for text in all languages or none. It tells caches that other readers get another text.
    static func file(_ text: String, _ type: String, in language: Language? = nil) -> Response {
        var headers: HTTPFields = [.contentType: type, .cacheControl: "no-cache"]
        headers[.contentLanguage] = language?.rawValue
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: text)))
    }
}
