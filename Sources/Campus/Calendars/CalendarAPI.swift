import Admin
import Foundation
import GRDB
import Hummingbird
import Registry
import Web

enum CalendarAPI {
    static let routes: [CampusAPI.Route] = [
        ("calendars", CampusList.paging, calendars), ("calendars/{id}/events", ["from", "to"] + CampusList.paging, calendarEvents),
        ("events", ["q", "from", "to", "place", "person"] + CampusList.paging, events), ("events/{id}", [], event),
        ("exams", ["degree"] + CampusList.paging, exams),
    ]

    @Sendable private static func calendars(_ asked: CampusQuery, _ db: Database) throws -> JSON {
        try CampusList(
            from: "campusCalendar o", shown: UniversityCalendar.notTrashed,
            columns: "o.id, o.key, \(asked.rendering.text("o")) AS label, o.colour"
        ).json(asked.query, db) {
            .columns($0, ["ecid": "key", "name": "label", "color": "colour"])
        }
    }

    private static func eventList(_ asked: CampusQuery, _ condition: String, _ arguments: StatementArguments, _ db: Database) throws -> JSON
    {
        let list = CampusList(
            from: """
                campusEvent o JOIN campusCalendar k ON k.id = o.calendar LEFT JOIN campusArea a ON a.id = o.area AND \(Area.shown("a"))
                LEFT JOIN campusBuilding b ON b.id = coalesce(o.building, a.building) AND \(Building.notTrashed("b"))
                """,
            shown: Event.notTrashed,
            columns: """
                o.*, k.key AS ecid, a.code AS areaCode, b.code AS buildingCode, \(asked.rendering.text("o", "title")) AS label,
                \(asked.rendering.text("o", "topic")) AS theme, \(asked.rendering.text("o", "location", fresh: true)) AS somewhere,
                \(asked.rendering.text("o", "organiser")) AS body, \(asked.rendering.text("o", "details")) AS more
                """, condition: "\(UniversityCalendar.notTrashed("k")) AND (\(condition))", arguments: arguments)
        return try list.json(asked.query, db) { try eventJSON($0, asked.rendering, db) }
    }

    private static let eventColumns = [
        ("calendar", "ecid"), ("location", "somewhere"), ("buildingArea", "areaCode"), ("building", "buildingCode"), ("topic", "theme"),
        ("rappporteur", "speaker"), ("organizationBody", "body"), ("details", "more"), ("link", "link"),
    ]

    private static func eventJSON(_ row: Row, _ rendering: RenderContext, _ db: Database) throws -> JSON {
        let (start, end): (Date, Date) = (row["starts"], row["ends"])
        let people = try Row.fetchAll(
            db,
            sql: """
                SELECT p.id, p.surname FROM campusEventPerson ep JOIN person p ON p.id = ep.person
                WHERE ep.event = ? AND \(Person.notTrashed("p"))
                """, arguments: [row["id"] as Int64])
        let persons = people.map { JSON.columns($0, ["persid": "id", "surname": "surname"]) }
        // Appended one by one: as a single literal, type checking takes minutes.
        var pairs: [(key: String, value: JSON)] = [("eid", .number(Int(row["id"] as Int64))), ("title", .text(row["label"] as String))]
        pairs += [("start", .moment(start)), ("end", .moment(end)), ("duration", .number(Int(cutting: end.timeIntervalSince(start) / 60)))]
        pairs += row.pairs(eventColumns)
        let links = try EventLink.rows(of: row["id"], rendering, db).map {
            JSON.columns($0, ["name": "name", "url": "url", "kind": "kind"])
        }
        pairs += [("cancelled", .flag(row["cancelled"] as Bool)), ("persons", .list(persons)), ("links", .list(links))]
        return .object(pairs)
    }

    private static func span(_ asked: CampusQuery) throws -> StatementArguments {
        func date(_ name: String, _ otherwise: Date) throws -> Date {
            guard !asked.query[name].isEmpty else { return otherwise }
            guard let date = FeedTime.date(asked.query[name]) else { throw HTTPError(.badRequest) }
            return date
        }
        return [
            "from": try date("from", Date(timeIntervalSince1970: 0)), "to": try date("to", Date(timeIntervalSince1970: 32_503_680_000)),
        ]
    }

    private static let within = "o.starts < :to AND o.ends >= :from"

    @Sendable private static func calendarEvents(_ asked: CampusQuery, _ db: Database) throws -> JSON {
        let exists = "SELECT EXISTS (SELECT 1 FROM campusCalendar WHERE key = ? AND \(UniversityCalendar.notTrashed))"
        guard try Bool.fetchOne(db, sql: exists, arguments: [asked.name]) == true else { throw HTTPError(.notFound) }
        return try eventList(asked, "\(within) AND k.key = :key", span(asked) + ["key": asked.name], db)
    }

    @Sendable private static func events(_ asked: CampusQuery, _ db: Database) throws -> JSON {
        let query = EventPages.query(asked.query)
        let condition = query.events.replacing("e.", with: "o.")
        return try eventList(asked, "\(within) AND \(condition)", span(asked) + query.arguments, db)
    }

    @Sendable private static func event(_ asked: CampusQuery, _ db: Database) throws -> JSON {
        guard let id = Int64(recordID: asked.name), case .list(let items)? = try eventList(asked, "o.id = :id", ["id": id], db)["items"],
            let first = items.first
        else { throw HTTPError(.notFound) }
        return first
    }

    @Sendable private static func exams(_ asked: CampusQuery, _ db: Database) throws -> JSON {
        let list = CampusList(
            from: """
                campusExamSession o JOIN course c ON c.id = o.course LEFT JOIN campusArea a ON a.id = o.area AND \(Area.shown("a"))
                """,
            shown: ExamSession.notTrashed,
            columns: """
                o.*, c.code AS courseCode, a.code AS areaCode, \(asked.rendering.text("o")) AS label, \(asked.rendering.text("o", "location", fresh: true)) AS somewhere,
                \(asked.rendering.text("o", "note")) AS enrolment
                """,
            condition: "\(Course.notTrashed("c")) AND (:degree IS NULL OR \(CourseHits.ofDegree))",
            arguments: ["degree": try asked.number("degree")])
        return try list.json(asked.query, db) { row in
            let columns = [
                ("title", "label"), ("course", "courseCode"), ("kind", "kind"), ("buildingArea", "areaCode"), ("location", "somewhere"),
            ]
            var pairs: [(key: String, value: JSON)] = [("id", .number(Int(row["id"] as Int64)))]
            pairs += row.pairs(columns + [("note", "enrolment")])
            pairs += [("start", .moment(row["starts"] as Date)), ("duedate", .moment(row["ends"] as Date))]
            return .object(pairs + [("cancelled", .flag(row["cancelled"] as Bool))])
        }
    }
}
