import Admin
import Foundation
import GRDB
import Hummingbird
import Registry
import Web

enum CourseAPI {
    static let routes: [CampusAPI.Route] = [
        ("faculties", CampusList.paging, faculties), ("degrees", ["level", "department", "faculty"] + CampusList.paging, degrees),
        ("degrees/{id}/courses", CampusList.paging, degreeCourses),
        ("courses", ["q", "degree"] + CampusList.paging, courses), ("courses/{id}", [], course),
    ]

    @Sendable private static func faculties(_ asked: CampusQuery, _ db: Database) throws -> JSON {
        try CampusList(from: "faculty o", shown: Faculty.notTrashed, columns: "o.id, o.code, \(asked.rendering.text("o")) AS label")
            .json(asked.query, db, short)
    }

    @Sendable private static func degrees(_ asked: CampusQuery, _ db: Database) throws -> JSON {
        let list = CampusList(
            from: "degree o LEFT JOIN department d ON d.id = o.department AND \(Department.notTrashed("d"))",
            shown: Degree.notTrashed,
            columns: "o.id, o.code, o.level, o.department, d.faculty, \(asked.rendering.text("o")) AS label",
            condition: """
                (:level = '' OR o.level = :level) AND (:department IS NULL OR o.department = :department)
                AND (:faculty IS NULL OR d.faculty = :faculty)
                """,
            arguments: [
                "level": asked.query["level"], "department": try asked.number("department"), "faculty": try asked.number("faculty"),
            ])
        return try list.json(asked.query, db) { row in
            .object(
                row.pairs([
                    ("id", "id"), ("code", "code"), ("name", "label"), ("level", "level"), ("department", "department"),
                    ("faculty", "faculty"),
                ])
                    + [("isMaster", .flag(row["level"] == "master"))])
        }
    }

    static func courseList(_ asked: CampusQuery, _ condition: String, _ arguments: StatementArguments) -> CampusList {
        let texts = ["attendance", "languages", "objectives", "syllabus", "prerequisites", "teaching", "reading", "assessment", "note"]
            .map { "\(asked.rendering.text("o", $0)) AS \($0)Text" }.joined(separator: ", ")
        return CampusList(
            from: """
                course o LEFT JOIN degree d ON d.id = o.degree AND \(Degree.notTrashed("d"))
                LEFT JOIN course l ON l.id = o.borrowed AND \(Course.notTrashed("l"))
                LEFT JOIN course w ON w.id = o.partOf AND \(Course.notTrashed("w"))
                """,
            shown: Course.notTrashed,
            columns:
                "o.*, d.code AS degreeCode, d.level AS degreeLevel, l.code AS lender, w.code AS whole, \(asked.rendering.text("o")) AS label, \(texts)",
            condition: condition, arguments: arguments)
    }

    static func short(_ row: Row) -> JSON { .columns(row, ["id": "id", "code": "code", "name": "label"]) }

    private static func courseJSON(_ row: Row) -> JSON {
        .object(
            row.pairs([
                ("id", "id"), ("code", "code"), ("name", "label"), ("credits", "credits"), ("courseYear", "courseYear"),
                ("sector", "sector"),
                ("level", "degreeLevel"), ("degree", "degreeCode"), ("borrowedIn", "lender"), ("relativeCourse", "whole"),
            ]))
    }

    private static func wholeCourse(_ row: Row) -> JSON {
        let texts = [
            ("attendance", "attendanceText"), ("descr", "syllabusText"), ("objectives", "objectivesText"),
            ("prerequisites", "prerequisitesText"), ("methods", "teachingText"),
            ("textbook", "readingText"), ("examination", "assessmentText"), ("languages", "languagesText"), ("note", "noteText"),
        ]
        guard case .object(let pairs) = courseJSON(row) else { return .null }
        return .object(pairs + row.pairs(texts))
    }

    @Sendable private static func degreeCourses(_ asked: CampusQuery, _ db: Database) throws -> JSON {
        let exists = "SELECT EXISTS (SELECT 1 FROM degree WHERE code = ? AND code <> '' AND \(Degree.notTrashed))"
        guard try Bool.fetchOne(db, sql: exists, arguments: [asked.name]) == true else { throw HTTPError(.notFound) }
        let part = "o.id IN (SELECT x.course FROM courseOfDegree x JOIN degree g ON g.id = x.degree WHERE g.code = :code)"
        return try courseList(asked, part, ["code": asked.name]).json(asked.query, db, courseJSON)
    }

