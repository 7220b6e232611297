import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct AgendaPages: Sendable {
    let admin: AdminContext
    static let address = "/campus/agenda"

    func addRoutes(to campus: RouterGroup<Visitor>) {
        campus.get("agenda", use: show)
        campus.get("agenda/{name}", use: file)
        let acts = campus.group("agenda").add(middleware: RateLimit(limit: 30, per: .seconds(60)))
        acts.post("address", use: make)
        acts.post("address/removal", use: remove)
    }

    private var pages: CalendarPages { CalendarPages(admin: admin) }

    @Sendable func show(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let rendering = pages.rendering(for: visitor)
        let reader = try await CampusReader.id(request, admin.database)
        var values = try await pages.agenda(Self.query(reader), Self.address, request, rendering)
        let state = try await admin.database.read { db in
            (
                try SecretAddress.of(reader, db),
                try Bool.fetchOne(
                    db,
                    sql: """
                        SELECT EXISTS (SELECT 1 FROM campusVisitorCourse WHERE visitorID = ?1)
                          OR EXISTS (SELECT 1 FROM campusVisitor WHERE id = ?1 AND degree IS NOT NULL)
                        """, arguments: [reader]) ?? false
            )
        }
        values["title"] = rendering.words("campus.calendar.mine")
        (values["hasAddress"], values["isChosen"], values["isKnown"]) = (state.0 != nil, state.1, reader != nil)
        // Only the visitor's own token makes the address again.
        if let token = CampusReader.token(in: request), let secret = state.0?.token(of: token) {
            let links = SubscribeLinks(origin: admin.origin(of: request), words: rendering.words)
            let file = "\(Self.address)/\(secret.text).ics?language=\(rendering.words.language.rawValue)"
            let isOpen = Form(query: request.uri.query ?? "").has("subscribe")
            values["subscribe"] = links.values(rendering.words("campus.calendar.mine"), file: file).merging([
                "isSecret": true, "isOpen": isOpen,
            ]) { $1 }
        }
        var response = try await CampusFrame.page("campus/calendars/mine", values, request, visitor, admin)
        response.markPersonal()
        return response
    }

    static func query(_ reader: Int64?) -> AgendaQuery {
        AgendaQuery(
            events: """
                k.common = 1 OR k.degree IN (SELECT degree FROM campusVisitor WHERE id = :reader)
                OR k.department IN (SELECT d.department FROM campusVisitor v JOIN degree d ON d.id = v.degree WHERE v.id = :reader)
                OR k.faculty IN (
                  SELECT p.faculty FROM campusVisitor v JOIN degree d ON d.id = v.degree JOIN department p ON p.id = d.department
                  WHERE v.id = :reader)
                """,
            exams: """
                c.id IN (SELECT course FROM courseOfDegree WHERE degree IN (SELECT degree FROM campusVisitor WHERE id = :reader))
                OR c.id IN (SELECT course FROM campusVisitorCourse WHERE visitorID = :reader)
                """,
            arguments: ["reader": reader], lecturesOf: reader)
    }

    /// `POST /campus/agenda/address`: makes the secret address, or replaces it by another.
    @Sendable func make(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard let reader = try await CampusReader.id(request, admin.database), let token = CampusReader.token(in: request) else {
            return .redirect(to: Self.address)
        }
        let words = admin.pages.words(for: visitor)
        try await admin.database.write { db in
            try SecretAddress().save(for: reader, token, db)
            try CampusReader.say(words("campus.calendar.made"), to: reader, db)
        }
        return .redirect(to: Self.address + "?subscribe=yes#subscribe")
    }

    @Sendable func remove(_ request: Request, _ visitor: Visitor) async throws -> Response {
        if let reader = try await CampusReader.id(request, admin.database) {
            try await admin.database.write {
                try $0.execute(sql: "DELETE FROM campusVisitorCalendar WHERE visitorID = ?", arguments: [reader])
            }
        }
        return .redirect(to: Self.address)
    }

    @Sendable func file(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let name = visitor.parameters.get("name") ?? ""
        guard name.hasSuffix(".ics"), let token = Token(sent: String(name.dropLast(4))) else { throw HTTPError(.notFound) }
        let (rendering, origin) = (RenderContext(request, visitor, admin), admin.origin(of: request))
        let entries = try await admin.database.read { db -> [CalendarEntry]? in
            let sql = "SELECT visitorID FROM campusVisitorCalendar WHERE tokenHash = ?"
            guard let reader = try Int64.fetchOne(db, sql: sql, arguments: [token.hash]) else { return nil }
            var query = Self.query(reader)
            query.lecturesOf = nil
            let (items, host) = (try query.whole.items(in: CalendarFileAnswer.interval, rendering, db), CalendarFileAnswer.host(origin))
            return try EventSeries.entries(items, origin, rendering, db)
                + (try Lectures.entries(of: reader, rendering, origin: origin, host: host, db))
                + (try OwnEvent.entries(of: reader, rendering, origin: origin, host: host, db))
        }
        guard let entries else { throw HTTPError(.notFound) }
        var response = CalendarFileAnswer.response(
            CalendarFile(name: rendering.words("campus.calendar.mine"), zone: rendering.zone, entries: entries), rendering.words)
        response.markSecret()
        return response
    }
}
