import Admin
import Foundation
import GRDB
import Registry

struct AgendaItem: Sendable {
    enum Kind: String, Sendable { case event, exam, lecture, own }

    let kind: Kind
    let id: Int64
    /// Permanent, for calendar programs.
    let uid: String
    let start: Date
    let end: Date
    /// As marked HTML text.
    let markedTitle, markedPlace, markedSource: String
    let note: String
    let colour: String
    let isCancelled: Bool
    let href: String
    let version: Int
    let changedAt: Date
    var details = CalendarDetails()
    /// The usual day of a lesson, which tells its weeks apart: `2026-03-02`.
    var day: String?
    var isChanged = false

    var title: String { markedTitle.unmarked }
    var place: String { markedPlace.unmarked }
    var source: String { markedSource.unmarked }

    init(
        kind: Kind, id: Int64, uid: String, start: Date, end: Date, title: String, place: String, source: String, note: String = "",
        colour: String, isCancelled: Bool, href: String, version: Int, changedAt: Date
    ) {
        (self.kind, self.id, self.uid, self.start, self.end) = (kind, id, uid, start, end)
        (markedTitle, markedPlace, markedSource, self.note) = (title, place, source, note)
        (self.colour, self.isCancelled, self.href, self.version, self.changedAt) = (colour, isCancelled, href, version, changedAt)
    }
}

struct AgendaQuery: Sendable {
    /// SQL on the event `e`; empty for no events.
    var events = ""
    /// SQL on the exam session `x` and its course `c`; empty for no exams.
    var exams = ""
    var arguments: StatementArguments = [:]
    var lecturesOf: Int64?
    /// Limit for each kind; above any month.
    private var most = 5_000
    private var isForFiles = false

    /// Without the page limit, for a file of three years.
    var whole: AgendaQuery {
        var query = self
        (query.most, query.isForFiles) = (50_000, true)
        return query
    }

    func first(_ count: Int) -> AgendaQuery {
        var query = self
        query.most = count
        return query
    }

    init(events: String = "", exams: String = "", arguments: StatementArguments = [:], lecturesOf: Int64? = nil) {
        (self.events, self.exams, self.arguments, self.lecturesOf) = (events, exams, arguments, lecturesOf)
    }

    func items(in interval: DateInterval, _ rendering: RenderContext, _ db: Database) throws -> [AgendaItem] {
        let bounds: StatementArguments = ["from": interval.start, "to": interval.end]
        var found: [AgendaItem] = []
        if !events.isEmpty { found += try eventItems(bounds, rendering, db) }
        if !exams.isEmpty { found += try examItems(bounds, rendering, db) }
        if let lecturesOf {
            found += try Lectures.items(of: lecturesOf, in: interval, rendering, db)
            found += try OwnEvent.items(of: lecturesOf, in: interval, rendering, db)
        }
        return found.sorted { ($0.start, $0.title, $0.id) < ($1.start, $1.title, $1.id) }
    }

    func countOfEvents(in interval: DateInterval, _ db: Database) throws -> Int {
        let bounds: StatementArguments = ["from": interval.start, "to": interval.end]
        return try Int.fetchOne(db, sql: "SELECT count(*) \(foundEvents)", arguments: bounds + arguments) ?? 0
    }

    private var foundEvents: String {
        """
        FROM campusEvent e JOIN campusCalendar k ON k.id = e.calendar
        LEFT JOIN campusArea a ON a.id = e.area AND \(Area.shown("a"))
        LEFT JOIN campusBuilding b ON b.id = coalesce(e.building, a.building) AND \(Building.notTrashed("b"))
        WHERE \(Event.notTrashed("e")) AND \(UniversityCalendar.notTrashed("k")) AND e.starts < :to AND e.ends >= :from
          AND (e.ends > :from OR e.starts >= :from) AND (\(events))
        """
    }

