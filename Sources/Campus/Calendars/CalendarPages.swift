import Admin
import Foundation
import GRDB
import Hummingbird
import Registry
import Web

struct CalendarPages: Sendable {
    let admin: AdminContext
    static let address = "/campus/calendars"

    func addRoutes(to campus: RouterGroup<Visitor>) {
        campus.get("calendars", use: index)
        campus.get("calendars/{name}", use: calendar)
        campus.get("exams", use: exams)
        for format in TimetableFormat.allCases {
            campus.get(RouterPath("exams.\(format.rawValue)")) { request, visitor -> Response in
                let degree = Form(query: request.uri.query ?? "").recordID("degree")
                return try await TimetableFiles(admin: admin).answer(.exams(degree: degree), format, request, visitor)
            }
        }
    }

    func rendering(for visitor: Visitor) -> RenderContext { RenderContext(visitor, admin) }

    @Sendable func index(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let rendering = rendering(for: visitor)
        let rows = try await admin.database.read { db in
            let sql = """
                SELECT k.key, \(rendering.localizedSQL("k")) AS name, k.colour FROM campusCalendar k
                WHERE \(UniversityCalendar.notTrashed("k")) ORDER BY k.ordering, k.folded
                """
            return try Row.fetchAll(db, sql: sql).map { row -> Values in
                [
                    "nameHTML": (row["name"] as String).markedHTML, "colour": row["colour"] as String,
                    "href": "/campus/calendars/\(row["key"] as String)",
                ]
            }
        }
        let values: Values = ["title": rendering.words("campus.calendar.title"), "calendars": rows, "none": rows.isEmpty]
        return try await CampusFrame.page("campus/calendars/index", values, request, visitor, admin)
    }

    @Sendable func calendar(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let name = visitor.parameters.get("name") ?? ""
        let isFile = name.hasSuffix(".ics")
        let key = isFile ? String(name.dropLast(4)) : name
        let rendering = isFile ? RenderContext(request, visitor, admin) : rendering(for: visitor)
        let found = try await admin.database.read { db in
            let sql = """
                SELECT k.id, \(rendering.text("k")) AS name FROM campusCalendar k
                WHERE k.key = ? AND \(UniversityCalendar.notTrashed("k"))
                """
            return try Row.fetchOne(db, sql: sql, arguments: [key]).map { (id: $0["id"] as Int64, name: $0["name"] as String) }
        }
        guard let found else { throw HTTPError(.notFound) }
        let query = AgendaQuery(events: "e.calendar = :calendar", arguments: ["calendar": found.id])
        if isFile { return try await file(found.name, query, request, rendering) }
        var values = try await agenda(query, "/campus/calendars/\(key)", request, rendering)
        values["title"] = found.name
        values["stale"] = try await admin.database.read { db -> any Sendable in
            guard let calendar = try UniversityCalendar.fetch(db, id: found.id) else { return false }
            return try FeedDrawing(words: rendering.words, zone: rendering.zone, now: .now).stale(calendar: calendar, found.name, db)
                ?? false
        }
        let links = SubscribeLinks(origin: admin.origin(of: request), words: rendering.words)
        values["subscribe"] = links.values(found.name, path: "/campus/calendars/\(key)", formats: [])
        return try await CampusFrame.page("campus/calendars/calendar", values, request, visitor, admin)
    }

    @Sendable func exams(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let rendering = rendering(for: visitor)
        let chosen = Form(query: request.uri.query ?? "").recordID("degree")
        let query = AgendaQuery(exams: ":degree IS NULL OR \(CourseHits.ofDegree)", arguments: ["degree": chosen])
        let base = "/campus/exams" + (chosen.map { "?degree=\($0)" } ?? "")
        var values = try await agenda(query, base, request, rendering, days: 90)
        values["degrees"] = try await admin.database.read { db in
            let sql =
                "SELECT d.id, \(rendering.localizedSQL("d")) AS name FROM degree d WHERE \(Degree.notTrashed("d")) ORDER BY d.folded LIMIT 500"
            return try Row.fetchAll(db, sql: sql).map { row -> Values in
                let id: Int64 = row["id"]
                return .option(String(id), row["name"], selected: id == chosen)
            }
        }
        values["title"] = rendering.words("campus.calendar.exams")
        let links = SubscribeLinks(origin: admin.origin(of: request), words: rendering.words)
        values["subscribe"] = links.values(
            rendering.words("campus.calendar.exams"), path: "/campus/exams",
            query: chosen.map { [(name: "degree", value: String($0))] } ?? [])
        return try await CampusFrame.page("campus/calendars/exams", values, request, visitor, admin)
    }

    func agenda(_ query: AgendaQuery, _ base: String, _ request: Request, _ rendering: RenderContext, days: Int = 30) async throws -> Values
    {
        var span = AgendaSpan(Form(query: request.uri.query ?? ""), zone: rendering.zone, now: .now)
        span.days = days
        let interval = span.interval
        let items = try await admin.database.read { try query.items(in: interval, rendering, $0) }
        return AgendaDrawing(span: span, rendering: rendering, base: base, now: .now).values(items)
    }

    /// From one year ago to two years ahead.
    func file(_ name: String, _ query: AgendaQuery, _ request: Request, _ rendering: RenderContext) async throws -> Response {
        let origin = admin.origin(of: request)
        let entries = try await admin.database.read { db in
            try EventSeries.entries(query.whole.items(in: CalendarFileAnswer.interval, rendering, db), origin, rendering, db)
        }
        return CalendarFileAnswer.response(CalendarFile(name: name, zone: rendering.zone, entries: entries), rendering.words)
    }
}
