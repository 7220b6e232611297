import Admin
import Foundation
import GRDB
import Registry
import Web

/// The answer to "what now?" on the first page: the next lesson and exam of those who chose a course or degree, and the day's events.
struct NowPanel {
    let rendering: RenderContext
    let db: Database
    var now = Date.now

    private static let (mostEvents, mostPlaces, mostChanges) = (4, 6, 5)
    /// Most have a lesson soon; over a break the next one is looked for further away.
    private static let (daysToLesson, daysOverBreak, daysToExam) = (14.0, 200.0, 200.0)

    private var words: Words { rendering.words }
    private var text: NowText { NowText(rendering: rendering, now: now) }

    func values() throws -> Values {
        let known = try isKnown()
        let lessons = try known ? lessons() : []
        var next = lessons.first { isNext($0) }
        if known, next == nil { next = try self.lessons(days: Self.daysOverBreak).first { isNext($0) } }
        let changes = lessons.filter { $0.isChanged && $0.end > now && $0.start < now + 2 * 86_400 }
        let (exam, events) = (try known ? nextExam() : nil, try todaysEvents())
        let (open, alerts) = (try openPlaces(), try known ? ownAlerts() : [])
        return [
            "isKnown": known, "next": next.map { lesson($0) as any Sendable } ?? false, "noNext": known && next == nil,
            "changes": changes.prefix(Self.mostChanges).map(change), "exam": exam.map { examination($0) as any Sendable } ?? false,
            "alerts": alerts,
            "events": events, "open": open, "hasAddress": try known && SecretAddress.of(rendering.reader, db) != nil,
        ]
    }

    private func isNext(_ item: AgendaItem) -> Bool { !item.isCancelled && item.end > now }

    private func isKnown() throws -> Bool {
        guard let reader = rendering.reader else { return false }
        let sql = """
            SELECT EXISTS (SELECT 1 FROM campusVisitorCourse WHERE visitorID = ?1)
              OR EXISTS (SELECT 1 FROM campusVisitor WHERE id = ?1 AND degree IS NOT NULL)
            """
        return try Bool.fetchOne(db, sql: sql, arguments: [reader]) ?? false
    }

    /// Lessons and own events from today on; those of today that are over too, for their changes.
    private func lessons(days: Double = Self.daysToLesson) throws -> [AgendaItem] {
        guard let reader = rendering.reader else { return [] }
        let midnight = AgendaSpan.calendar(rendering.zone).startOfDay(for: now)
        let interval = DateInterval(start: midnight, duration: days * 86_400)
        let all = try Lectures.items(of: reader, in: interval, rendering, db) + OwnEvent.items(of: reader, in: interval, rendering, db)
        return all.sorted { ($0.start, $0.id) < ($1.start, $1.id) }
    }

    private func nextExam() throws -> AgendaItem? {
        let interval = DateInterval(start: now, duration: Self.daysToExam * 86_400)
        let arguments: StatementArguments = ["reader": rendering.reader]
        let own = "x.cancelled = 0 AND c.id IN (SELECT course FROM campusVisitorCourse WHERE visitorID = :reader)"
        if let found = try AgendaQuery(exams: own, arguments: arguments).first(1).items(in: interval, rendering, db).first { return found }
        let hasCourses = "SELECT EXISTS (SELECT 1 FROM campusVisitorCourse WHERE visitorID = ?)"
        if try Bool.fetchOne(db, sql: hasCourses, arguments: [rendering.reader]) == true { return nil }
        let ofDegree = """
            x.cancelled = 0 AND c.id IN (SELECT course FROM courseOfDegree WHERE degree = (SELECT degree FROM campusVisitor WHERE id = :reader))
            """
        return try AgendaQuery(exams: ofDegree, arguments: arguments).first(1).items(in: interval, rendering, db).first
    }

    private func todaysEvents() throws -> [Values] {
        let calendar = AgendaSpan.calendar(rendering.zone)
        let end = calendar.date(byAdding: .day, value: 1, to: calendar.startOfDay(for: now)) ?? now + 86_400
        let query = AgendaQuery(events: "k.common = 1 AND e.cancelled = 0").first(Self.mostEvents)
        return try query.items(in: DateInterval(start: now, end: max(now, end)), rendering, db).map { item in
            CampusHit.line(
                item.markedTitle, [text.span(item), item.markedPlace].filter { !$0.isEmpty }.joined(separator: " · "), href: item.href,
                icon: "calendar")
        }
    }

    private func openPlaces() throws -> [Values] {
        let sql = """
            SELECT 'buildings' AS path, b.id, \(rendering.localizedSQL("b")) AS name, b.opening FROM campusBuilding b
            WHERE b.opening <> '' AND \(Building.notTrashed("b"))
            UNION ALL
            SELECT 'areas', a.id, \(rendering.localizedSQL("a")), a.opening FROM campusArea a WHERE a.opening <> '' AND \(Area.shown("a"))
            ORDER BY 3 LIMIT 200
            """
        let closed = try OpeningHours.closedDays(around: now, rendering.zone, db)
        let open = try Row.fetchAll(db, sql: sql).compactMap { row -> Values? in
            guard let said = OpeningHours.templateValues(row["opening"], at: now, closed: closed, rendering),
                said["isOpen"] as? Bool == true
            else {
                return nil
            }
            return CampusHit.line(
                row["name"], said["state"] as? String ?? "", href: "/campus/\(row["path"] as String)/\(row["id"] as Int64)",
                icon: "position")
        }
        return Array(open.prefix(Self.mostPlaces))
    }

    private func ownAlerts() throws -> [Values] {
        guard let reader = rendering.reader else { return [] }
        let drawing = AlertDrawing(words: words, zone: rendering.zone, now: now, isEasy: rendering.isEasy)
        let found = try Bulletin.current(db, at: now, where: AlertAudience.touches, ["visitor": reader], limit: 3)
        return try found.map { try drawing.values($0, db) }
    }

    private func lesson(_ item: AgendaItem) -> Values {
        let point = item.details.point.map { PlaceFilter.short($0) }
        return [
            "when": text.span(item), "titleHTML": item.markedTitle.markedHTML, "href": item.href,
            "placeHTML": Optional(item.markedPlace).shownHTML, "room": item.details.room.map { "/campus/areas/\($0)" } ?? false,
            "directions": point.map { "https://www.openstreetmap.org/directions?to=\($0.queryEscaped)" } ?? false,
            "geo": point.map { "geo:\($0)" } ?? false,
        ]
    }

    private func change(_ item: AgendaItem) -> Values {
        [
            "when": text.span(item), "titleHTML": item.markedTitle.markedHTML, "href": item.href, "isCancelled": item.isCancelled,
            "detailHTML": item.markedSource.markedHTML, "placeHTML": Optional(item.markedPlace).shownHTML,
        ]
    }

    private func examination(_ item: AgendaItem) -> Values {
        let days = text.days(to: item.start)
        return [
            "when": text.moment(item.start), "titleHTML": item.markedTitle.markedHTML, "href": item.href,
            "in": days == 0 ? words("campus.now.today") : words("campus.now.days", count: days),
            "placeHTML": Optional(item.markedPlace).shownHTML, "kindHTML": item.markedSource.markedHTML,
        ]
    }
}
