import Admin
import Foundation
import GRDB
import Hummingbird
import Web

enum TimetableFormat: String, CaseIterable, Sendable {
    case ics, atom, json
}

/// Answers a timetable as a file of a calendar program, as a feed, or as JSON.
struct TimetableFiles: Sendable {
    let admin: AdminContext

    /// The answer to `368.ics`, `368.atom` or `368.json` in place of a number; nil for a number alone.
    func answer(
        _ request: Request, _ visitor: Visitor, _ timetable: (Int64, Form) -> OpenTimetable
    ) async throws -> Response? {
        let parts = (visitor.parameters.get("id") ?? "").split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        guard let id = Int64(recordID: parts[0]), let format = TimetableFormat(rawValue: String(parts[1])) else {
            throw HTTPError(.notFound)
        }
        return try await answer(timetable(id, Form(query: request.uri.query ?? "")), format, request, visitor)
    }

    func answer(
        _ timetable: OpenTimetable, _ format: TimetableFormat, _ request: Request, _ visitor: Visitor
    ) async throws -> Response {
        let rendering = RenderContext(request, visitor, admin)
        let (origin, words, form) = (admin.origin(of: request), rendering.words, Form(query: request.uri.query ?? ""))
        let interval = try Self.interval(form, format)
        let text = try await admin.database.read { db -> String in
            guard let name = try timetable.name(rendering, db) else { throw HTTPError(.notFound) }
            switch format {
            case .ics:
                return CalendarFile(name: name, zone: rendering.zone, entries: try timetable.entries(rendering, origin, db)).text
            case .atom:
                let items = try timetable.items(in: interval, rendering, db, isFile: true).prefix(Self.mostOfFeed)
                return feed(Array(items), name, timetable, request, rendering, origin).atom
            case .json:
                let items = try timetable.items(in: interval, rendering, db, isFile: true).prefix(Self.most)
                return try json(Array(items), name, timetable, rendering, origin, db).compact
            }
        }
        var response = AlertPages.file(text, Self.types[format] ?? "", in: words.language)
        response.headers[.init("Access-Control-Allow-Origin")!] = "*"
        return response
    }

    static let types: [TimetableFormat: String] = [
        .ics: "text/calendar; charset=utf-8", .atom: "application/atom+xml; charset=utf-8", .json: "application/json; charset=utf-8",
    ]
    private static let mostOfFeed = 100
    private static let most = 5_000

    /// `from` and `to` of the query; otherwise from yesterday, for a month in a feed and for half a year in JSON. At most two years.
    private static func interval(_ form: Form, _ format: TimetableFormat) throws -> DateInterval {
        func date(_ name: String, _ otherwise: Date) throws -> Date {
            guard !form[name].isEmpty else { return otherwise }
            guard let date = FeedTime.date(form[name]) else { throw HTTPError(.badRequest) }
            return date
        }
        let from = try date("from", .now - 86_400)
        let to = try date("to", from + (format == .atom ? 31 : 183) * 86_400)
        guard from < to, to.timeIntervalSince(from) <= 732 * 86_400 else { throw HTTPError(.badRequest) }
        return DateInterval(start: from, end: to)
    }

    private func feed(
        _ items: [AgendaItem], _ name: String, _ timetable: OpenTimetable, _ request: Request, _ rendering: RenderContext, _ origin: String
    ) -> Feed {
        let (words, host) = (rendering.words, CalendarFileAnswer.host(origin))
        let entries = items.map { item -> FeedEntry in
            let title = CalendarFileAnswer.title(item, words)
            let when = words.language.moment(item.start, in: rendering.zone)
            let text = [when, item.place, item.source, item.note.unmarked].filter { !$0.isEmpty }.joined(separator: "\n")
            return FeedEntry(
                identity: "tag:\(host),2026:campus/\(item.uid)\(item.day.map { "-" + $0 } ?? "")",
                title: "\(when): " + (item.isCancelled ? CalendarFileAnswer.cancelled(title, words) : title), text: text,
                address: origin + item.href, publishedAt: item.changedAt, updatedAt: item.changedAt,
                category: CalendarFileAnswer.category(item, words))
        }
        return Feed(
            address: origin + request.uri.description, page: origin + timetable.path.appendingQuery(timetable.query),
            title: "\(name) · \(admin.site.name)", author: admin.site.name, language: words.language.rawValue,
            updatedAt: entries.map(\.updatedAt).max() ?? Date(timeIntervalSince1970: 0), entries: entries)
    }

    private func json(
        _ items: [AgendaItem], _ name: String, _ timetable: OpenTimetable, _ rendering: RenderContext, _ origin: String, _ db: Database
    ) throws -> JSON {
        let words = rendering.words
        let codes = try Row.fetchAll(db, sql: "SELECT id, code FROM campusArea WHERE code <> ''").map {
            ($0["id"] as Int64, $0["code"] as String)
        }
        let byRoom = Dictionary(codes) { first, _ in first }
        let list = items.map { item -> JSON in
            var pairs: [(key: String, value: JSON)] = [("uid", .text(item.uid + (item.day.map { "-" + $0 } ?? "")))]
            pairs += [
                ("kind", .text(item.kind.rawValue)), ("title", .text(item.title)),
                ("category", .text(CalendarFileAnswer.category(item, words))),
            ]
            pairs += [("start", .moment(item.start)), ("end", .moment(item.end)), ("cancelled", .flag(item.isCancelled))]
            pairs += [("location", .text(item.place)), ("room", item.details.room.map { .number(Int($0)) } ?? .null)]
            pairs.append(("roomCode", item.details.room.flatMap { byRoom[$0] }.map { .text($0) } ?? .null))
            pairs.append(("latitude", item.details.point.map { .text(GeoPoint.text($0.latitude)) } ?? .null))
            pairs.append(("longitude", item.details.point.map { .text(GeoPoint.text($0.longitude)) } ?? .null))
            pairs += [("note", .text(item.note.unmarked)), ("contact", .text(item.details.contact)), ("url", .text(origin + item.href))]
            pairs.append(("changed", .moment(item.changedAt)))
            return .object(pairs)
        }
        return .object([
            ("name", .text(name)), ("url", .text(origin + timetable.path.appendingQuery(timetable.query))),
            ("language", .text(words.language.rawValue)), ("zone", .text(rendering.zone.identifier)), ("items", .list(list)),
            ("count", .number(list.count)),
        ])
    }
}

extension RenderContext {
    /// For a file: in the language of `?language=`, as calendar programs send none; otherwise in that of the visitor.
    init(_ request: Request, _ visitor: Visitor, _ admin: AdminContext) {
        let query = Form(query: request.uri.query ?? "")
        let asked = Language(rawValue: query["language"].isEmpty ? query["lang"] : query["language"])
        let words = asked.map { admin.pages.templates.words(in: $0) } ?? admin.pages.words(for: visitor)
        self.init(words: words, zone: admin.site.zone, original: admin.site.language)
    }
}
