import Admin
import GRDB
import Hummingbird
import Registry
import Web

struct DegreePages: Sendable {
    let campus: CampusPages

    func addRoutes(to group: RouterGroup<Visitor>) {
        group.get("degrees", use: degrees)
        group.get("degrees/{id}", use: degree)
    }

    @Sendable private func degrees(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let typed = String(Form(query: request.uri.query ?? "")["q"].prefix(100))
        return try await campus.page("campus/courses/degrees", request, visitor) { db, rendering in
            let faculties = try DegreeList(rendering: rendering, db: db).faculties(containing: typed)
            return ["title": rendering.words("campus.tiles.courses"), "q": typed, "faculties": faculties, "isNone": faculties.isEmpty]
        }
    }

    @Sendable private func degree(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let file = try await TimetableFiles(admin: campus.admin).answer(request, visitor) { id, form in
            .degree(id, year: form.number("year", in: 1...9))
        }
        if let file { return file }
        let id = try visitor.campusID()
        let links = SubscribeLinks(origin: campus.admin.origin(of: request), words: campus.admin.pages.words(for: visitor))
        return try await campus.page("campus/courses/degree", request, visitor) { db, rendering in
            guard var values = try Self.values(id, rendering, db) else { throw HTTPError(.notFound) }
            let (path, title) = ("/campus/degrees/\(id)", values["title"] as? String ?? "")
            values["subscribe"] = links.values(title, path: path)
            return values
        }
    }

    static func values(_ id: Int64, _ rendering: RenderContext, _ db: Database) throws -> Values? {
        let sql = """
            SELECT \(rendering.localizedSQL("g")) AS name, g.code, g.level, \(rendering.localizedSQL("d")) AS department, \(rendering.localizedSQL("f")) AS faculty FROM degree g
            LEFT JOIN department d ON d.id = g.department AND \(Department.notTrashed("d"))
            LEFT JOIN faculty f ON f.id = d.faculty AND \(Faculty.notTrashed("f"))
            WHERE g.id = ? AND \(Degree.notTrashed("g"))
            """
        guard let row = try Row.fetchOne(db, sql: sql, arguments: [id]) else { return nil }
        let chosen = try rendering.reader.flatMap {
            try Int64.fetchOne(db, sql: "SELECT degree FROM campusVisitor WHERE id = ?", arguments: [$0])
        }
        let years = try DegreeList(rendering: rendering, db: db).years(of: id)
        return [
            "title": (row["name"] as String).unmarked, "titleHTML": (row["name"] as String).markedHTML, "code": row.shown("code"),
            "level": rendering.words("registry.level.\(row["level"] as String)"),
            "departmentHTML": row.shownHTML("department"), "facultyHTML": row.shownHTML("faculty"), "years": years, "isNone": years.isEmpty,
            "id": String(id), "isOwn": chosen == id,
        ]
    }
}

private struct DegreeList {
    let rendering: RenderContext
    let db: Database

    func faculties(containing typed: String) throws -> [Values] {
        var (condition, arguments): (String, StatementArguments) = ("1", [])
        if !typed.isEmpty {
            guard let pattern = SearchPattern(typed) else { return [] }
            (condition, arguments) = ("g.id IN (SELECT rowid FROM degreeWords WHERE degreeWords MATCH ?)", [pattern])
        }
        let sql = """
            SELECT g.id, \(rendering.localizedSQL("g")) AS name, g.level, coalesce(\(rendering.localizedSQL("d")), '') AS department,
              coalesce(\(rendering.localizedSQL("f")), '') AS faculty, \(rendering.text("g")) AS sorted, \(rendering.text("d")) AS sortedDepartment,
              \(rendering.text("f")) AS sortedFaculty
            FROM degree g LEFT JOIN department d ON d.id = g.department AND \(Department.notTrashed("d"))
            LEFT JOIN faculty f ON f.id = d.faculty AND \(Faculty.notTrashed("f"))
            WHERE \(Degree.notTrashed("g")) AND \(condition)
            ORDER BY faculty = '', sortedFaculty COLLATE portico_names, department = '', sortedDepartment COLLATE portico_names,
              CASE g.level WHEN 'bachelor' THEN 1 WHEN 'single' THEN 2 WHEN 'master' THEN 3 ELSE 4 END, sorted COLLATE portico_names
            """
        return try Row.fetchAll(db, sql: sql, arguments: arguments).runs(of: "faculty").map { faculty, rows -> Values in
            let departments = rows.runs(of: "department").map { department, rows -> Values in
                let name = department.isEmpty ? rendering.words("campus.courses.noDepartment") : department
                return ["departmentHTML": name.markedHTML, "hits": rows.map(hit)]
            }
            return ["facultyHTML": Optional(faculty).shownHTML, "departments": departments]
        }
    }

    private func hit(_ row: Row) -> Values {
        CampusHit.line(
            row["name"], rendering.words("registry.level.\(row["level"] as String)"), href: "/campus/degrees/\(row["id"] as Int64)",
            icon: "book"
        )
    }

    func years(of degree: Int64) throws -> [Values] {
        let sql = """
            SELECT c.id, \(rendering.localizedSQL("c")) AS name, c.code, o.courseYear, c.credits, \(rendering.localizedSQL("o", "path")) AS path
            FROM courseOfDegree o JOIN course c ON c.id = o.course AND \(Course.notTrashed("c"))
            WHERE o.degree = ? ORDER BY o.courseYear IS NULL, o.courseYear, \(rendering.text("c")) COLLATE portico_names
            """
        var groups: [(year: Int?, courses: [Values])] = []
        for row in try Row.fetchAll(db, sql: sql, arguments: [degree]) {
            let year: Int? = row["courseYear"]
            if groups.isEmpty || groups[groups.count - 1].year != year { groups.append((year, [])) }
            let detail = [row["code"] as String, rendering.words("campus.courses.credits", count: row["credits"]), row["path"] as String]
            groups[groups.count - 1].courses.append(
                CampusHit.line(
                    row["name"], detail.filter { !$0.isEmpty }.joined(separator: " · "), href: "/campus/courses/\(row["id"] as Int64)",
                    icon: "book"))
        }
        return groups.map { group in
            let heading =
                group.year.map { rendering.words("campus.courses.year", ["number": String($0)]) }
                ?? rendering.words("campus.courses.anyYear")
            let file = group.year.map { "/campus/degrees/\(degree).ics?year=\($0)&language=\(rendering.words.language.rawValue)" }
            return [
                "heading": heading, "hits": group.courses, "file": file ?? false, "degree": String(degree),
                "year": group.year.map { String($0) } ?? false,
            ]
        }
    }
}

extension [Row] {
    fileprivate func runs(of column: String) -> [(text: String, rows: [Row])] {
        var runs: [(text: String, rows: [Row])] = []
        for row in self {
            let text: String = row[column]
            if runs.last?.text != text { runs.append((text, [])) }
            runs[runs.count - 1].rows.append(row)
        }
        return runs
    }
}
