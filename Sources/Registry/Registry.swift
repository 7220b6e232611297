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

    public static let area = MenuArea("registry.menu.teaching", icon: "book")
    public static let menu = [
        MenuEntry(
            "registry.menu.all", icon: "campus",
            [
                Course.address, Activity.address, Degree.address, Person.address, Department.address, Faculty.address, AcademicYear.address,
            ])
    ]

    public static let peopleLists = ["people"]
    public static let roles = [Role("registrar", may: ["registry.*", "media.edit", "admin.audit.see"])]

    public static func cards(_ db: Database, scopeID: Int64?) throws -> [Card] {
        let counts = try Row.fetchOne(
            db,
            sql: """
                SELECT
                  (SELECT count(*) FROM activity WHERE \(Activity.notTrashed) AND id NOT IN (SELECT activity FROM activityTeacher))
                    AS noTeacher,
                  (SELECT count(*) FROM course WHERE \(Course.notTrashed) AND degree IS NULL) AS noDegree,
                  (SELECT count(*) FROM person WHERE \(Person.notTrashed) AND department IS NULL) AS noDepartment
                """)
        guard let counts else { return [] }
        return [
            Card("registry.cards.noTeacher", count: counts["noTeacher"], Activity.self, query: [("teachers", "none")], icon: "person"),
            Card("registry.cards.noDegree", count: counts["noDegree"], Course.self, query: [("degree", "none")], icon: "book"),
            Card(
                "registry.cards.noDepartment", count: counts["noDepartment"], Person.self, query: [("department", "none")], icon: "people"),
        ]
    }

    public static func person(ofAccount key: String, _ db: Database) throws -> Int64? {
        guard !key.isEmpty else { return nil }
        // The second condition matches the partial index, which excludes empty accounts.
        let sql = "SELECT id FROM person WHERE account = ? AND account <> '' AND \(Person.notTrashed) ORDER BY id"
        return try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: [key])
    }
}
