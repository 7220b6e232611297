import Admin
import GRDB
import Web

/// One version's results that may be shown, from stored counts (`ResultSchema`); single compilations only for files with rows.
struct ResultReading: Sendable {
    let version: Int64
    let threshold: Int
    /// For each smallest part: how many compilations share the same trigger answers.
    private let groups: [[String]: [Set<Int64>: Int]]
    private let counts: [[String]: Int]
    let cells: Cells
    /// The courses that no one can answer any more, where results open course by course.
    let endedCourses: Set<Int64>?
    private let waitingCourses: Set<Int64>
    let shown: Set<[String]>

    static let whole = ResultPlace.whole

    init(_ version: Int64, threshold: Int, _ db: Database) throws {
        (self.version, self.threshold) = (version, threshold)
        var groups: [[String]: [Set<Int64>: Int]] = [:]
        var counts: [[String]: Int] = [:]
        let sql = "SELECT place, chosen, count FROM resultGroup WHERE version = ?"
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: [version])
        while let row = try rows.next() {
            let path = ResultPlace.path(row["place"])
            let (chosen, count): (String, Int) = (row["chosen"], row["count"])
            groups[path, default: [:]][Set(chosen.split(separator: ",").compactMap { Int64(recordID: $0) })] = count
            for index in path.indices { counts[Array(path[...index]), default: 0] += count }
        }
        (self.groups, self.counts) = (groups, counts)
        cells = Self.cells(groups.map { ($0, $1.values.reduce(0, +)) }, at: 0, key: Self.whole[0])
        endedCourses = try CampaignEnd.activities(of: version, db)
        shown = Set(Self.visible(cells, endedCourses != nil, threshold))
        let waiting = "SELECT activity FROM sealedCount WHERE version = ? AND waiting > 0"
        waitingCourses = try Int64.fetchSet(db.cachedStatement(sql: waiting), arguments: [version])
    }

    /// Whether answers are stored with the person, as respondents were told.
    static func isNamed(_ version: Int64, _ db: Database) throws -> Bool {
        let sql = """
            SELECT anonymous = 0 FROM questionnaire JOIN questionnaireVersion ON questionnaireVersion.questionnaire = questionnaire.id
            WHERE questionnaireVersion.id = ?
            """
        return try Bool.fetchOne(db, sql: sql, arguments: [version]) ?? false
    }

    private static func cells(_ paths: [(path: [String], count: Int)], at level: Int, key: String) -> Cells {
        let deeper = Dictionary(grouping: paths.filter { $0.path.count > level + 1 }) { $0.path[level + 1] }
        let parts = deeper.keys.sorted().map { cells(deeper[$0] ?? [], at: level + 1, key: $0) }
        return Cells(key: key, count: paths.reduce(0) { $0 + $1.count }, parts: parts)
    }

    private static func visible(_ cells: Cells, _ isByCourse: Bool, _ threshold: Int) -> [[String]] {
        isByCourse ? cells.shownByCourse(threshold: threshold) : cells.visible(threshold: threshold)
    }

    func mayShow(_ path: [String]) -> Bool { shown.contains(path) }

    /// Whether the part is of a course that is over, with all its answers counted, while others can still be answered.
    func isOver(_ path: [String]) -> Bool {
        guard let endedCourses, let key = path.first(where: { $0.first == "a" && $0 != Self.whole[0] }),
            let activity = Int64(recordID: key.dropFirst())
        else { return false }
        return endedCourses.contains(activity) && !waitingCourses.contains(activity)
    }

    func path(toActivity activity: Int64) -> [String]? { shown.first { $0.last == "a\(activity)" } }

    /// Whether a part of unknown value is equal to its parent and can be skipped.
    func isPassedOver(_ path: [String]) -> Bool {
        guard path.count > 1, let key = path.last, !key.hasPrefix(ResultPlace.group) else { return false }
        return key.dropFirst() == "0" && count(path) == count(path.dropLast())
    }

    /// The shown subparts with their counts. Parts that do not divide, such as the unknown degree of a stay abroad, are skipped.
    func parts(of path: [String]) -> [(path: [String], count: Int)] {
        guard mayShow(path) else { return [] }
        let paths = shown.filter { $0.count == path.count + 1 && $0.starts(with: path) }
        if paths.count == 1, let only = paths.first, isPassedOver(only) { return parts(of: only) }
        return paths.map { (path: $0, count: count($0)) }.sorted { $0.path.last ?? "" < $1.path.last ?? "" }
    }

    func count(_ path: some Sequence<String>) -> Int { counts[Array(path)] ?? 0 }

    /// The attendance groups of a part. Larger parts are grouped only through activities: both groupings could be compared.
    func groups(in path: [String]) -> [(key: String, paths: [[String]])] {
        guard mayShow(path), path.last?.hasPrefix(ResultPlace.group) != true else { return [] }
        let within = shown.filter { $0.last?.hasPrefix(ResultPlace.group) == true && $0.starts(with: path) }
        return Dictionary(grouping: within) { $0.last ?? "" }.map { (key: $0, paths: $1.sorted { $0.joined() < $1.joined() }) }
            .sorted { Int($0.key.dropFirst(), in: .whole) ?? 0 < Int($1.key.dropFirst(), in: .whole) ?? 0 }
    }

    /// For each conditional question, the parts in which it is withheld. A reader who knows who was asked must not learn answers of fewer
    /// people than the threshold, directly or by subtraction.
    func disclosed(_ outline: StructureOutline) -> DisclosedQuestions {
        let conditional = outline.conditional
        guard !conditional.isEmpty else { return DisclosedQuestions(withheld: [:]) }
        var sets = ShownSets(outline)
        var counts: [Int64: [[String]: Int]] = [:]
        for (path, alike) in groups {
            for (chosen, count) in alike {
                for question in sets.visible(choosing: chosen).intersection(conditional) {
                    counts[question, default: [:]][path, default: 0] += count
                }
            }
        }
        var withheld: [Int64: Set<[String]>] = [:]
        for question in conditional {
            let asked = counts[question] ?? [:]
            let all = Set(asked.keys.flatMap { path in path.indices.map { Array(path[...$0]) } })
            let cells = Self.cells(asked.map { ($0, $1) }, at: 0, key: Self.whole[0])
            withheld[question] = all.subtracting(Self.visible(cells, endedCourses != nil, threshold))
        }
        return DisclosedQuestions(withheld: withheld)
    }

    /// The parts that may be shown by the number of some people in each smallest part.
    func shownParts(counting people: [[String]: Int]) -> Set<[String]> {
        let cells = Self.cells(people.map { ($0, $1) }, at: 0, key: Self.whole[0])
        return Set(Self.visible(cells, endedCourses != nil, threshold)).intersection(shown)
    }

    /// Of which answers that decide a question is asked: questions with the same are asked of the same people.
    func audiences(_ outline: StructureOutline) -> [Int64: Set<Set<Int64>>] {
        var sets = ShownSets(outline)
        var audiences: [Int64: Set<Set<Int64>>] = [:]
        for chosen in Set(groups.values.flatMap(\.keys)) {
            for question in sets.visible(choosing: chosen) { audiences[question, default: []].insert(chosen) }
        }
        return audiences
    }

    /// The counts of a part; empty when it may not be shown. `question` limits them to one question.
    func tallies(of path: [String], question: Int64? = nil, _ outline: StructureOutline, _ disclosed: DisclosedQuestions, _ db: Database)
        throws
        -> Tallies
    {
        try tallies(of: path, alsoAround: 0, question: question, outline, disclosed, db).first ?? Tallies([])
    }

    func tallies(around path: [String], _ outline: StructureOutline, _ disclosed: DisclosedQuestions, _ db: Database) throws -> [Tallies] {
        try tallies(of: path, alsoAround: path.count - 1, outline, disclosed, db)
    }

    private func tallies(
        of path: [String], alsoAround levels: Int, question: Int64? = nil, _ outline: StructureOutline, _ disclosed: DisclosedQuestions,
        _ db: Database
    ) throws -> [Tallies] {
        let paths = (0...levels).map { Array(path.dropLast($0)) }
        guard mayShow(path), let widest = paths.last else { return paths.map { _ in Tallies([]) } }
        let names = paths.indices.map { "count\($0)" }
        let sums = names.map { "sum(count) FILTER (WHERE place >= ? AND place < ?) AS \($0)" }
        let sql = """
            SELECT question, answer, value, \(sums.joined(separator: ", ")) FROM resultCount
            WHERE version = ? AND place >= ? AND place < ? AND (? IS NULL OR question = ?) GROUP BY question, answer, value
            """
        let bounds = (paths + [widest]).map(ResultPlace.range).map { [$0.from, $0.to] as StatementArguments }
        let asked = bounds.dropLast().reduce([], +) + [version] + bounds[paths.count] + [question, question]
        var counted = paths.map { _ in [CountedAnswer]() }
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: asked)
        while let row = try rows.next() {
            for (index, name) in names.enumerated() {
                guard let count = row[name] as Int? else { continue }
                counted[index].append(CountedAnswer(question: row["question"], answer: row["answer"], value: row["value"], count: count))
            }
        }
        return zip(paths, counted).map { path, counted in
            let alike = groups.reduce(into: [Set<Int64>: Int]()) { alike, group in
                if group.key.starts(with: path) { alike.merge(group.value, uniquingKeysWith: +) }
            }
            return Tallies(counted, alike, outline, withholding: disclosed.withheld(in: path))
        }
    }

    /// The counts of several parts that share no answers, read at once.
    func tallies(
        apart paths: [[String]], _ outline: StructureOutline, _ disclosed: DisclosedQuestions, _ db: Database
    ) throws -> [[String]: Tallies] {
        let shown = paths.filter(mayShow)
        let sql = """
            SELECT part.value AS part, question, answer, resultCount.value AS value, sum(count) AS count FROM json_each(?) AS part
            CROSS JOIN resultCount ON version = ? AND place >= part.value AND place < part.value || '/'
            GROUP BY part.key, question, answer, resultCount.value
            """
        let list = "[" + shown.map { "\"\(ResultPlace.text($0))\"" }.joined(separator: ",") + "]"
        var counted: [[String]: [CountedAnswer]] = [:]
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: [list, version])
        while let row = try rows.next() { counted[ResultPlace.path(row["part"]), default: []].append(CountedAnswer(row: row)) }
        var tallies: [[String]: Tallies] = [:]
        for path in shown {
            let alike = groups.reduce(into: [Set<Int64>: Int]()) { alike, group in
                if group.key.starts(with: path) { alike.merge(group.value, uniquingKeysWith: +) }
            }
            tallies[path] = Tallies(counted[path] ?? [], alike, outline, withholding: disclosed.withheld(in: path))
        }
        return tallies
    }

    func tallies(together paths: [[String]], _ outline: StructureOutline, _ disclosed: DisclosedQuestions, _ db: Database) throws -> Tallies
    {
        let alike = Dictionary(grouping: paths.filter(mayShow)) { disclosed.withheld(in: $0) }
        let sql = """
            SELECT question, answer, value, sum(count) AS count FROM resultCount
            WHERE version = ? AND place IN (SELECT value FROM json_each(?)) GROUP BY question, answer, value
            """
        return Tallies(
            try alike.map { withheld, paths in
                let places = "[" + paths.map { "\"\(ResultPlace.text($0))\"" }.joined(separator: ",") + "]"
                let counted = try CountedAnswer.fetchAll(db.cachedStatement(sql: sql), arguments: [version, places])
                let chosen = paths.reduce(into: [Set<Int64>: Int]()) { $0.merge(groups[$1] ?? [:], uniquingKeysWith: +) }
                return Tallies(counted, chosen, outline, withholding: withheld)
            })
    }

    static func answers(of version: Int64, _ db: Database) throws -> [String: [GivenAnswer]] {
        Dictionary(uniqueKeysWithValues: try compilations(of: version, in: whole, db).map { ($0.id, $0.answers) })
    }

    /// Compilations of a part, ordered by random id so that the order reveals nothing. Empty when the part may not be shown.
    func compilations(of path: [String], _ db: Database) throws -> [Compilation] {
        mayShow(path) ? try Self.compilations(of: version, in: path, db) : []
    }

    private static func compilations(of version: Int64, in path: [String], _ db: Database) throws -> [Compilation] {
        let (from, to) = ResultPlace.range(path)
        let sql = """
            SELECT id, question, answer, value
            FROM compilation LEFT JOIN compilationAnswer ON compilationAnswer.compilation = compilation.id
            WHERE version = ? AND place >= ? AND place < ?
            """
        var answers: [String: [GivenAnswer]] = [:]
        let rows = try Row.fetchCursor(db, sql: sql, arguments: [version, from, to])
        while let row = try rows.next() {
            let given = (row["question"] as Int64?).map { GivenAnswer(question: $0, answer: row["answer"], value: row["value"]) }
            answers[row["id"], default: []] += given.map { [$0] } ?? []
        }
        return answers.keys.sorted().map { Compilation(id: $0, answers: answers[$0] ?? []) }
    }

    static func name(_ key: String, in language: Language, _ db: Database) throws -> String? {
        let sql: String
        switch key.first {
        case "y": sql = "SELECT name FROM academicYear WHERE id = ?"
        case "d": sql = "SELECT \(language.sql("degree")) FROM degree WHERE id = ?"
        case "a":
            sql = """
                SELECT \(language.sql("course")) || ' (' || activity.code || ')' FROM activity JOIN course ON course.id = activity.course
                WHERE activity.id = ?
                """
        case "g": sql = "SELECT text FROM element WHERE id = ?"
        default: return nil
        }
        return try String.fetchOne(db, sql: sql, arguments: [Int64(recordID: key.dropFirst())])
    }

    /// The names of many activities, as `name` says them.
    static func names(ofActivities activities: [Int64], in language: Language, _ db: Database) throws -> [Int64: String] {
        let sql = """
            SELECT activity.id, \(language.sql("course")) || ' (' || activity.code || ')' AS name FROM activity
            JOIN course ON course.id = activity.course WHERE activity.id IN (SELECT value FROM json_each(?))
            """
        let list = "[" + activities.map { String($0) }.joined(separator: ",") + "]"
        return Dictionary(try Row.fetchAll(db, sql: sql, arguments: [list]).map { ($0["id"], $0["name"]) }) { first, _ in first }
    }
}
