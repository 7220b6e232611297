import Admin
import Formats
import Foundation
import GRDB
import Web

struct NewsSheet {
    let id: Int64
    let rendering: RenderContext
    let db: Database

    /// `origin` precedes paths in shared addresses. - Returns: nil for an article hidden from visitors.
    func values(_ origin: String) throws -> Values? {
        let sql = """
            SELECT \(NewsQuery.columns(rendering)), \(rendering.localizedSQL("a", "text")) AS body, m.file, \(rendering.easy("a")),
              iif(\(LinkUses.leads("a.link")), a.link, '') AS way FROM \(NewsQuery.tables)
            LEFT JOIN picture m ON m.id = a.picture AND \(Picture.notTrashed("m")) WHERE a.id = ? AND \(Article.published("a"))
            """
        guard let row = try Row.fetchOne(db, sql: sql, arguments: [id]) else { return nil }
        let (title, link): (String, String) = ((row["title"] as String).unmarked, row["link"])
        let body: String = row["body"]
        let isOwn = (row["feed"] as String).isEmpty
        let media: String = row["media"]
        let kind = FeedMedia(address: media)?.rawValue ?? "other"
        let letter = "\(title)\n\(origin)\(NewsDrawing.address)/\(id)"
        let (older, newer) = (try neighbour(row, "<", "DESC"), try neighbour(row, ">", "ASC"))
        var values = NewsDrawing.values(row, rendering).merging([
            "sourceHref": "\(NewsDrawing.address)?source=\(row["source"] as Int64)", "bodyHTML": MarkdownText.value(body.unmarked),
            "bodyLang": body.markedLanguage?.rawValue ?? false,
            "picture": (row["file"] as String?).map { Picture.address(file: $0, .medium) } ?? false, "link": row.shown("way"),
            "linkLabel": rendering.words(isOwn ? "campus.news.more" : "campus.news.original", ["site": URL(string: link)?.host ?? link]),
            "media": row.shown("media"),
            "mediaLabel": rendering.words("campus.news.media.\(kind)", ["site": URL(string: media)?.host ?? media]),
            // An episode without a page of its own is not elsewhere: its sound is.
            "isElsewhere": !isOwn && !(link.isEmpty && !media.isEmpty),
            "share": "mailto:?subject=\(title.queryEscaped)&body=\(letter.queryEscaped)",
            "easy": rendering.note([row["isEasy"]]), "hasOthers": older != nil || newer != nil,
        ]) { $1 }
        (values["older"], values["newer"]) = (older, newer)
        return values
    }

    private func neighbour(_ row: Row, _ sign: String, _ order: String) throws -> Values? {
        let sql = """
            SELECT a.id, \(rendering.localizedSQL("a", "title")) AS title FROM campusArticle a
            WHERE a.source = ? AND \(Article.published("a")) AND (a.posted, a.id) \(sign) (?, ?)
            ORDER BY a.posted \(order), a.id \(order) LIMIT 1
            """
        let arguments: StatementArguments = [row["source"] as Int64, row["posted"] as DatabaseValue, id]
        guard let found = try Row.fetchOne(db, sql: sql, arguments: arguments) else { return nil }
        return ["titleHTML": (found["title"] as String).markedHTML, "href": "\(NewsDrawing.address)/\(found["id"] as Int64)"] as Values
    }
}
