import Admin
import GRDB
import Registry

enum PersonHits: CampusSearchable {
    static let service = "people"
    static let kinds = ["person"]
    /// By surname, or by full name without one.
    static let order = "coalesce(nullif(p.surname, ''), p.name) COLLATE portico_names, p.name COLLATE portico_names"

    static func query(_ rendering: RenderContext, condition: String = "1") -> HitQuery {
        HitQuery(
            kind: "person", icon: "person", address: "/campus/people", table: "person", alias: "p", shown: Person.active,
            columns: """
                p.name AS title, trim(\(rendering.localizedSQL("p", "position")) || ' · ' || coalesce(\(rendering.localizedSQL("d")), ''), ' ·') AS detail
                """,
            joins: "LEFT JOIN department d ON d.id = p.department AND \(Department.notTrashed("d"))",
            condition: condition, order: order)
    }

    static func hits(
        _ pattern: SearchPattern?, _ ids: (kind: String, ids: [Int64])?, limit: Int, _ rendering: RenderContext, _ db: Database
    ) throws
        -> [CampusHit]
    {
        try query(rendering).run(pattern, ids?.ids, limit: limit, db)
    }
}

enum CourseHits: CampusSearchable {
    static let service = "courses"
    static let kinds = ["course"]
    static let ofDegree = "c.id IN (SELECT course FROM courseOfDegree WHERE degree = :degree)"

    static func query(_ rendering: RenderContext, condition: String = "1") -> HitQuery {
        HitQuery(
            kind: "course", icon: "book", address: "/campus/courses", table: "course", alias: "c",
            shown: Course.notTrashed,
            columns: "\(rendering.localizedSQL("c")) AS title, c.code || coalesce(' · ' || \(rendering.localizedSQL("g")), '') AS detail",
            joins: "LEFT JOIN degree g ON g.id = c.degree AND \(Degree.notTrashed("g"))", condition: condition,
            order: "c.name COLLATE portico_names, c.code")
    }

    static func hits(
        _ pattern: SearchPattern?, _ ids: (kind: String, ids: [Int64])?, limit: Int, _ rendering: RenderContext, _ db: Database
    ) throws
        -> [CampusHit]
    {
        try query(rendering).run(pattern, ids?.ids, limit: limit, db)
    }
}

enum PlaceHits: CampusSearchable {
    static let service = "places"
    static let kinds = ["building", "area"]

    static func buildings(_ rendering: RenderContext, condition: String = "1") -> HitQuery {
        HitQuery(
            kind: "building", icon: "campus", address: "/campus/buildings", table: "campusBuilding", alias: "b",
            shown: Building.notTrashed,
            columns: "\(rendering.localizedSQL("b")) AS title, trim(b.street || ', ' || b.city, ', ') AS detail", condition: condition,
            order: "b.name COLLATE portico_names")
    }

    static func areas(_ rendering: RenderContext, condition: String = "1") -> HitQuery {
        HitQuery(
            kind: "area", icon: "position", address: "/campus/areas", table: "campusArea", alias: "a",
            shown: Area.notTrashed,
            columns: """
                \(rendering.localizedSQL("a")) AS title, trim(\(rendering.localizedSQL("b")) || ', ' || \(rendering.localizedSQL("a", "floor")), ', ') AS detail
                """,
            joins: "JOIN campusBuilding b ON b.id = a.building AND \(Building.notTrashed("b"))", condition: condition,
            order: "a.name COLLATE portico_names")
    }

    static func hits(
        _ pattern: SearchPattern?, _ ids: (kind: String, ids: [Int64])?, limit: Int, _ rendering: RenderContext, _ db: Database
    ) throws
        -> [CampusHit]
    {
        let isAsked = { (kind: String) in ids == nil || ids?.kind == kind }
        var found = isAsked("building") ? try buildings(rendering).run(pattern, ids?.ids, limit: limit, db) : []
        if isAsked("area"), found.count < limit { found += try areas(rendering).run(pattern, ids?.ids, limit: limit - found.count, db) }
        return found
    }
}

enum LinkHits: CampusSearchable {
    static let service = "resources"
    static let kinds: [String] = []

    static func hits(
        _ pattern: SearchPattern?, _ ids: (kind: String, ids: [Int64])?, limit: Int, _ rendering: RenderContext, _ db: Database
    ) throws
        -> [CampusHit]
    {
        guard let pattern else { return [] }
        let sql = """
            SELECT l.id, \(rendering.localizedSQL("l")) AS title, \(rendering.localizedSQL("k")) AS detail, k.service, k.id AS category
            FROM campusLink l JOIN campusLinkCategory k ON k.id = l.category AND \(LinkCategory.notTrashed("k"))
            WHERE \(CampusLink.shown("l"))
              AND l.id IN (SELECT rowid FROM campusLinkWords WHERE campusLinkWords MATCH ?)
            ORDER BY l.ordering, l.id LIMIT \(limit)
            """
        return try Row.fetchAll(db, sql: sql, arguments: [pattern]).map { row in
            let service: String = row["service"]
            let category: Int64 = row["category"]
            return CampusHit(
                kind: "link", id: row["id"], title: row["title"], detail: row["detail"],
                href: "/campus/\(service)?category=\(category)", icon: LinkService(rawValue: service)?.icon ?? "link")
        }
    }
}
