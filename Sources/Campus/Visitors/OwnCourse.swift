import Admin
import Foundation
import GRDB
import Registry
import Web

enum OwnCourse {
    static let colours = ["red", "orange", "green", "blue", "purple", "grey"]
    static let limit = 60

    struct Joining {
        var kept = 0
        var left = 0
    }

    static func templateValues(_ course: Int64, _ rendering: RenderContext, _ db: Database) throws -> Values {
        let sql = "SELECT colour FROM campusVisitorCourse WHERE visitorID = ? AND course = ?"
        let colour = try String.fetchOne(db, sql: sql, arguments: [rendering.reader, course])
        let chosen = colour ?? colours[Int(course) % colours.count]
        return [
            "id": String(course), "isOwn": colour != nil,
            "colours": colours.map { name -> Values in
                ["value": name, "label": rendering.words("campus.colour.\(name)"), "checked": name == chosen]
            },
        ]
    }

    /// Follows a course or changes its colour, and adds its current teachers to the favourites as far as there is room.
    static func join(_ course: Int64, colour: String, _ reader: Int64, _ db: Database, at now: Date) throws -> Joining? {
        let known = "SELECT EXISTS (SELECT 1 FROM course WHERE id = ? AND \(Course.notTrashed))"
        guard try Bool.fetchOne(db, sql: known, arguments: [course]) == true else { return nil }
        let others = "SELECT count(*) FROM campusVisitorCourse WHERE visitorID = ? AND course <> ?"
        let count = try Int.fetchOne(db, sql: others, arguments: [reader, course]) ?? 0
        guard count < limit else { return nil }
        let sql = """
            INSERT INTO campusVisitorCourse (visitorID, course, colour, addedAt) VALUES (?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET colour = excluded.colour
            """
        let shade = colours.contains(colour) ? colour : colours[0]
        try db.execute(sql: sql, arguments: [reader, course, shade, now.ISO8601Format()])
        var joining = Joining()
        for person in try teachers(of: course, db) {
            switch try Bookmark(kind: "person", id: person).keep(reader, db, at: now) {
            case .added: joining.kept += 1
            case .full: joining.left += 1
            case .known: break
            }
        }
        return joining
    }

    private static func teachers(of course: Int64, _ db: Database) throws -> [Int64] {
        let sql = """
            SELECT DISTINCT t.person FROM activityTeacher t JOIN activity a ON a.id = t.activity JOIN person p ON p.id = t.person
            WHERE a.course = ? AND \(Activity.notTrashed("a")) AND \(Person.active("p")) AND a.year = (
              SELECT y.id FROM activity x JOIN academicYear y ON y.id = x.year WHERE x.course = a.course AND \(Activity.notTrashed("x"))
              ORDER BY y.name DESC LIMIT 1)
            ORDER BY t.person
            """
        return try Int64.fetchAll(db, sql: sql, arguments: [course])
    }
}
