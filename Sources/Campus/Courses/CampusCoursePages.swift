import Admin
import GRDB
import Hummingbird
import Registry
import Web

struct CampusCoursePages: Sendable {
    let campus: CampusPages

    func addRoutes(to group: RouterGroup<Visitor>) {
        group.get("courses", use: courses)
        group.get("courses/{id}", use: course)
    }

    @Sendable private func courses(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let filter = CourseFilter(Form(query: request.uri.query ?? ""))
        let limit = 60
        return try await campus.page("campus/courses/index", request, visitor) { db, rendering in
            let hits = try filter.hits(limit: limit + 1, rendering, db)
            let page: Values = [
                "title": rendering.words("campus.courses.search"), "hits": hits.prefix(limit).map(\.values),
                "isNone": filter.isAsked && hits.isEmpty, "isCut": hits.count > limit,
            ]
            return try page.merging(filter.values(rendering, db)) { $1 }
        }
    }

    @Sendable private func course(_ request: Request, _ visitor: Visitor) async throws -> Response {
        if let file = try await TimetableFiles(admin: campus.admin).answer(request, visitor, { id, _ in .course(id) }) { return file }
        let links = SubscribeLinks(origin: campus.admin.origin(of: request), words: campus.admin.pages.words(for: visitor))
        let mark = Bookmark(kind: "course", id: try visitor.campusID())
        return try await campus.page("campus/courses/show", request, visitor, seen: mark) { db, rendering in
            let sheet = CourseSheet(id: mark.id, rendering: rendering, db: db)
            guard let values = try sheet.values() else { throw HTTPError(.notFound) }
            let elsewhere = try campus.admin.modulesOn.compactMap { $0 as? any CoursePages.Type }
                .flatMap { try $0.coursePages(of: mark.id, in: rendering.words.language, db) }
            let exams = AgendaQuery(exams: "c.id = :id", arguments: ["id": mark.id])
            return values.merging([
                "subscribe": links.values(values["title"] as? String ?? "", path: "/campus/courses/\(mark.id)"),
                "exams": try ComingEvents.lines(exams, rendering, db),
            ]) { $1 }.merging(["own": try OwnCourse.templateValues(mark.id, rendering, db), "elsewhere": rendering.values(elsewhere)]) {
                $1
            }
        }
    }
}

struct CourseSheet {
    let id: Int64
    let rendering: RenderContext
    let db: Database

    private static let parts = ["objectives", "syllabus", "prerequisites", "teaching", "reading", "assessment", "note"]

    func values() throws -> Values? {
        let texts = Self.parts.map { "\(rendering.localizedSQL("c", $0)) AS \($0)Text" }.joined(separator: ", ")
        let sql = """
            SELECT \(rendering.localizedSQL("c")) AS title, c.code, c.credits, c.sector, c.courseYear, c.borrowed, c.partOf,
              \(rendering.localizedSQL("c", "languages")) AS spoken, \(rendering.localizedSQL("c", "attendance")) AS attends, \(rendering.easy("c")), \(texts)
            FROM course c WHERE c.id = ? AND \(Course.notTrashed("c"))
            """
        guard let row = try Row.fetchOne(db, sql: sql, arguments: [id]) else { return nil }
        let programme = Self.parts.compactMap { part -> Values? in
            let text: String = row["\(part)Text"]
            return text.isEmpty ? nil : ["heading": rendering.words("registry.courses.fields.\(part)"), "textHTML": text.markedHTML]
        }
        let degrees = try degrees()
        let year: Int? = degrees.isEmpty ? row["courseYear"] : nil
        let (borrowed, whole): (Int64?, Int64?) = (row["borrowed"], row["partOf"])
        return [
            "title": (row["title"] as String).unmarked, "titleHTML": (row["title"] as String).markedHTML, "code": row["code"] as String,
            "sector": row.shown("sector"), "languagesHTML": row.shownHTML("spoken"), "attendanceHTML": row.shownHTML("attends"),
            "credits": rendering.words("campus.courses.credits", count: row["credits"]), "degrees": degrees,
            "year": year.map { rendering.words("campus.courses.year", ["number": String($0)]) } ?? false, "programme": programme,
            "easy": rendering.note([row["isEasy"]]), "noProgramme": programme.isEmpty, "activities": try activities(),
            "related": try list("c.id = \(borrowed ?? 0) OR c.borrowed = \(id)"), "whole": try list("c.id = \(whole ?? 0)"),
            "parts": try list("c.id <> \(id) AND c.partOf IN (\(id), \(whole ?? 0))"),
        ]
    }