    private func eventItems(_ bounds: StatementArguments, _ rendering: RenderContext, _ db: Database) throws -> [AgendaItem] {
        let sql = """
            SELECT e.id, e.starts, e.ends, \(rendering.localizedSQL("e", "title")) AS title, a.id AS room, b.place AS point, \(Self.more(rendering, isForFiles))
              \(Self.place(rendering, rendering.localizedSQL("e", "location", fresh: true))) AS place, \(rendering.localizedSQL("k")) AS source, k.colour,
              e.cancelled, e.version, e.updatedAt
            \(foundEvents) ORDER BY e.starts, e.id LIMIT \(most)
            """
        // A cursor finds columns by name at once; in fetched rows they are searched.
        let rows = try Row.fetchCursor(db, sql: sql, arguments: bounds + arguments).map { row in
            let id: Int64 = row["id"]
            var item = AgendaItem(
                kind: .event, id: id, uid: "event-\(id)", start: row["starts"], end: row["ends"], title: row["title"],
                place: row["place"], source: row["source"], colour: row["colour"], isCancelled: row["cancelled"],
                href: "/campus/events/\(id)", version: row["version"], changedAt: row["updatedAt"])
            item.details = CalendarDetails(row)
            if isForFiles { item.details.add(row, rendering.words) }
            return item
        }
        return try Array(rows)
    }

    private func examItems(_ bounds: StatementArguments, _ rendering: RenderContext, _ db: Database) throws -> [AgendaItem] {
        let sql = """
            SELECT x.id, x.starts, x.ends, x.name, x.kind, x.cancelled, x.version, x.updatedAt, x.course, a.id AS room, b.place AS point, \(rendering.localizedSQL("c")) AS course_name, \(rendering.localizedSQL("x", "note")) AS enrolment,
              \(Self.place(rendering, rendering.localizedSQL("x", "location", fresh: true))) AS place
            FROM campusExamSession x JOIN course c ON c.id = x.course
            LEFT JOIN campusArea a ON a.id = x.area AND \(Area.shown("a"))
            LEFT JOIN campusBuilding b ON b.id = a.building AND \(Building.notTrashed("b"))
            WHERE \(ExamSession.notTrashed("x")) AND \(Course.notTrashed("c")) AND x.starts < :to AND x.ends >= :from
              AND (x.ends > :from OR x.starts >= :from) AND (\(exams))
            ORDER BY x.starts, x.id LIMIT \(most)
            """
        return try Row.fetchAll(db, sql: sql, arguments: bounds + arguments).map { row in
            let kind = rendering.words("campus.examKind.\(row["kind"] as String)")
            var item = AgendaItem(
                kind: .exam, id: row["id"], uid: "exam-\(row["id"] as Int64)", start: row["starts"], end: row["ends"],
                title: row["course_name"],
                place: row["place"], source: "\(rendering.words("campus.calendar.exam")): \(kind)", note: row["enrolment"], colour: "red",
                isCancelled: row["cancelled"],
                href: "/campus/courses/\(row["course"] as Int64)", version: row["version"], changedAt: row["updatedAt"])
            item.details = CalendarDetails(row)
            return item
        }
    }

    /// SQL: further columns of an event.
    private static func more(_ rendering: RenderContext, _ isForFiles: Bool) -> String {
        guard isForFiles else { return "" }
        return """
            e.speaker, e.phone, e.email, e.link, \(rendering.text("e", "organiser")) AS organiserText, \(rendering.text("e", "topic")) AS topicText,
            \(rendering.text("e", "details")) AS detailsText,
            """
    }

    /// SQL for a place, from room `a` and building `b` to the free text.
    static func place(_ rendering: RenderContext, _ location: String) -> String {
        "coalesce(CASE WHEN a.id IS NOT NULL THEN \(rendering.localizedSQL("a")) || coalesce(', ' || \(rendering.localizedSQL("b")), '') END, \(rendering.localizedSQL("b")), \(location))"
    }
}
