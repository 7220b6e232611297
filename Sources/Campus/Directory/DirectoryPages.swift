import Admin
import GRDB
import Hummingbird
import Registry
import Web

struct DirectoryPages: Sendable {
    let campus: CampusPages

    func addRoutes(to group: RouterGroup<Visitor>) {
        group.get("people", use: people)
    }

    /// Results, no results and "unavailable" are three different responses.
    @Sendable private func people(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let asked = DirectorySearch(Form(query: request.uri.query ?? ""))
        do {
            return try await campus.page("campus/directory/index", request, visitor) { try asked.values($1, $0) }
        } catch let error as DatabaseError {
            visitor.logger.error("the directory cannot be read", metadata: ["error": "\(error)"])
            let words = campus.admin.pages.words(for: visitor)
            let values = asked.form.merging(["title": words("campus.tiles.people"), "isFailed": true]) { $1 }
            return try await CampusFrame.page(
                "campus/directory/index", values, request, visitor, campus.admin, status: .serviceUnavailable)
        }
    }
}

struct DirectorySearch: Sendable {
    let typed: String
    let letter: String
    let department: Int64?
    let position: String
    let course: String

    /// Longer lists are not useful to readers.
    static let limit = 100

    init(_ query: Form) {
        typed = String(query["q"].prefix(100))
        letter = String(query["letter"].folded.uppercased().prefix(1))
        department = query.recordID("department")
        (position, course) = (String(query["position"].prefix(100)), String(query["course"].prefix(100)))
    }

    private var isAdvanced: Bool { department != nil || !position.isEmpty || !course.isEmpty }
    private var isAsked: Bool { isAdvanced || !typed.isEmpty || !letter.isEmpty }

    var form: Values {
        [
            "q": typed, "course": course, "isAdvanced": isAdvanced, "letters": [] as [Values], "departments": [] as [Values],
            "positions": [] as [Values], "groups": [] as [Values], "isNone": false, "isFailed": false, "count": false, "isCut": false,
        ]
    }

    func values(_ rendering: RenderContext, _ db: Database) throws -> Values {
        var values = form
        values["title"] = rendering.words("campus.tiles.people")
        let initials = try initials(db)
        values["letters"] = letters(initials)
        values["departments"] = try departments(rendering, db)
        values["positions"] = try positions(rendering, db)
        guard isAsked else { return values }
        let found = try people(initials[letter] ?? [], rendering, db)
        let shown = found.prefix(Self.limit)
        values["groups"] = Self.grouped(Array(shown))
        values["isNone"] = found.isEmpty
        values["isCut"] = found.count > Self.limit
        values["count"] = found.isEmpty || found.count > Self.limit ? false : rendering.words("campus.people.found", count: found.count)
        return values
    }

    private func people(_ written: [String], _ rendering: RenderContext, _ db: Database) throws -> [Found] {
        var (conditions, arguments): ([String], StatementArguments) = ([Person.active("p")], [])
        func add(_ condition: String, _ more: StatementArguments) {
            conditions.append(condition)
            arguments += more
        }
        for (text, condition) in [
            (typed, "p.id IN (SELECT rowid FROM personWords WHERE personWords MATCH ?)"),
            (
                course,
                """
                p.id IN (SELECT t.person FROM activityTeacher t JOIN activity a ON a.id = t.activity AND \(Activity.notTrashed("a"))
                WHERE a.course IN (SELECT rowid FROM courseWords WHERE courseWords MATCH ?))
                """
            ),
        ] where !text.isEmpty {
            guard let pattern = SearchPattern(text) else { return [] }
            add(condition, [pattern])
        }
        if let department { add("p.department = ?", [department]) }
        if !position.isEmpty { add("p.position = ?", [position]) }
        if !letter.isEmpty {
            add("substr(\(Self.sorted("p")), 1, 1) IN (\(databaseQuestionMarks(count: written.count)))", StatementArguments(written))
        }
        let sql = """
            SELECT p.id, p.name, \(Self.sorted("p")) AS sorted, \(rendering.localizedSQL("p", "position")) AS position,
              \(rendering.localizedSQL("d")) AS department
            FROM person p LEFT JOIN department d ON d.id = p.department AND \(Department.notTrashed("d"))
            WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(PersonHits.order)
            """
        let all = try Found.fetchAll(db, sql: sql, arguments: arguments)
        return typed.isEmpty ? all : all.filter { $0.isCalled(typed) }
    }

