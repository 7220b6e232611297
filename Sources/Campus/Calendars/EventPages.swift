import Admin
import Foundation
import GRDB
import Hummingbird
import Registry
import Web

struct EventPages: Sendable {
    let admin: AdminContext

    func addRoutes(to campus: RouterGroup<Visitor>) {
        campus.get("events", use: search)
        campus.get("events/{name}", use: event)
    }

    func rendering(for visitor: Visitor) -> RenderContext { RenderContext(visitor, admin) }

    @Sendable private func event(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let name = visitor.parameters.get("name") ?? ""
        let isFile = name.hasSuffix(".ics")
        let rendering = isFile ? RenderContext(request, visitor, admin) : rendering(for: visitor)
        guard let id = Int64(recordID: isFile ? String(name.dropLast(4)) : name) else { throw HTTPError(.notFound) }
        let found = try await admin.database.read { db in try Self.item(id, rendering, db, isFile: isFile) }
        guard let found else { throw HTTPError(.notFound) }
        if isFile {
            return CalendarFileAnswer.response(
                CalendarFile(
                    name: found.title, zone: rendering.zone,
                    entries: [CalendarFileAnswer.entry(found, admin.origin(of: request), rendering.words)]),
                rendering.words)
        }
        return try await page(of: found, request, visitor)
    }

    func page(
        of found: AgendaItem, _ request: Request, _ visitor: Visitor, _ typed: SubscriptionForm.Typed? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let (rendering, mark) = (rendering(for: visitor), Bookmark(kind: "event", id: found.id))
        let reader = try await CampusReader.id(request, admin.database)
        var values = try await admin.database.read { db -> Values in
            var values = try Self.sheet(found, rendering, db) ?? [:]
            values["mark"] = try mark.values(of: reader, db)
            return values
        }
        values["following"] = try await SubscriptionForm(admin: admin).values(of: found, reader, rendering.words, typed) ?? false
        values["service"] = ["label": rendering.words("campus.tiles.calendars"), "href": CalendarPages.address] as Values
        return try await CampusFrame.page(
            "campus/calendars/event", try await values.renderingMarkdown(), request, visitor, admin, status: status, seen: mark)
    }

    static func item(_ id: Int64, _ rendering: RenderContext, _ db: Database, isFile: Bool = false) throws -> AgendaItem? {
        let query = AgendaQuery(events: "e.id = :id", arguments: ["id": id])
        return try (isFile ? query.whole : query).items(in: DateInterval(start: .distantPast, end: .distantFuture), rendering, db).first
    }

    static func sheet(_ item: AgendaItem, _ rendering: RenderContext, _ db: Database) throws -> Values? {
        let id = item.id
        guard let event = try Event.fetch(db, id: id) else { return nil }
        let language = rendering.words.language
        func localized(_ field: String, _ original: String) -> String {
            let (text, isOriginal) = event.translations.reading(field, original, in: language, easy: rendering.isEasy)
            return isOriginal ? rendering.written(text) : text
        }
        func shown(_ text: String) -> any Sendable { text.isEmpty ? false : text }
        let ids = event.people.map(String.init).joined(separator: ",")
        let people = try Row.fetchAll(db, sql: "SELECT id, name FROM person WHERE id IN (\(ids)) AND \(Person.notTrashed) ORDER BY folded")
        let alerts = try Bulletin.current(
            db, at: .now,
            where: "EXISTS (SELECT 1 FROM campusBulletinTarget t WHERE t.bulletin = b.id AND t.kind = 'event' AND t.objectID = :event)",
            ["event": id], limit: 5)
        let drawing = AlertDrawing(words: rendering.words, zone: rendering.zone, now: .now)
        let agenda = AgendaDrawing(span: AgendaSpan(Form(), zone: rendering.zone, now: .now), rendering: rendering, base: "", now: .now)
        let details = localized("details", event.details)
        let own: Values = [
            "easy": rendering.note([event.translations.isEasy(in: language)]),
            "repeats": try EventSeries.of(event: id, db).map { $0.sentence(rendering) as any Sendable } ?? false,
            "topicHTML": Optional(localized("topic", event.topic)).shownHTML, "speaker": shown(event.speaker),
            "organiserHTML": Optional(localized("organiser", event.organiser)).shownHTML,
            "body": MarkdownText.value(details.unmarked), "bodyLang": details.markedLanguage?.rawValue ?? false,
            "phone": shown(event.phone),
            "phoneHref": "tel:" + event.phone.filter { $0.isNumber || $0 == "+" }, "email": shown(event.email), "link": shown(event.link),
            "hasContacts": !(event.phone + event.email).isEmpty, "file": "/campus/events/\(id).ics",
            "people": people.map { row -> Values in
                ["name": row["name"] as String, "href": "/campus/people/\(row["id"] as Int64)"]
            },
            "placeHref": shown(event.area.map { "/campus/areas/\($0)" } ?? event.building.map { "/campus/buildings/\($0)" } ?? ""),
            "alerts": try alerts.map { try drawing.values($0, db) },
            "links": try EventLink.rows(of: id, rendering, db).map { link -> Values in
                [
                    "href": link["url"] as String, "titleHTML": (link["name"] as String).markedHTML,
                    "detailHTML": rendering.words("campus.eventLink.\(link["kind"] as String)").escapedForHTML(),
                ]
            } + (try media(of: id, rendering, db)),
        ]
        return own.merging(agenda.values(item)) { $1 }
    }

