import Admin
import GRDB
import Web

struct NewsQuery {
    var source: Int64?
    var typed = ""

    /// Joins active sources; queries add `Article.published`.
    static let tables = "campusArticle a JOIN campusNewsSource s ON s.id = a.source AND \(NewsSource.active("s"))"

    func rows(_ rendering: RenderContext, _ db: Database, limit: Int, offset: Int = 0) throws -> [Row] {
        var (conditions, arguments): ([String], StatementArguments) = ([Article.published("a")], [])
        if let source {
            conditions.append("a.source = ?")
            arguments += [source]
        }
        if !typed.isEmpty {
            guard let pattern = SearchPattern(typed) else { return [] }
            conditions.append("a.id IN (SELECT rowid FROM campusArticleWords WHERE campusArticleWords MATCH ?)")
            arguments += [pattern]
        }
        let sql = """
            SELECT \(Self.columns(rendering)) FROM \(Self.tables) WHERE \(conditions.joined(separator: " AND "))
            ORDER BY a.posted DESC, a.id DESC LIMIT \(limit) OFFSET \(offset)
            """
        return try Row.fetchAll(db, sql: sql, arguments: arguments)
    }

    static func columns(_ rendering: RenderContext) -> String {
        """
        a.id, \(rendering.localizedSQL("a", "title")) AS title, \(rendering.localizedSQL("a", "summary")) AS summary, a.posted, a.updatedAt, a.link, a.media, a.source,
        \(rendering.localizedSQL("s")) AS sourceName, s.feed
        """
    }
}

enum NewsDrawing {
    static let address = "/campus/news"

    static func values(_ row: Row, _ rendering: RenderContext) -> Values {
        [
            "title": (row["title"] as String).unmarked, "titleHTML": (row["title"] as String).markedHTML,
            "summaryHTML": row.shownHTML("summary"), "href": "\(address)/\(row["id"] as Int64)",
            "sourceHTML": (row["sourceName"] as String).markedHTML,
            "when": rendering.words.language.date(row["posted"], in: rendering.zone),
        ]
    }
}
