import Admin
import Foundation
import GRDB
import Hummingbird
import Registry
import Web

enum DirectoryAPI {
    static let routes: [CampusAPI.Route] = [
        ("people", ["q", "surname", "dept", "title"] + CampusList.paging, people), ("people/{id}", [], person),
    ]

    private static func like(_ text: String) -> String {
        "%" + text.lowercased().prefix(100).replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_") + "%"
    }

    private static func personList(_ asked: CampusQuery, _ condition: String, _ arguments: StatementArguments) -> CampusList {
        CampusList(
            from: "person o LEFT JOIN department d ON d.id = o.department AND \(Department.notTrashed("d"))",
            shown: Person.active,
            columns: "o.*, \(asked.rendering.text("d")) AS dept, \(asked.rendering.text("o", "position")) AS title",
            condition: condition, arguments: arguments,
            key: "coalesce(nullif(o.surname, ''), o.name) COLLATE portico_names")
    }

    private static func personJSON(_ row: Row, _ rendering: RenderContext) -> JSON {
        let name: String = row["surname"]
        let initial = (name.isEmpty ? row["name"] as String : name).folded.prefix(1).uppercased()
        return .object(
            [("initial", .text(initial))]
                + row.pairs([
                    ("persid", "id"), ("name", "name"), ("givenname", "givenName"), ("surname", "surname"), ("title", "title"),
                    ("dept", "dept"), ("web", "website"),
                ])
                + Contacts(phone: row["phone"], email: row["email"], rendering).json(fax: row["fax"])
                + [("timestamp", .moment(row["updatedAt"] as Date))])
    }

    @Sendable private static func people(_ asked: CampusQuery, _ db: Database) throws -> JSON {
        let list = personList(
            asked,
            """
            \(SearchPattern.condition("person", "o")) AND o.surname LIKE :surname ESCAPE '\\' AND o.position LIKE :title ESCAPE '\\'
            AND (:dept IS NULL OR o.department = :dept)
            """,
            [
                "words": SearchPattern.parse(asked.query["q"]), "surname": like(asked.query["surname"]),
                "title": like(asked.query["title"]), "dept": try asked.number("dept"),
            ])
        return try list.json(asked.query, db) { personJSON($0, asked.rendering) }
    }

    @Sendable private static func person(_ asked: CampusQuery, _ db: Database) throws -> JSON {
        let found = try personList(asked, "o.id = :id", ["id": Int64(recordID: asked.name)]).one(db) {
            personJSON($0, asked.rendering)
        }
        guard let id = Int64(recordID: asked.name), let profile = try PersonProfile.find(id, asked.rendering, db),
            case .object(let pairs) = found
        else {
            throw HTTPError(.notFound)
        }
        let hours = try Row.fetchAll(
            db,
            sql: """
                SELECT h.weekday, h.begins, h.ends, \(asked.rendering.text("h", "place", fresh: true)) AS place FROM personHour h WHERE h.person = ?
                ORDER BY \(Weekday.order("h.weekday")), h.begins
                """,
            arguments: [id])
        let links = try Row.fetchAll(db, sql: "SELECT kind, url FROM personLink WHERE person = ? ORDER BY position", arguments: [id])
        let taught = """
            o.id IN (SELECT a.course FROM activity a JOIN activityTeacher t ON t.activity = a.id
              WHERE \(Activity.notTrashed("a")) AND t.person = :id)
            """
        let more: [(key: String, value: JSON)] = [
            ("office", .text(profile.office)), ("descr", .text(profile.about)),
            ("image", profile.picture.map { .text(asked.origin + Picture.address(file: $0, .medium)) } ?? .null),
            ("hours", .list(hours.map { .columns($0, ["weekday": "weekday", "begins": "begins", "ends": "ends", "place": "place"]) })),
            ("hoursNote", .text(profile.hoursNote)), ("links", .list(links.map { .columns($0, ["url": "url", "kind": "kind"]) })),
            (
                "ordinaryCourses",
                try CourseAPI.courseList(asked, taught, ["id": id]).json(Form(), db, CourseAPI.short)["items"] ?? .list([])
            ),
            ("card", .text("\(asked.origin)/campus/people/\(id)/card.vcf")),
        ]
        return .object(pairs + more)
    }
}
