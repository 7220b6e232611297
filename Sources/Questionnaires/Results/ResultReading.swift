import GRDB

/// The compilations of one version, cut as they may be shown.
struct ResultReading: Sendable {
    let version: Int64
    let threshold: Int
    /// The ids of compilations by the smallest part that each lies in; nothing of whose they are.
    private let places: [[String]: [String]]
    /// Everybody, then years, degrees, activities, of a questionnaire that is openly not anonymous years of course, and, where a question
    /// asks for it, those who attended and those who did not.
    let cells: Cells
    /// The parts that may be shown, from the top down.
    let shown: Set<[String]>

    static let whole = ["all"]

    init(_ version: Int64, threshold: Int, _ db: Database) throws {
        (self.version, self.threshold) = (version, threshold)
        let attendance = try Self.attendance(version, db)
        let isNamed = try Self.isNamed(version, db)
        let sql = """
            SELECT compilation.id,
              max(CASE tag WHEN 'academicYear' THEN value END) AS year, max(CASE tag WHEN 'degree' THEN value END) AS degree,
              max(CASE tag WHEN 'activity' THEN value END) AS activity, max(CASE tag WHEN 'yearOfCourse' THEN value END) AS courseYear,
              (SELECT min(answer) FROM compilationAnswer WHERE compilation = compilation.id AND question = :attendance) AS attended
            FROM compilation LEFT JOIN compilationTag ON compilationTag.compilation = compilation.id
            WHERE compilation.version = :version GROUP BY compilation.id
            """
        var places: [[String]: [String]] = [:]
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: ["version": version, "attendance": attendance])
        while let row = try rows.next() {
            // What is not known is a part of its own, so that the parts make up the whole.
            var path = Self.whole
            for (mark, column) in [("y", "year"), ("d", "degree"), ("a", "activity")] {
                path.append(mark + (row[column] as String? ?? "0"))
            }
            if isNamed { path.append("c" + (row["courseYear"] as String? ?? "0")) }
            if attendance != nil { path.append(Self.group + String(row["attended"] as Int64? ?? 0)) }
            places[path, default: []].append(row["id"])
        }
        self.places = places
        cells = Self.cells(places.map { ($0, $1.count) }, at: 0, key: Self.whole[0])
        shown = Set(cells.shown(threshold: threshold))
    }

    private static let group = "g"

    /// Whether answers lead to people, as they were told.
    static func isNamed(_ version: Int64, _ db: Database) throws -> Bool {
        let sql = """
            SELECT anonymous = 0 FROM questionnaire JOIN questionnaireVersion ON questionnaireVersion.questionnaire = questionnaire.id
            WHERE questionnaireVersion.id = ?
            """
        return try Bool.fetchOne(db, sql: sql, arguments: [version]) ?? false
    }

    /// The question that tells who attended: the first one marked so to which everybody gives one answer.
    private static func attendance(_ version: Int64, _ db: Database) throws -> Int64? {
        let sql = """
            SELECT element.id FROM element JOIN elementTag ON elementTag.element = element.id
            WHERE version = ? AND tag = 'attendance' AND format IN ('single', 'singleAcross') ORDER BY position LIMIT 1
            """
        return try Int64.fetchOne(db, sql: sql, arguments: [version])
    }

    private static func cells(_ paths: [(path: [String], count: Int)], at level: Int, key: String) -> Cells {
        let deeper = Dictionary(grouping: paths.filter { $0.path.count > level + 1 }) { $0.path[level + 1] }
        let parts = deeper.keys.sorted().map { cells(deeper[$0] ?? [], at: level + 1, key: $0) }
        return Cells(key: key, count: paths.reduce(0) { $0 + $1.count }, parts: parts)
    }

    func mayShow(_ path: [String]) -> Bool { shown.contains(path) }

    /// The part of an activity; nil when it may not be shown.
    func path(toActivity activity: Int64) -> [String]? { shown.first { $0.last == "a\(activity)" } }

    /// The parts inside one that may be shown, with how many compilations each has.
    func parts(of path: [String]) -> [(path: [String], count: Int)] {
        guard mayShow(path) else { return [] }
        let paths = shown.filter { $0.count == path.count + 1 && Array($0.dropLast()) == path }
        return paths.map { (path: $0, count: count($0)) }.sorted { $0.path.last ?? "" < $1.path.last ?? "" }
    }

    private func count(_ path: [String]) -> Int { places.reduce(0) { $1.key.starts(with: path) ? $0 + $1.value.count : $0 } }

    /// What attendance divides a part into: for each answer the parts of that answer that may be shown. A larger part is divided only through
    /// its activities, because a division of its own could be compared with theirs.
    func groups(in path: [String]) -> [(key: String, paths: [[String]])] {
        guard mayShow(path), path.last?.hasPrefix(Self.group) != true else { return [] }
        let within = shown.filter { $0.starts(with: path) && $0.last?.hasPrefix(Self.group) == true }
        return Dictionary(grouping: within) { $0.last ?? "" }.map { (key: $0, paths: $1.sorted { $0.joined() < $1.joined() }) }
            .sorted { Int($0.key.dropFirst()) ?? 0 < Int($1.key.dropFirst()) ?? 0 }
    }

    /// For each question that only some were asked, the parts in which what they said is withheld. Somebody who knows who was asked must
    /// not learn from it what fewer than the threshold said: neither from a part, nor by taking parts from the whole.
    func disclosed(_ answers: [String: [GivenAnswer]], _ outline: Outline) -> DisclosedQuestions {
        let conditional = outline.conditional
        guard !conditional.isEmpty else { return DisclosedQuestions(withheld: [:]) }
        var sets = ShownSets(outline)
        var counts: [Int64: [[String]: Int]] = [:]
        for (path, ids) in places {
            var alike: [Set<Int64>: Int] = [:]
            for id in ids { alike[sets.deciding(Compilation(id: id, answers: answers[id] ?? [])), default: 0] += 1 }
            for (chosen, count) in alike {
                for question in sets.shown(choosing: chosen).intersection(conditional) {
                    counts[question, default: [:]][path, default: 0] += count
                }
            }
        }
        var withheld: [Int64: Set<[String]>] = [:]
        for question in conditional {
            let asked = counts[question] ?? [:]
            let all = Set(asked.keys.flatMap { path in path.indices.map { Array(path[...$0]) } })
            let cells = Self.cells(asked.map { ($0, $1) }, at: 0, key: Self.whole[0])
            withheld[question] = all.subtracting(cells.shown(threshold: threshold))
        }
        return DisclosedQuestions(withheld: withheld)
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
        return places.filter { $0.key.starts(with: path) }.values.joined().sorted().map { Compilation(id: $0, answers: answers[$0] ?? []) }
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
        case "g": sql = "SELECT text FROM element WHERE id = ?"
        default: return nil
        }
        return try String.fetchOne(db, sql: sql, arguments: [Int64(key.dropFirst())])
    }
}
