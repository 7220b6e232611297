import Admin
import GRDB
import Hummingbird
import Web

extension CampusAPI {
    static let registryRoutes: [(path: String, query: [String], answer: Answer)] = [
        ("people", ["q", "surname", "dept"] + paging, people), ("people/{id}", [], person),
        ("degrees", ["level", "department"] + paging, degrees), ("degrees/{id}/courses", paging, degreeCourses),
        ("courses", ["q"] + paging, courses), ("courses/{id}", [], course),
    ]

    /// Matches the beginning of words, as the pages' search does.
    private static func like(_ text: String) -> String {
        "%" + text.lowercased().prefix(100).replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_") + "%"
    }

    private static func personList(_ condition: String, _ arguments: StatementArguments) -> CampusList {
        CampusList(
            from: "person o LEFT JOIN department d ON d.id = o.department AND d.deletedAt IS NULL", columns: "o.*, d.name AS office",
            condition: "o.active = 1 AND (\(condition))", arguments: arguments)
    }

    private static func personJSON(_ row: Row) -> JSON {
        .columns(
            row,
            [
                "persid": "id", "name": "name", "firstName": "givenName", "surname": "surname", "title": "position", "department": "office",
                "email": "email", "phone": "phone", "web": "website",
            ])
    }

    @Sendable private static func people(_ asked: Answering, _ db: Database) throws -> JSON {
        let list = personList(
            "o.words LIKE :words ESCAPE '\\' AND o.surname LIKE :surname ESCAPE '\\' AND (:dept IS NULL OR o.department = :dept)",
            ["words": like(asked.query["q"]), "surname": like(asked.query["surname"]), "dept": Int64(asked.query["dept"])])
        return try list.json(asked.query, db, personJSON)
    }

    @Sendable private static func person(_ asked: Answering, _ db: Database) throws -> JSON {
        try one(personList("o.id = :id", ["id": Int64(asked.name)]), asked, db, personJSON)
    }

    @Sendable private static func degrees(_ asked: Answering, _ db: Database) throws -> JSON {
        let list = CampusList(
            from: "degree o", columns: "o.id, o.code, o.level, o.department, \(asked.look.text("o")) AS label",
            condition: "(:level = '' OR o.level = :level) AND (:department IS NULL OR o.department = :department)",
            arguments: ["level": asked.query["level"], "department": Int64(asked.query["department"])])
        return try list.json(asked.query, db) {
            .columns($0, ["id": "id", "code": "code", "name": "label", "level": "level", "department": "department"])
        }
    }

    private static func courseList(_ asked: Answering, _ condition: String, _ arguments: StatementArguments) -> CampusList {
        CampusList(
            from: "course o LEFT JOIN degree d ON d.id = o.degree AND d.deletedAt IS NULL",
            columns: "o.id, o.code, o.credits, o.courseYear, o.sector, d.code AS degreeCode, \(asked.look.text("o")) AS label",
            condition: condition, arguments: arguments)
    }

    private static func courseJSON(_ row: Row) -> JSON {
        .columns(
            row,
            [
                "id": "id", "code": "code", "name": "label", "credits": "credits", "year": "courseYear", "ssd": "sector",
                "degree": "degreeCode",
            ])
    }

    @Sendable private static func degreeCourses(_ asked: Answering, _ db: Database) throws -> JSON {
        let exists = "SELECT EXISTS (SELECT 1 FROM degree WHERE code = ? AND code <> '' AND deletedAt IS NULL)"
        guard try Bool.fetchOne(db, sql: exists, arguments: [asked.name]) == true else { throw HTTPError(.notFound) }
        return try courseList(asked, "d.code = :code", ["code": asked.name]).json(asked.query, db, courseJSON)
    }

    @Sendable private static func courses(_ asked: Answering, _ db: Database) throws -> JSON {
        try courseList(asked, "o.words LIKE :words ESCAPE '\\'", ["words": like(asked.query["q"])]).json(asked.query, db, courseJSON)
    }

    @Sendable private static func course(_ asked: Answering, _ db: Database) throws -> JSON {
        try one(courseList(asked, "o.code = :code", ["code": asked.name]), asked, db, courseJSON)
    }

    /// The only one of a list.
    static func one(_ list: CampusList, _ asked: Answering, _ db: Database, _ make: (Row) throws -> JSON) throws -> JSON {
        guard let first = try list.json(Form(), db, make)["items"]?.list?.first else { throw HTTPError(.notFound) }
        return first
    }
}
