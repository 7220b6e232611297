import GRDB

/// How the answers to two questions go together in a part of the results. Small groups are put together for the whole version, and a part
/// is shown only where each group has the threshold or is empty, in itself and by subtraction of other parts.
struct CrossTable: Sendable, Equatable {
    /// Answers that are counted together; 0 is no answer.
    typealias Group = [Int64]

    let rows: [Group]
    let columns: [Group]
    let counts: [[Int]]

    /// How many people of a smallest part gave both answers.
    struct Pair: Sendable {
        let place: [String]
        let row, column: Int64
        let count: Int
    }

    init?(_ pairs: [Pair], rows: Question, columns: Question, in path: [String], of reading: ResultReading) {
        func groups(_ question: Question, _ answer: KeyPath<Pair, Int64>) -> [Group]? {
            let counts = Dictionary(pairs.map { ($0[keyPath: answer], $0.count) }, uniquingKeysWith: +)
            let groups = Self.groups(question.answers.map(\.id), counts, threshold: reading.threshold)
            let isShown = groups.allSatisfy { group in
                let own = pairs.filter { group.contains($0[keyPath: answer]) }
                let sizes = Dictionary(own.map { ($0.place, $0.count) }, uniquingKeysWith: +)
                return !own.contains { $0.place.starts(with: path) } || reading.shownParts(counting: sizes).contains(path)
            }
            return isShown && groups.count > 1 ? groups : nil
        }
        guard let rows = groups(rows, \.row), let columns = groups(columns, \.column) else { return nil }
        let own = pairs.filter { $0.place.starts(with: path) }
        (self.rows, self.columns) = (rows, columns)
        counts = rows.map { row in
            columns.map { column in
                own.reduce(0) { row.contains($1.row) && column.contains($1.column) ? $0 + $1.count : $0 }
            }
        }
    }

    /// Neighbours are put together until they have the threshold; an answer without people is alone, because it tells nothing.
    static func groups(_ answers: [Int64], _ counts: [Int64: Int], threshold: Int) -> [Group] {
        var (groups, open, size): ([Group], Group, Int) = ([], [], 0)
        for answer in answers + [0] {
            let count = counts[answer] ?? 0
            if count == 0 {
                if answer != 0 { groups.append([answer]) }
                continue
            }
            open.append(answer)
            size += count
            guard size >= threshold else { continue }
            groups.append(open)
            (open, size) = ([], 0)
        }
        guard !open.isEmpty else { return groups }
        let last = groups.lastIndex { $0.contains { counts[$0] ?? 0 > 0 } }
        if let last { groups[last] += open } else { groups.append(open) }
        return groups
    }

    /// Questions that can be compared in a part: each asks for one answer, and not by which the results are divided already.
    static func questions(_ outline: StructureOutline, in path: [String], _ disclosed: DisclosedQuestions) -> [Question] {
        outline.structure.questions.filter { question in
            question.format.isSingle && question.answers.count > 1 && question.id != outline.attendance?.id
                && disclosed.mayShow(question.id, in: path)
        }
    }

    /// The other ones of several questions that were asked of the same people as one.
    static func others(_ questions: [Question], askedLike one: Question, _ audiences: [Int64: Set<Set<Int64>>]) -> [Question] {
        questions.filter { $0.id != one.id && audiences[$0.id] == audiences[one.id] }
    }

    /// The rows of those who gave an answer.
    var answeredRows: [Group] { rows.filter { $0 != [0] && people(of: $0) > 0 } }

    func people(of row: Group) -> Int { rows.firstIndex(of: row).map { counts[$0].reduce(0, +) } ?? 0 }

    static func pairs(_ row: Question, _ column: Question, of version: Int64, _ db: Database) throws -> [Pair] {
        let sql = """
            SELECT place, coalesce(one.answer, 0) AS "row", coalesce(two.answer, 0) AS "column", count(*) AS count FROM compilation
            LEFT JOIN compilationAnswer AS one ON one.compilation = compilation.id AND one.question = ?
            LEFT JOIN compilationAnswer AS two ON two.compilation = compilation.id AND two.question = ?
            WHERE version = ? AND (one.answer IS NOT NULL OR two.answer IS NOT NULL) GROUP BY 1, 2, 3
            """
        return try Row.fetchAll(db, sql: sql, arguments: [row.id, column.id, version]).map { found in
            Pair(place: ResultPlace.path(found["place"]), row: found["row"], column: found["column"], count: found["count"])
        }
    }
}
