import Admin
import Foundation
import GRDB
import Hummingbird
import Web

enum NewsAPI {
    static let routes: [CampusAPI.Route] = [
        ("news", ["source", "before", "q"] + CampusList.paging, news), ("news/sources", CampusList.paging, newsSources),
        ("news/{id}", [], article),
    ]

    private static func articles(_ asked: CampusQuery, _ condition: String, _ arguments: StatementArguments) -> CampusList {
        var list = CampusList(
            from: "campusArticle o JOIN campusNewsSource s ON s.id = o.source AND \(NewsSource.active("s"))",
            shown: Article.published,
            columns: """
                o.*, \(asked.rendering.text("o", "title")) AS label, \(asked.rendering.text("o", "summary")) AS snippet,
                \(asked.rendering.text("o", "text")) AS body, \(asked.rendering.text("s")) AS sourceName
                """, condition: condition, arguments: arguments, isDescending: true)
        list.key = "o.posted"
        return list
    }

    private static func json(_ row: Row, _ asked: CampusQuery, isWhole: Bool = false) -> JSON {
        let (id, link): (Int64, String) = (row["id"], row["link"])
        let page = asked.origin + "\(NewsDrawing.address)/\(id)"
        var pairs: [(key: String, value: JSON)] = [("id", .number(Int(id))), ("name", .text(row["label"] as String))]
        pairs += [("snippet", .text(row["snippet"] as String)), ("postdate", .moment(row["posted"] as Date))]
        pairs += [("link", .text(link.isEmpty ? page : link)), ("url", .text(page))]
        pairs.append(("media", (row["media"] as String).isEmpty ? .null : .text(row["media"] as String)))
        pairs.append(("source", .columns(row, ["id": "source", "name": "sourceName"])))
        if isWhole { pairs.append(("text", .text(row["body"] as String))) }
        return .object(pairs)
    }

    @Sendable private static func news(_ asked: CampusQuery, _ db: Database) throws -> JSON {
        let query = asked.query
        var before = Date.distantFuture
        if !query["before"].isEmpty {
            guard let date = FeedTime.date(query["before"]) else { throw HTTPError(.badRequest) }
            before = date
        }
        let list = articles(
            asked, "(:source IS NULL OR o.source = :source) AND o.posted < :before AND (:q = '' OR instr(o.words, :q) > 0)",
            ["source": try asked.number("source"), "before": before, "q": query["q"].folded])
        return try list.json(query, db) { json($0, asked) }
    }

    @Sendable private static func article(_ asked: CampusQuery, _ db: Database) throws -> JSON {
        let list = articles(asked, "o.id = :id", ["id": Int64(recordID: asked.name)])
        guard case .list(let items)? = try list.json(Form(), db, { json($0, asked, isWhole: true) })["items"], let first = items.first
        else { throw HTTPError(.notFound) }
        return first
    }

    @Sendable private static func newsSources(_ asked: CampusQuery, _ db: Database) throws -> JSON {
        let list = CampusList(
            from: "campusNewsSource o", shown: NewsSource.active, columns: "o.id, \(asked.rendering.text("o")) AS label, o.feed")
        return try list.json(asked.query, db) { row in
            let (id, feed): (Int64, String) = (row["id"], row["feed"])
            // A source without an external feed links to Portico's feed.
            let link = feed.isEmpty ? "\(asked.origin)\(NewsDrawing.address).rss?source=\(id)" : feed
            return .object([("id", .number(Int(id))), ("name", .text(row["label"] as String)), ("link", .text(link))])
        }
    }
}