    private func degrees() throws -> [Values] {
        let sql = """
            SELECT g.id, \(rendering.localizedSQL("g")) AS name, o.courseYear, \(rendering.localizedSQL("o", "path")) AS path FROM courseOfDegree o
            JOIN degree g ON g.id = o.degree AND \(Degree.notTrashed("g")) WHERE o.course = ?
            """
        return try Row.fetchAll(db, sql: sql, arguments: [id]).map { row -> Values in
            let year = (row["courseYear"] as Int?).map { rendering.words("campus.courses.year", ["number": String($0)]) } ?? ""
            let detail = [year, row["path"] as String].filter { !$0.isEmpty }.joined(separator: " · ")
            return [
                "nameHTML": (row["name"] as String).markedHTML, "href": "/campus/degrees/\(row["id"] as Int64)",
                "detailHTML": Optional(detail).shownHTML,
            ]
        }
    }

    private func list(_ condition: String) throws -> [Values] {
        try CourseHits.query(rendering, condition: condition).run(nil, nil, limit: 20, db).map(\.values)
    }

    private func activities() throws -> [Values] {
        let sql = """
            SELECT a.id, y.name AS year, \(rendering.localizedSQL("a", "partition")) AS part, a.term, \(rendering.localizedSQL("a", "period")) AS period
            FROM activity a JOIN academicYear y ON y.id = a.year
            WHERE a.course = ? AND \(Activity.notTrashed("a")) ORDER BY y.name DESC, a.partition, a.id LIMIT 12
            """
        return try Row.fetchAll(db, sql: sql, arguments: [id]).map { row -> Values in
            let activity: Int64 = row["id"]
            let slots = try slots(of: activity)
            let changes = try changes(of: activity)
            return [
                "year": row["year"] as String, "partitionHTML": row.shownHTML("part"),
                "periodHTML": Optional(Term.localized(row["term"], row["period"], rendering)).shownHTML, "slots": slots,
                "noSlots": slots.isEmpty,
                "changes": changes,
                "teachers": try teachers(of: activity),
            ]
        }
    }

    private func teachers(of activity: Int64) throws -> [Values] {
        let shares = try TeachingShare.all(of: activity, db)
        let condition = "p.id IN (SELECT person FROM activityTeacher WHERE activity = \(activity))"
        return try PersonHits.query(rendering, condition: condition).run(nil, nil, limit: 20, db).map { hit in
            let share = shares[hit.id]
            let hours = (share?["hours"] as Int?).map { rendering.words("campus.courses.hours", count: $0) }
            let material: any Sendable = if let share { share.shown("material") } else { false }
            return hit.values.merging(["hours": hours ?? false, "material": material]) { $1 }
        }
    }

    private func changes(of activity: Int64) throws -> [Values] {
        try WeeklyLesson.all(where: "a.id = :activity", ["activity": activity], rendering, db).flatMap {
            LessonDrawing(lesson: $0, rendering: rendering).changes(from: .now)
        }
    }

    private func slots(of activity: Int64) throws -> [Values] {
        let sql = """
            SELECT s.weekday, s.begins, s.ends, \(rendering.localizedSQL("s", "note")) AS remark, a.id AS area, \(rendering.localizedSQL("a")) AS areaName,
              \(rendering.localizedSQL("b")) AS buildingName
            FROM campusSlot s JOIN campusTimetable t ON t.id = s.timetable AND \(Timetable.notTrashed("t"))
            LEFT JOIN campusArea a ON a.id = s.area AND \(Area.shown("a")) LEFT JOIN campusBuilding b ON b.id = a.building
            WHERE t.activity = ? ORDER BY \(Weekday.order("s.weekday")), s.begins
            """
        return try Row.fetchAll(db, sql: sql, arguments: [activity]).map { row -> Values in
            let area: Int64? = row["area"]
            return [
                "time": SlotText(weekday: row["weekday"], begins: row["begins"], ends: row["ends"]).text(rendering.words),
                "noteHTML": row.shownHTML("remark"), "placeHTML": row.shownHTML("areaName"), "buildingHTML": row.shownHTML("buildingName"),
                "href": area.map { "/campus/areas/\($0)" } ?? false,
            ]
        }
    }
}