    private struct Found: FetchableRecord {
        let id: Int64
        let name, sorted, position, department: String

        init(row: Row) {
            (id, name, sorted) = (row["id"], row["name"], row["sorted"])
            (position, department) = (row["position"], row["department"] ?? "")
        }

        var initial: String { DirectorySearch.initial(of: sorted) }

        /// The search index holds other words too; only names count here.
        func isCalled(_ typed: String) -> Bool {
            let split = { (text: String) in text.folded.split { !$0.isLetter && !$0.isNumber } }
            let parts = split(name) + split(sorted)
            return split(typed).allSatisfy { word in parts.contains { $0.hasPrefix(word) } }
        }
    }

    static func initial(of name: String) -> String { String(name.folded.uppercased().prefix(1)) }

    private static func grouped(_ people: [Found]) -> [Values] {
        Dictionary(grouping: people, by: \.initial).sorted { $0.key < $1.key }.map { letter, people -> Values in
            let rows = people.map { person -> Values in
                let detail = [person.position, person.department].filter { !$0.isEmpty }.joined(separator: " · ")
                return CampusHit.line(person.name, detail, href: "/campus/people/\(person.id)", icon: "person")
            }
            return ["letter": letter, "hits": rows]
        }
    }

    private static func sorted(_ table: String) -> String { "coalesce(nullif(\(table).surname, ''), \(table).name)" }

    /// Letters in use, with the first characters of their names. Folding thousands of names would dominate the page time.
    private func initials(_ db: Database) throws -> [String: [String]] {
        let sql = "SELECT DISTINCT substr(\(Self.sorted("p")), 1, 1) FROM person p WHERE \(Person.active("p"))"
        return Dictionary(grouping: try String.fetchAll(db, sql: sql), by: Self.initial)
    }

    private func letters(_ initials: [String: [String]]) -> [Values] {
        let used = Set(initials.keys)
        let alphabet = (UInt8(ascii: "A")...UInt8(ascii: "Z")).map { String(UnicodeScalar($0)) }
        return (alphabet + used.subtracting(alphabet).sorted()).map { letter -> Values in
            let href: any Sendable = used.contains(letter) ? "/campus/people?letter=\(letter.queryEscaped)" : false
            return ["letter": letter, "href": href, "isCurrent": letter == self.letter]
        }
    }

    private func departments(_ rendering: RenderContext, _ db: Database) throws -> [Values] {
        let sql = """
            SELECT id, \(rendering.localizedSQL("d")) AS name FROM department d WHERE \(Department.notTrashed("d"))
            ORDER BY \(rendering.text("d")) COLLATE portico_names
            """
        return try Row.fetchAll(db, sql: sql).map { row -> Values in
            .option(String(row["id"] as Int64), row["name"], selected: row["id"] as Int64 == department)
        }
    }

    private func positions(_ rendering: RenderContext, _ db: Database) throws -> [Values] {
        let sql = """
            SELECT p.position, max(\(rendering.localizedSQL("p", "position"))) AS label FROM person p
            WHERE \(Person.active("p")) AND p.position <> '' GROUP BY p.position
            ORDER BY max(\(rendering.text("p", "position"))) COLLATE portico_names LIMIT 60
            """
        return try Row.fetchAll(db, sql: sql).map { row -> Values in
            .option(row["position"], row["label"], selected: row["position"] as String == position)
        }
    }
}
