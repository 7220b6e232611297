import GRDB

/// The cross tables of a question with each of several others, shown by the rules of cross tables.
struct AnsweredResults: Sendable {
    let tables: [(question: Question, table: CrossTable)]
    /// The questions of which nothing may be shown.
    let withheld: [Question]

    init(_ question: Question, _ others: [Question], in path: [String], of reading: ResultReading, _ db: Database) throws {
        let pairs = try Self.pairs(question, others, of: reading.version, db)
        let found = others.map { other in
            (question: other, table: CrossTable(pairs[other.id] ?? [], rows: question, columns: other, in: path, of: reading))
        }
        tables = found.compactMap { one in one.table.map { (question: one.question, table: $0) } }
        withheld = found.filter { $0.table == nil }.map(\.question)
    }

    private struct Side: Hashable {
        let place: String
        let answer: Int64
    }

    /// By question, what `CrossTable.pairs` reads one by one.
    static func pairs(_ question: Question, _ others: [Question], of version: Int64, _ db: Database) throws -> [Int64: [CrossTable.Pair]] {
        let sides = """
            SELECT place, coalesce(one.answer, 0) AS "row", count(*) AS count FROM compilation
            LEFT JOIN compilationAnswer AS one ON one.compilation = compilation.id AND one.question = ?
            WHERE version = ? GROUP BY 1, 2
            """
        let both = """
            SELECT place, coalesce(one.answer, 0) AS "row", two.question AS question, two.answer AS "column", count(*) AS count
            FROM compilation JOIN compilationAnswer AS two ON two.compilation = compilation.id
            LEFT JOIN compilationAnswer AS one ON one.compilation = compilation.id AND one.question = ?
            WHERE version = ? AND two.question IN (SELECT value FROM json_each(?)) GROUP BY 1, 2, 3, 4
            """
        var people: [Side: Int] = [:]
        for row in try Row.fetchAll(db, sql: sides, arguments: [question.id, version]) {
            let side = Side(place: row["place"], answer: row["row"])
            if side.answer != 0 { people[side] = row["count"] }
        }
        var silent = Dictionary(others.map { ($0.id, people) }) { first, _ in first }
        var pairs: [Int64: [CrossTable.Pair]] = [:]
        let list = "[" + others.map { String($0.id) }.joined(separator: ",") + "]"
        for row in try Row.fetchAll(db, sql: both, arguments: [question.id, version, list]) {
            let (place, answer, other): (String, Int64, Int64) = (row["place"], row["row"], row["question"])
            let count: Int = row["count"]
            silent[other]?[Side(place: place, answer: answer), default: 0] -= count
            pairs[other, default: []].append(
                CrossTable.Pair(place: ResultPlace.path(place), row: answer, column: row["column"], count: count))
        }
        for (other, sides) in silent {
            for (side, count) in sides where count > 0 {
                pairs[other, default: []].append(
                    CrossTable.Pair(place: ResultPlace.path(side.place), row: side.answer, column: 0, count: count))
            }
        }
        return pairs
    }
}
