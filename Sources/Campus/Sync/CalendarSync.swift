import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Registry
import Web

/// Changes for programs with a copy: what changed since their last request, and what is gone.
enum CalendarSync {
    static let routes: [CampusAPI.Route] = [("sync", ["since", "kinds"], answer)]

    private static let size = 200
    private static let tables: [String: (String, RowCondition)] = [
        "event": (Event.table, Event.notTrashed.and(within("calendar", UniversityCalendar.self))),
        "exam": (ExamSession.table, ExamSession.notTrashed.and(within("course", Course.self))),
        "calendar": (UniversityCalendar.table, UniversityCalendar.notTrashed), "place": (Building.table, Building.notTrashed),
        "person": (Person.table, Person.active), "degree": (Degree.table, Degree.notTrashed), "course": (Course.table, Course.notTrashed),
        "area": (Area.table, Area.shown), "type": (PlaceType.table, PlaceType.notTrashed),
        "number": (EmergencyNumber.table, EmergencyNumber.published), "category": (LinkCategory.table, LinkCategory.notTrashed),
        "link": (CampusLink.table, CampusLink.shown.and(within("category", LinkCategory.self))),
        "source": (NewsSource.table, NewsSource.active),
        "news": (Article.table, Article.published.and(within("source", NewsSource.self, NewsSource.active))),
    ]

    private static func within(_ column: String, _ owner: any Resource.Type, _ shown: RowCondition? = nil) -> String {
        "\(column) IN (SELECT id FROM \(owner.table) WHERE \(shown ?? owner.notTrashed))"
    }

    /// `GET sync?since=120&kinds=event,alert`: `{"changed": [{"kind", "id", "url"}], "removed": [{"kind", "id"}], "next": "160", "more":
    /// false}`. Defaults: from the beginning, all kinds.
    @Sendable private static func answer(_ asked: CampusQuery, _ db: Database) throws -> JSON {
        let typed = asked.query["since"]
        guard let since = typed.isEmpty ? 0 : Int64(typed, in: 0...(1 << 62)) else { throw HTTPError(.badRequest) }
        let kinds = asked.query["kinds"].split(separator: ",").map { String($0).trimmingSpaces() }
        guard kinds.allSatisfy({ $0 == "alert" || tables[$0] != nil }) else { throw HTTPError(.badRequest) }
        let sql = """
            SELECT number, kind, objectID FROM campusChange WHERE number > ? AND (? = '' OR kind IN (SELECT value FROM json_each(?)))
            ORDER BY number LIMIT \(size + 1)
            """
        let wanted = JSON.list(kinds.map(JSON.text)).compact
        let rows = try Row.fetchAll(db, sql: sql, arguments: [since, asked.query["kinds"], wanted])
        var (changed, removed): ([JSON], [JSON]) = ([], [])
        for row in rows.prefix(size) {
            let (kind, id): (String, Int64) = (row["kind"], row["objectID"])
            let named: [(key: String, value: JSON)] = [("kind", .text(kind)), ("id", .number(Int(id)))]
            if try isThere(kind, id, db) {
                changed.append(.object(named + [("url", .text(asked.origin + CampusAPI.address + address(kind, id)))]))
            } else if try kind != "alert" || Bulletin.find(id, db) != nil {
                removed.append(.object(named))
            }
        }
        return .object([
            ("changed", .list(changed)), ("removed", .list(removed)),
            ("next", .text(String(rows.prefix(size).last?["number"] as Int64? ?? since))), ("more", .flag(rows.count > size)),
        ])
    }

    private static func isThere(_ kind: String, _ id: Int64, _ db: Database) throws -> Bool {
        if kind == "alert" { return try Bulletin.find(id, db)?.isInForce(db, at: .now) ?? false }
        guard let (table, shown) = tables[kind] else { return false }
        return try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM \(table) o WHERE o.id = ? AND \(shown("o")))", arguments: [id])
            ?? false
    }

    private static func address(_ kind: String, _ id: Int64) -> String {
        switch kind {
        case "alert": "/alerts/\(id)"
        case "event": "/events/\(id)"
        case "exam": "/exams"
        case "calendar": "/calendars"
        case "news": "/news/\(id)"
        case "source": "/news/sources"
        case "person": "/people/\(id)"
        case "degree": "/degrees"
        case "course": "/courses"
        case "area": "/places"
        case "type": "/building-types"
        case "number": "/emergency"
        case "category", "link": "/resources"
        default: "/buildings"
        }
    }
}