    private static func media(of event: Int64, _ rendering: RenderContext, _ db: Database) throws -> [Values] {
        let sql = """
            SELECT l.url, \(rendering.localizedSQL("l")) AS name, \(rendering.localizedSQL("k")) AS category FROM campusLink l
            JOIN campusLinkCategory k ON k.id = l.category AND \(LinkCategory.notTrashed("k"))
            WHERE l.event = ? AND \(CampusLink.shown("l")) ORDER BY l.ordering, l.id LIMIT 40
            """
        return try Row.fetchAll(db, sql: sql, arguments: [event]).map { row in
            [
                "href": row["url"] as String, "titleHTML": (row["name"] as String).markedHTML,
                "detailHTML": (row["category"] as String).markedHTML,
            ]
        }
    }

    private static let most = 100

    @Sendable private func search(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let (rendering, form) = (rendering(for: visitor), Form(query: request.uri.query ?? ""))
        let words = rendering.words
        func refusal(_ name: String) -> any Sendable {
            let isWrong = !form[name].isEmpty && TypedMoment.date(form[name], in: rendering.zone) == nil
            return isWrong ? words("campus.lessons.refused.day") : false
        }
        let from = TypedMoment.date(form["from"], in: rendering.zone) ?? AgendaSpan(Form(), zone: rendering.zone, now: .now).day
        // Covers the whole last day, also one of 25 hours.
        let last = TypedMoment.date(form["to"], in: rendering.zone)
        let to = last.flatMap { AgendaSpan.calendar(rendering.zone).date(byAdding: .day, value: 1, to: $0) } ?? .distantFuture
        let query = Self.query(form)
        let (items, count, calendars) = try await admin.database.read { db -> ([AgendaItem], Int, [Values]) in
            let sql = """
                SELECT k.id, \(rendering.localizedSQL("k")) AS name FROM campusCalendar k
                WHERE \(UniversityCalendar.notTrashed("k")) ORDER BY k.ordering, k.folded
                """
            let calendars = try Row.fetchAll(db, sql: sql).map { row -> Values in
                let id = String(row["id"] as Int64)
                return .option(id, row["name"], selected: id == form["calendar"])
            }
            guard from < to else { return ([], 0, calendars) }
            let interval = DateInterval(start: from, end: to)
            return (try query.first(Self.most).items(in: interval, rendering, db), try query.countOfEvents(in: interval, db), calendars)
        }
        let drawing = AgendaDrawing(span: AgendaSpan(Form(), zone: rendering.zone, now: .now), rendering: rendering, base: "", now: .now)
        let spans = Self.spans(form, rendering)
        let isSpan = spans.contains { $0.isCurrent }
        let isOpen = !isSpan || ["calendar", "place", "person"].contains { !form[$0].isEmpty }
        let values: Values = [
            "title": rendering.words("campus.calendar.events"), "q": form["q"], "isOpen": isOpen,
            "spans": spans.map { ["label": $0.label, "href": $0.href, "isCurrent": $0.isCurrent] as Values },
            "from": words.language.typed(form["from"]), "to": words.language.typed(form["to"]), "fromError": refusal("from"),
            "toError": refusal("to"), "place": form["place"],
            "person": form["person"],
            "calendars": calendars, "lines": drawing.dated(items),
            "found": rendering.words("campus.calendar.found", count: count), "isCut": count > items.count,
        ]
        return try await CampusFrame.page("campus/calendars/search", values, request, visitor, admin)
    }

    private struct Span {
        let label, href: String
        let isCurrent: Bool
    }

    /// Days to choose with one touch; the rest of what was asked stays.
    private static func spans(_ form: Form, _ rendering: RenderContext) -> [Span] {
        let calendar = AgendaSpan.calendar(rendering.zone)
        let today = calendar.startOfDay(for: .now)
        let last = AgendaSpan.text(calendar.date(byAdding: .day, value: 6, to: today) ?? today, rendering.zone)
        let first = AgendaSpan.text(today, rendering.zone)
        let kept = ["q", "calendar", "place", "person"].map { (name: $0, value: form[$0]) }
        return [("coming", "", ""), ("today", first, first), ("week", first, last)].map { name, from, to in
            let pairs = (kept + [(name: "from", value: from), (name: "to", value: to)]).filter { !$0.value.isEmpty }
            return Span(
                label: rendering.words("campus.calendar.\(name)"), href: "/campus/events".appendingQuery(pairs),
                isCurrent: [form["from"], form["to"]] == [from, to])
        }
    }

    static func query(_ form: Form) -> AgendaQuery {
        func like(_ text: String) -> String {
            "%" + text.prefix(100).replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_") + "%"
        }
        let matches = "LIKE :%@ ESCAPE '\\'"
        func on(_ name: String) -> String { matches.replacing("%@", with: name) }
        return AgendaQuery(
            events: """
                (:calendar IS NULL OR e.calendar = :calendar) AND \(SearchPattern.condition("campusEvent", "e"))
                AND (:place = '%%' OR e.location \(on("place")) OR a.folded \(on("foldedPlace")) OR b.folded \(on("foldedPlace"))
                  OR EXISTS (SELECT 1 FROM json_each(e.translations) AS said
                    WHERE json_extract(said.value, '$.location.text') \(on("place"))))
                AND (:person = '%%' OR e.speaker \(on("person")) OR e.organiser \(on("person")) OR e.id IN (
                  SELECT ep.event FROM campusEventPerson ep JOIN person p ON p.id = ep.person WHERE p.folded \(on("foldedPerson"))))
                """,
            arguments: [
                "calendar": form.recordID("calendar"), "words": SearchPattern.parse(String(form["q"].prefix(100))),
                "place": like(form["place"]), "person": like(form["person"]),
                "foldedPlace": like(form["place"].folded), "foldedPerson": like(form["person"].folded),
            ])
    }
}
