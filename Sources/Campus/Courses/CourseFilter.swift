import Admin
import GRDB
import Registry
import Web

struct CourseFilter: Sendable {
    private let words, degree, year, teacher: String

    init(_ query: Form) {
        words = String(query["q"].prefix(100))
        teacher = String(query["teacher"].prefix(100))
        (degree, year) = (query["degree"], query["year"])
    }

    private var isAdvanced: Bool { !(degree + year + teacher).isEmpty }
    var isAsked: Bool { isAdvanced || !words.isEmpty }

    /// Empty for an invalid filter: a full list would look like an answer.
    func hits(limit: Int, _ rendering: RenderContext, _ db: Database) throws -> [CampusHit] {
        let pattern = SearchPattern(words)
        guard isAsked, words.isEmpty || pattern != nil, let condition = try condition(rendering, db) else { return [] }
        return try CourseHits.query(rendering, condition: condition).run(pattern, nil, limit: limit, db)
    }

    /// SQL without any typed text; nil for an invalid filter.
    private func condition(_ rendering: RenderContext, _ db: Database) throws -> String? {
        var parts = ["1"]
        for (column, typed) in [("degree", degree), ("courseYear", year)] where !typed.isEmpty {
            guard let number = Int64(recordID: typed) else { return nil }
            parts.append("\(column) = \(number)")
        }
        parts = ["c.id IN (SELECT course FROM courseOfDegree WHERE \(parts.joined(separator: " AND ")))"]
        if !teacher.isEmpty {
            guard let pattern = SearchPattern(teacher) else { return nil }
            let people = try PersonHits.hits(pattern, limit: 200, rendering, db).map { String($0.id) }.joined(separator: ",")
            let taught = "SELECT a.course FROM activity a JOIN activityTeacher t ON t.activity = a.id WHERE \(Activity.notTrashed("a"))"
            parts.append("c.id IN (\(taught) AND t.person IN (\(people)))")
        }
        return parts.joined(separator: " AND ")
    }

    func values(_ rendering: RenderContext, _ db: Database) throws -> Values {
        let sql = """
            SELECT d.id, \(rendering.localizedSQL("d")) AS name, d.code FROM degree d WHERE \(Degree.notTrashed("d"))
            ORDER BY d.folded, d.code LIMIT 500
            """
        let degrees = try Row.fetchAll(db, sql: sql).map { row -> Values in
            let id = String(row["id"] as Int64)
            let code: String = row["code"]
            return .option(id, row["name"], detail: code.isEmpty ? "" : " (\(code))", selected: id == degree)
        }
        let last = try Int.fetchOne(db, sql: "SELECT max(courseYear) FROM course WHERE \(Course.notTrashed)") ?? 0
        let years = (1...max(last, 1)).map { number -> Values in
            let value = String(number)
            return ["value": value, "label": rendering.words("campus.courses.year", ["number": value]), "selected": value == year]
        }
        return ["q": words, "teacher": teacher, "degrees": degrees, "years": years, "isAdvanced": isAdvanced]
    }
}
