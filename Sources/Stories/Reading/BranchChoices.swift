import GRDB

/// The ways at each place of a branch where a reader may choose, in the order in which they were written.
struct BranchChoices: Sendable {
    private var ways: [Int64: [Int64]] = [:]

    init(in fragments: [Fragment], _ db: Database) throws {
        let parting = fragments.filter { $0.continuations > 1 }.map(\.id)
        guard !parting.isEmpty else { return }
        let marks = databaseQuestionMarks(count: parting.count)
        let sql = "SELECT id, parent FROM fragment WHERE parent IN (\(marks)) AND isHidden = 0 ORDER BY id"
        for row in try Row.fetchAll(db, sql: sql, arguments: StatementArguments(parting)) {
            ways[row["parent"], default: []].append(row["id"])
        }
    }

    struct Choice: Equatable, Sendable {
        /// From 1; nil while the branch takes a hidden way.
        let number: Int?
        let count: Int
        let previous: Int64
        let next: Int64
    }

    func choice(after fragment: Int64, taken: Int64?) -> Choice? {
        guard let all = ways[fragment], let first = all.first, let last = all.last, all.count > 1 else { return nil }
        guard let place = taken.flatMap({ all.firstIndex(of: $0) }) else {
            return Choice(number: nil, count: all.count, previous: last, next: first)
        }
        let (before, after) = ((place + all.count - 1) % all.count, (place + 1) % all.count)
        return Choice(number: place + 1, count: all.count, previous: all[before], next: all[after])
    }
}
