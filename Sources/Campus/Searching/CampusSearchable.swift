import Accounts
import Admin
import GRDB
import Web

struct CampusHit: Sendable {
    /// `person`; also the kind of its marks.
    let kind: String
    let id: Int64
    /// Possibly marked text.
    private let markedTitle, markedDetail: String
    let href: String
    let icon: String

    init(kind: String, id: Int64, title: String, detail: String = "", href: String, icon: String) {
        (self.kind, self.id, markedTitle, markedDetail, self.href, self.icon) = (kind, id, title, detail, href, icon)
    }

    var title: String { markedTitle.unmarked }
    var detail: String { markedDetail.unmarked }
    var mark: Bookmark { Bookmark(kind: kind, id: id) }

    var values: Values {
        Self.line(markedTitle, markedDetail, href: href, icon: icon).merging(["kind": kind, "id": String(id)]) { $1 }
    }

    static func line(_ title: String, _ detail: String = "", href: String, icon: String) -> Values {
        [
            "title": title.unmarked, "titleHTML": title.markedHTML, "detailHTML": Optional(detail).shownHTML, "href": href, "icon": icon,
        ]
    }
}

protocol CampusSearchable: Sendable {
    /// `people`: heading `campus.tiles.people` and address of its own search.
    static var service: String { get }
    static var kinds: [String] { get }
    /// Nil `pattern` for everything; `ids` limits the hits to these records of a kind.
    static func hits(
        _ pattern: SearchPattern?, _ ids: (kind: String, ids: [Int64])?, limit: Int, _ rendering: RenderContext, _ db: Database
    ) throws
        -> [CampusHit]
}

extension CampusSearchable {
    static func hits(_ pattern: SearchPattern, limit: Int, _ rendering: RenderContext, _ db: Database) throws -> [CampusHit] {
        try hits(pattern, nil, limit: limit, rendering, db)
    }
}

extension SearchPattern {
    /// The argument `words` of `condition`: nil for empty input, a pattern without matches for punctuation only.
    static func parse(_ typed: String) -> SearchPattern? {
        typed.trimmingSpaces().isEmpty ? nil : SearchPattern(typed) ?? SearchPattern(rawValue: "\"\"")
    }

    /// SQL: whether a record contains the words by prefix, ignoring case and accents.
    static func condition(_ table: String, _ alias: String) -> String {
        "(:words IS NULL OR \(alias).id IN (SELECT rowid FROM \(table)Words WHERE \(table)Words MATCH :words))"
    }
}

extension Campus {
    static let searchables: [any CampusSearchable.Type] = [
        PersonHits.self, CourseHits.self, PlaceHits.self, EventHits.self, NewsHits.self, LinkHits.self,
    ]

    static func hits(of marks: [Bookmark], _ rendering: RenderContext, _ db: Database) throws -> [CampusHit] {
        var found: [String: CampusHit] = [:]
        for (kind, group) in Dictionary(grouping: marks, by: \.kind) {
            guard let type = searchables.first(where: { $0.kinds.contains(kind) }) else { continue }
            for hit in try type.hits(nil, (kind, group.map(\.id)), limit: group.count, rendering, db) { found["\(kind) \(hit.id)"] = hit }
        }
        return marks.compactMap { found["\($0.kind) \($0.id)"] }
    }
}

extension Campus {
    /// Removes deleted records from favourites: they are not shown, so the visitor could not make room. - Returns: whether any was removed.
    static func removeDeletedFavourites(of reader: Int64, _ rendering: RenderContext, _ db: Database) throws -> Bool {
        let marks = try Bookmark.all("favourite", of: reader, db)
        let shown = Set(try hits(of: marks, rendering, db).map { "\($0.kind) \($0.id)" })
        let gone = marks.filter { !shown.contains("\($0.kind) \($0.id)") }
        for mark in gone { try mark.remove(from: "favourite", reader, db) }
        return !gone.isEmpty
    }
}

struct HitQuery {
    let kind: String
    let icon: String
    let address: String
    let table: String
    let alias: String
    let shown: RowCondition
    /// SQL with the names `title`, `detail` and, for `rendering`, `at`.
    let columns: String
    var rendering: RenderContext?
    var joins = ""
    var condition = "1"
    let order: String

    func run(_ pattern: SearchPattern?, _ ids: [Int64]?, limit: Int, _ db: Database) throws -> [CampusHit] {
        var conditions = [shown(alias), "(\(condition))"]
        var arguments: StatementArguments = []
        if let pattern {
            conditions.append("\(alias).id IN (SELECT rowid FROM \(table)Words WHERE \(table)Words MATCH ?)")
            arguments += [pattern]
        }
        if let ids {
            conditions.append("\(alias).id IN (\(databaseQuestionMarks(count: ids.count)))")
            arguments += StatementArguments(ids)
        }
        let sql = """
            SELECT \(alias).id, \(columns) FROM \(table) \(alias) \(joins) WHERE \(conditions.joined(separator: " AND "))
            ORDER BY \(order) LIMIT \(limit)
            """
        let hits = try Row.fetchCursor(db, sql: sql, arguments: arguments).map { row in
            let day = rendering.map { $0.words.language.date(row["at"], in: $0.zone) + " · " } ?? ""
            return CampusHit(
                kind: kind, id: row["id"], title: row["title"], detail: day + (row["detail"] ?? ""),
                href: "\(address)/\(row["id"] as Int64)", icon: icon)
        }
        return try Array(hits)
    }
}
