import Accounts
import Admin
import GRDB

/// People, departments, degrees, courses and academic years, shared by the other systems. It has no public pages.
public enum Registry: Module {
    public static let name = "registry"
    public static let icon = "book"

    public static let resources: [any Resource.Type] = [
        AcademicYear.self, Faculty.self, Department.self, Person.self, Degree.self, Course.self, Activity.self,
    ]

    public static let roles = [Role("registrar", may: ["registry.*", "media.edit", "admin.audit.see"])]

    public static func cards(_ db: Database, scopeID: Int64?) throws -> [Card] {
        let counts = try Row.fetchOne(
            db,
            sql: """
                SELECT
                  (SELECT count(*) FROM activity WHERE deletedAt IS NULL AND id NOT IN (SELECT activity FROM activityTeacher)),
                  (SELECT count(*) FROM course WHERE deletedAt IS NULL AND degree IS NULL),
                  (SELECT count(*) FROM person WHERE deletedAt IS NULL AND department IS NULL)
                """)
        guard let counts else { return [] }
        return [
            Card("registry.cards.noTeacher", count: counts[0], Activity.self, query: [("teachers", "none")], icon: "person"),
            Card("registry.cards.noDegree", count: counts[1], Course.self, query: [("degree", "none")], icon: "book"),
            Card("registry.cards.noDepartment", count: counts[2], Person.self, query: [("department", "none")], icon: "people"),
        ]
    }

    public static func person(ofAccount key: String, _ db: Database) throws -> Int64? {
        guard !key.isEmpty else { return nil }
        // The second condition matches the partial index, which excludes empty accounts.
        let sql = "SELECT id FROM person WHERE account = ? AND account <> '' AND deletedAt IS NULL ORDER BY id"
        return try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: [key])
    }
}
