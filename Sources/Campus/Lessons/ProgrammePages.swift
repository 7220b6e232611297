import Accounts
import Admin
import GRDB
import Hummingbird
import Registry
import Web

/// Course programmes, edited by the teachers of the latest year. Code, credits and degree stay with the offices.
struct ProgrammePages: Sendable {
    let admin: AdminContext
    private static let address = LessonPages.address + "/courses"
    private static let fields: Set<String> = [
        "languages", "objectives", "syllabus", "prerequisites", "teaching", "reading", "assessment", "note",
    ]

    func addRoutes(to campus: RouterGroup<SignedIn>) {
        campus.get("own/courses/{id}") { request, person in try await own(person).show(request, person) }
        campus.post("own/courses/{id}") { request, person in try await own(person).save(request, person) }
    }

    private func own(_ person: SignedIn) throws -> OwnRecord<Course> {
        let id = try person.visitor.campusID()
        return OwnRecord<Course>(
            admin, at: "\(Self.address)/\(id)", title: "campus.lessons.programme", back: LessonPages.address, fields: Self.fields
        ) { person, db in
            guard let teacher = try LessonPages.teacher(person, db) else { return nil }
            return try Self.rows(of: teacher, "c.id", db).contains { $0["id"] as Int64 == id } ? id : nil
        }
    }

    static func list(of teacher: Int64?, _ rendering: RenderContext, _ db: Database) throws -> [Values] {
        guard let teacher else { return [] }
        return try rows(of: teacher, "c.id, c.code, \(rendering.text("c")) AS label", db).map { row in
            let id: Int64 = row["id"]
            return [
                "href": "\(address)/\(id)", "name": row["label"] as String, "code": row["code"] as String,
                "notice": "\(NoticePages.address)/new?course=\(id)",
            ]
        }
    }

    static func courses(of teacher: Int64, _ rendering: RenderContext, _ db: Database) throws -> [(id: Int64, label: String)] {
        try rows(of: teacher, "c.id, c.code, \(rendering.text("c")) AS label", db).map { row in
            (id: row["id"], label: "\(row["label"] as String) (\(row["code"] as String))")
        }
    }

    private static func rows(of teacher: Int64, _ columns: String, _ db: Database) throws -> [Row] {
        let sql = """
            SELECT DISTINCT \(columns) FROM activityTeacher t JOIN activity a ON a.id = t.activity AND \(Activity.notTrashed("a"))
            JOIN academicYear y ON y.id = a.year JOIN course c ON c.id = a.course AND \(Course.notTrashed("c"))
            WHERE t.person = ? AND NOT EXISTS (
              SELECT 1 FROM activity x JOIN academicYear z ON z.id = x.year
              WHERE x.course = c.id AND \(Activity.notTrashed("x")) AND z.name > y.name)
            ORDER BY c.folded, c.id
            """
        return try Row.fetchAll(db, sql: sql, arguments: [teacher])
    }
}
