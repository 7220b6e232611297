import GRDB

/// The compilations of one version, cut as they may be shown.
struct ResultReading: Sendable {
    /// One compilation with what it was filled in for; nothing of whose it is.
    private struct Place: Sendable {
        let id: String
        let path: [String]
    }

    let version: Int64
    private let places: [Place]
    /// Everybody, then years, degrees and activities.
    let cells: Cells
    /// The parts that may be shown, from the top down.
    let shown: Set<[String]>

    static let whole = ["all"]

    init(_ version: Int64, threshold: Int, _ db: Database) throws {
        self.version = version
        let sql = """
            SELECT compilation.id,
              max(CASE tag WHEN 'academicYear' THEN value END) AS year, max(CASE tag WHEN 'degree' THEN value END) AS degree,
              max(CASE tag WHEN 'activity' THEN value END) AS activity
            FROM compilation LEFT JOIN compilationTag ON compilationTag.compilation = compilation.id
            WHERE compilation.version = ? GROUP BY compilation.id
            """
        places = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [version]).map { row in
            // What is not known is a part of its own, so that the parts make up the whole.
            let keys = [("y", row["year"] as String?), ("d", row["degree"] as String?), ("a", row["activity"] as String?)]
            return Place(id: row["id"], path: Self.whole + keys.map { $0 + ($1 ?? "0") })
        }
        cells = Self.cells(places.map(\.path), at: 0, key: Self.whole[0])
        shown = Set(cells.shown(threshold: threshold))
    }

    private static func cells(_ paths: [[String]], at level: Int, key: String) -> Cells {
        let deeper = Dictionary(grouping: paths.filter { $0.count > level + 1 }) { $0[level + 1] }
        let parts = deeper.keys.sorted().map { cells(deeper[$0] ?? [], at: level + 1, key: $0) }
        return Cells(key: key, count: paths.count, parts: parts)
    }

    func mayShow(_ path: [String]) -> Bool { shown.contains(path) }

    /// The part of an activity; nil when it may not be shown.
    func path(toActivity activity: Int64) -> [String]? { shown.first { $0.last == "a\(activity)" } }

    /// The parts inside one that may be shown, with how many compilations each has.
    func parts(of path: [String]) -> [(path: [String], count: Int)] {
        guard mayShow(path) else { return [] }
        let paths = shown.filter { $0.count == path.count + 1 && Array($0.dropLast()) == path }
        return paths.map { part in (path: part, count: places.count { $0.path.starts(with: part) }) }.sorted {
            $0.path.last ?? "" < $1.path.last ?? ""
        }
    }

    /// Every answer of the version, by compilation: read once for all parts of a page.
    func answers(_ db: Database) throws -> [String: [GivenAnswer]] { try Self.answers(of: version, db) }

    static func answers(of version: Int64, _ db: Database) throws -> [String: [GivenAnswer]] {
        let sql = """
            SELECT compilation, question, answer, value FROM compilationAnswer
            WHERE compilation IN (SELECT id FROM compilation WHERE version = ?)
            """
        var answers: [String: [GivenAnswer]] = [:]
        let rows = try Row.fetchCursor(db, sql: sql, arguments: [version])
        while let row = try rows.next() {
            let id: String = row["compilation"]
            answers[id, default: []].append(GivenAnswer(question: row["question"], answer: row["answer"], value: row["value"]))
        }
        return answers
    }

    /// The compilations of a part, in an order that says nothing: by their random ids. None when the part may not be shown.
    func compilations(of path: [String], in answers: [String: [GivenAnswer]]) -> [Compilation] {
        guard mayShow(path) else { return [] }
        return places.filter { $0.path.starts(with: path) }.map(\.id).sorted().map { Compilation(id: $0, answers: answers[$0] ?? []) }
    }

    /// What a part is called.
    static func name(_ key: String, _ db: Database) throws -> String? {
        let sql: String
        switch key.first {
        case "y": sql = "SELECT name FROM academicYear WHERE id = ?"
        case "d": sql = "SELECT name FROM degree WHERE id = ?"
        case "a":
            sql = """
                SELECT course.name || ' (' || activity.code || ')' FROM activity JOIN course ON course.id = activity.course
                WHERE activity.id = ?
                """
        default: return nil
        }
        return try String.fetchOne(db, sql: sql, arguments: [Int64(key.dropFirst())])
    }
}
