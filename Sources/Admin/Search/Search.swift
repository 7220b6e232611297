import Accounts
import GRDB

struct Search {
    /// Index rows per search; beyond it, counts are approximate and only the newest rows are considered.
    static let limit = 2_000

    struct Hit: Sendable {
        let id: Int64
        let title: String
        /// 0 for records without a scope.
        let scopeID: Int64
        let thumb: String?
        let isHidden: Bool
        let rank: Int
    }

    struct Group: Sendable {
        let kind: SearchKind
        var count = 0
        var here = 0
        var hits: [Hit] = []
    }

    struct Result: Sendable {
        var groups: [Group] = []
        var isCut = false
        var total: Int { groups.reduce(0) { $0 + $1.count } }
    }

    let view: SearchView
    let db: Database
    let scopeID: Int64?

    func find(_ words: SearchWords, each: Int, only kind: String? = nil) throws -> Result {
        var result = Result()
        guard !words.isEmpty else { return result }
        let rows = try Int64.fetchAll(
            db,
            sql: """
                SELECT rowid FROM searchWords WHERE searchWords MATCH ? AND \(view.condition(only: kind))
                ORDER BY rowid DESC LIMIT \(Self.limit + 1)
                """, arguments: [words.pattern])
        result.isCut = rows.count > Self.limit
        let byKind = Dictionary(grouping: rows.prefix(Self.limit)) { ($0 >> 20) & 4095 }
        for part in view.parts where kind == nil || part.kind.name == kind {
            let rows = byKind[part.kind.number] ?? []
            var ids = rows.map { $0 >> 32 }
            if result.isCut { ids += try begun(part, words).filter { !ids.contains($0) } }
            guard !ids.isEmpty else { continue }
            let here = rows.filter { ($0 & 1_048_575) == (scopeID ?? 0) || part.kind.reach == .site }.count
            let hits = try hits(part.kind, ids, words, limit: each)
            result.groups.append(Group(kind: part.kind, count: ids.count, here: here, hits: hits))
        }
        result.groups = result.groups.enumerated().sorted {
            ($0.element.hits.first?.rank ?? 9, $0.offset) < ($1.element.hits.first?.rank ?? 9, $1.offset)
        }.map(\.element)
        return result
    }

    func finds(_ words: SearchWords) throws -> Bool {
        let sql = "SELECT 1 FROM searchWords WHERE searchWords MATCH ? AND \(view.condition()) LIMIT 1"
        return try Int.fetchOne(db, sql: sql, arguments: [words.pattern]) != nil
    }

    /// Looks up titles by prefix if the index rows were cut off.
    private func begun(_ part: SearchView.Part, _ words: SearchWords) throws -> [Int64] {
        guard part.kind.hasSortedTitles else { return [] }
        let isOfScope: String
        switch part.scopes {
        case .all: isOfScope = "1"
        case .only(let ids): isOfScope = "\(part.kind.scope.of("r")) IN (\(ids.sorted().map(String.init).joined(separator: ",")))"
        }
        let sql = """
            SELECT r.id FROM \(part.kind.table) r
            WHERE \(RowCondition.notTrashed(in: part.kind.table)("r")) AND \(isOfScope) AND \(part.rows) AND r.folded >= ? AND r.folded < ? ORDER BY r.folded LIMIT 50
            """
        return try Int64.fetchAll(db, sql: sql, arguments: [words.folded, words.folded + "\u{10FFFF}"])
    }

    /// Ranks records: exact title, title prefix, all words in the title, then the rest; newest first.
    private func hits(_ kind: SearchKind, _ ids: [Int64], _ words: SearchWords, limit: Int) throws -> [Hit] {
        let folded = kind.folded.of("r")
        let inTitle = words.words.map { _ in "instr(spaced, ' ' || ?) > 0" }.joined(separator: " AND ")
        let sql = """
            SELECT id, title, scope, thumb, hidden,
              CASE WHEN folded = ? THEN 0 WHEN substr(folded, 1, length(?)) = ? THEN 1 WHEN \(inTitle) THEN 2 ELSE 3 END AS rank
            FROM (
              SELECT r.id, r.updatedAt, \(kind.title.of("r")) AS title, \(kind.scope.of("r")) AS scope, \(kind.thumb.of("r")) AS thumb,
                \(kind.isHidden.of("r")) AS hidden, \(folded) AS folded, ' ' || replace(replace(\(folded), '''', ' '), '-', ' ') AS spaced
              FROM \(kind.table) r WHERE r.id IN (\(ids.map(String.init).joined(separator: ","))))
            ORDER BY rank, updatedAt DESC, id DESC LIMIT \(limit)
            """
        let arguments = StatementArguments([words.folded, words.folded, words.folded] + words.words)
        return try Row.fetchAll(db, sql: sql, arguments: arguments).map { row in
            Hit(
                id: row["id"], title: row["title"], scopeID: row["scope"], thumb: row["thumb"], isHidden: row["hidden"], rank: row["rank"])
        }
    }
}
