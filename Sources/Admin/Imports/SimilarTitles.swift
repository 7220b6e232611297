import Accounts
import GRDB
import Web

/// The titles of a list, to find those that are nearly the same: `Uova` and `Uovo`, `Olio d'oliva` and `Olio di oliva`.
struct SimilarTitles: Sendable {
    private struct Known: Sendable {
        let id: Int64
        let title: String
        let words: [String]
    }

    private var known: [String: [Known]] = [:]

    /// With more titles none is proposed.
    static let most = 50_000

    init() {}

    init<R: Resource>(of type: R.Type, _ context: FormContext) throws {
        try self.init(R.table, R.title.column, "\(R.notTrashed) AND \(R.rows(R.editing, context.grants))", R.scope?.column, context)
    }

    init(of target: Target, _ context: FormContext) throws {
        let rows = "\(RowCondition.notTrashed(in: target.table)) AND \(target.rows(context.grants, target.table))"
        try self.init(target.table, "\"\(target.titleColumn)\"", rows, target.scopeColumn, context)
    }

    private init(_ table: String, _ title: String, _ condition: String, _ scope: String?, _ context: FormContext) throws {
        let rows = condition + (scope.map { " AND \($0) = :scope" } ?? "")
        let sql = "SELECT id, \(title) AS title FROM \(table) WHERE \(rows) LIMIT \(Self.most + 1)"
        let arguments: StatementArguments = scope == nil ? [:] : ["scope": context.scopeID]
        let found = try Row.fetchAll(context.db, sql: sql, arguments: arguments)
        guard found.count <= Self.most else { return }
        for row in found {
            let (id, title): (Int64, String) = (row["id"], row["title"])
            let words = Self.words(title)
            guard !words.isEmpty else { continue }
            known[Self.key(words), default: []].append(Known(id: id, title: title, words: words))
        }
    }

    func like(_ title: String) -> [ImportNotes.SimilarRecord] {
        let words = Self.words(title)
        guard !words.isEmpty, let candidates = known[Self.key(words)] else { return [] }
        let alike = candidates.map { candidate -> ImportNotes.SimilarRecord in
            let (reason, percent) =
                if candidate.words == words {
                    ("signs", 99)
                } else if candidate.words.sorted() == words.sorted() {
                    ("order", 95)
                } else {
                    ("endings", 90)
                }
            return ImportNotes.SimilarRecord(id: candidate.id, title: candidate.title, reason: reason, percent: percent)
        }
        return Array(alike.sorted { ($1.percent, $0.id) < ($0.percent, $1.id) }.prefix(3))
    }

    /// The words without signs, articles and the like.
    private static func words(_ title: String) -> [String] {
        title.folded.replacing(elision, with: " ").split { !$0.isLetter && !$0.isNumber }.map(String.init).filter { !small.contains($0) }
    }

    private nonisolated(unsafe) static let elision = #/\b(?:l|d|un|all|dell|dall|nell|sull)'/#
    private static let small: Set<String> = ["di", "del", "dei", "della", "delle", "degli", "il", "la", "lo", "of", "the"]

    private static func key(_ words: [String]) -> String { words.map(stem).sorted().joined(separator: " ") }

    /// A word without what singular and plural differ by in Italian and English.
    private static func stem(_ word: String) -> String {
        guard word.count > 3, word.allSatisfy(\.isLetter) else { return word }
        var stem = word[...]
        if stem.hasSuffix("es") { stem = stem.dropLast(2) } else if stem.hasSuffix("s") { stem = stem.dropLast() }
        if stem.count > 2, let last = stem.last, "aeiou".contains(last) { stem = stem.dropLast() }
        return String(stem)
    }
}
