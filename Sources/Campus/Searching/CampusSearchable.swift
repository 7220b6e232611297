import Admin
import GRDB
import Web

/// Something that the search over everything finds, and that visitors may keep.
struct CampusHit: Sendable {
    /// `person`; also what a mark of it is called.
    let kind: String
    let id: Int64
    /// As pages say them: perhaps marked.
    private let saidTitle, saidDetail: String
    let href: String
    let icon: String

    /// - Parameter detail: a second line: the department, the degree.
    init(kind: String, id: Int64, title: String, detail: String = "", href: String, icon: String) {
        (self.kind, self.id, saidTitle, saidDetail, self.href, self.icon) = (kind, id, title, detail, href, icon)
    }

    var title: String { saidTitle.unmarked }
    var detail: String { saidDetail.unmarked }
    var mark: Bookmark { Bookmark(kind: kind, id: id) }

    var values: Values {
        Self.line(saidTitle, saidDetail, href: href, icon: icon).merging(["kind": kind, "id": String(id)]) { $1 }
    }

    /// A line of `campus/hits`.
    static func line(_ title: String, _ detail: String = "", href: String, icon: String) -> Values {
        [
            "title": title.unmarked, "titleHTML": title.markedHTML, "detailHTML": Optional(detail).shownHTML, "href": href, "icon": icon,
        ]
    }
}

/// A part of the system that the search over everything asks.
protocol CampusSearchable: Sendable {
    /// `people`: its heading is the text `campus.tiles.people`, and its own search lies there.
    static var service: String { get }
    /// What its marks are called.
    static var kinds: [String] { get }
    /// - Parameters:
    ///   - pattern: nil for everything.
    ///   - ids: only these of a kind; nil for all.
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
    /// The argument `words` of `condition`: nil where nothing was typed, what matches nothing where only signs were.
    static func asked(_ typed: String) -> SearchPattern? {
        typed.trimmingSpaces().isEmpty ? nil : SearchPattern(typed) ?? SearchPattern(rawValue: "\"\"")
    }

    /// SQL: whether a record holds the words that were typed, case and accents aside, each from its beginning.
    static func condition(_ table: String, _ alias: String) -> String {
        "(:words IS NULL OR \(alias).id IN (SELECT rowid FROM \(table)Words WHERE \(table)Words MATCH :words))"
    }
}

extension Campus {
    /// Whom the search asks, in the order of its page.
    static let searchables: [any CampusSearchable.Type] = [
        PersonHits.self, CourseHits.self, PlaceHits.self, EventHits.self, NewsHits.self, LinkHits.self,
    ]

    /// What marks stand for, in their order; what is no more there is left out.
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
    /// Takes out of a visitor's favourites what is no more there: it is not shown, so he could not make room himself.
    /// - Returns: whether there was any.
    static func forgetGone(of reader: Int64, _ rendering: RenderContext, _ db: Database) throws -> Bool {
        let marks = try Bookmark.all("favourite", of: reader, db)
        let shown = Set(try hits(of: marks, rendering, db).map { "\($0.kind) \($0.id)" })
        let gone = marks.filter { !shown.contains("\($0.kind) \($0.id)") }
        for mark in gone { try mark.remove(from: "favourite", reader, db) }
        return !gone.isEmpty
    }
}

/// A query of hits: its columns are id, title and detail.
struct HitQuery {
    let kind: String
    let icon: String
    let address: String
    /// Table and alias, `person p`.
    let table: String
    let alias: String
    let columns: String
    /// In whose eyes the date in a column `at` is said before the rest; nil where there is none.
    var rendering: RenderContext?
    var joins = ""
    var condition = "1"
    let order: String

    func run(_ pattern: SearchPattern?, _ ids: [Int64]?, limit: Int, _ db: Database) throws -> [CampusHit] {
        var conditions = ["\(alias).deletedAt IS NULL", condition]
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
        return try Row.fetchAll(db, sql: sql, arguments: arguments).map { row in
            let day = rendering.map { $0.words.language.date(row["at"], in: $0.zone) + " · " } ?? ""
            return CampusHit(
                kind: kind, id: row[0], title: row[1], detail: day + (row[2] ?? ""), href: "\(address)/\(row[0] as Int64)", icon: icon)
        }
    }
}