    @Sendable private static func courses(_ asked: CampusQuery, _ db: Database) throws -> JSON {
        let list = courseList(
            asked,
            """
            \(SearchPattern.condition("course", "o"))
            AND (:degree IS NULL OR o.id IN (SELECT course FROM courseOfDegree WHERE degree = :degree))
            """,
            ["words": SearchPattern.parse(asked.query["q"]), "degree": try asked.number("degree")])
        return try list.json(asked.query, db, courseJSON)
    }

    @Sendable private static func course(_ asked: CampusQuery, _ db: Database) throws -> JSON {
        let found = try courseList(asked, "o.code = :code", ["code": asked.name]).one(db, wholeCourse)
        guard let id = found["id"]?.number.map(Int64.init), case .object(let pairs) = found else { throw HTTPError(.notFound) }
        func others(_ column: String) throws -> JSON {
            try courseList(asked, "o.\(column) = :id", ["id": id]).json(Form(), db, short)["items"] ?? .list([])
        }
        let degrees = try Row.fetchAll(
            db,
            sql: """
                SELECT g.code, x.courseYear, \(asked.rendering.text("x", "path")) AS path
                FROM courseOfDegree x JOIN degree g ON g.id = x.degree AND \(Degree.notTrashed("g"))
                WHERE x.course = ?
                """, arguments: [id])
        return .object(
            pairs + [
                ("degrees", .list(degrees.map { .columns($0, ["code": "code", "courseYear": "courseYear", "path": "path"]) })),
                ("borrowedCourses", try others("borrowed")), ("relatedOrdinaryCourses", try others("partOf")),
                ("activities", .list(try activities(of: id, asked, db))),
            ])
    }

    private static func activities(of course: Int64, _ asked: CampusQuery, _ db: Database) throws -> [JSON] {
        let sql = """
            SELECT a.id, y.name AS year, \(asked.rendering.text("a", "partition")) AS part, a.term, \(asked.rendering.text("a", "period")) AS said
            FROM activity a JOIN academicYear y ON y.id = a.year
            WHERE a.course = ? AND \(Activity.notTrashed("a")) ORDER BY y.name DESC, a.partition, a.id LIMIT 12
            """
        return try Row.fetchAll(db, sql: sql, arguments: [course]).map { row in
            let teachers = try Row.fetchAll(
                db,
                sql: """
                    SELECT p.id, p.surname FROM activityTeacher t JOIN person p ON p.id = t.person AND \(Person.active("p"))
                    WHERE t.activity = ? ORDER BY p.folded
                    """, arguments: [row["id"]])
            let shares = try TeachingShare.all(of: row["id"], db)
            let slots = try Row.fetchAll(
                db,
                sql: """
                    SELECT s.weekday, s.begins, s.ends, \(asked.rendering.text("s", "note")) AS note, r.code AS area, \(asked.rendering.text("r")) AS room
                    FROM campusSlot s
                    JOIN campusTimetable t ON t.id = s.timetable AND \(Timetable.notTrashed("t"))
                    LEFT JOIN campusArea r ON r.id = s.area AND \(Area.shown("r"))
                    WHERE t.activity = ? ORDER BY \(Weekday.order("s.weekday")), s.begins
                    """, arguments: [row["id"]])
            let times = slots.map { slot in
                JSON.columns(
                    slot,
                    ["weekday": "weekday", "begins": "begins", "ends": "ends", "buildingArea": "area", "room": "room", "note": "note"])
            }
            return .object(
                row.pairs([("academicYear", "year"), ("partition", "part")])
                    + [("period", .text(Term.localized(row["term"], row["said"], asked.rendering)))]
                    + [("persons", .list(teachers.map { person($0, shares[$0["id"]]) })), ("hours", .list(times))])
        }
    }

    private static func person(_ row: Row, _ share: Row?) -> JSON {
        .object(
            row.pairs([("persid", "id"), ("surname", "surname")])
                + (share.map { $0.pairs([("hours", "hours"), ("material", "material")]) } ?? []))
    }
}
