import Accounts
import Admin
import Foundation
import GRDB
import Web

/// Makes the articles of a source follow its feed.
struct FeedShelf {
    let source: Int64
    let db: Database
    let words: Words
    let zone: TimeZone
    let now: Date

    private static let actor = Actor.system("portico")

    /// Adds what is new and changes what says something else by now; each thing once, by what the feed calls it. What an editor threw
    /// away stays away.
    func take(_ items: [FeedReader.Item]) throws -> (added: Int, changed: Int) {
        var (added, changed, seen): (Int, Int, Set<String>) = (0, 0, [])
        // The oldest first, so that numbers follow time.
        for item in items.sorted(by: { ($0.publishedAt ?? now) < ($1.publishedAt ?? now) }) where seen.insert(item.identity).inserted {
            let sql = "SELECT article, said FROM campusFeedItem WHERE source = ? AND identity = ?"
            let known = try Row.fetchOne(db, sql: sql, arguments: [source, item.identity])
            let article: Int64?
            if let known {
                article = known["article"]
                if known["said"] != item.said, try change(article, item) { changed += 1 }
            } else {
                article = try add(item)
                added += 1
            }
            try db.execute(
                sql: "INSERT OR REPLACE INTO campusFeedItem (source, identity, article, said, seenAt) VALUES (?, ?, ?, ?, ?)",
                arguments: [source, item.identity, article, item.said, now])
        }
        return (added, changed)
    }

    private func add(_ item: FeedReader.Item) throws -> Int64? {
        var article = Article()
        article.source = source
        article.posted = now
        fill(&article, item)
        try article.insert(db, by: Self.actor)
        return article.id
    }

    private func change(_ id: Int64?, _ item: FeedReader.Item) throws -> Bool {
        guard let id, var article = try Article.fetch(db, id: id), article.stamp.deletedAt == nil else { return false }
        fill(&article, item)
        try article.update(db, by: Self.actor, words: words, zone: zone)
        return true
    }

    private func fill(_ article: inout Article, _ item: FeedReader.Item) {
        (article.title, article.summary, article.link) = (item.title, item.text, item.address)
        // A clock that is ahead would keep its article on top.
        if let date = item.publishedAt { article.posted = min(date, now) }
    }

    /// Puts what the feed has no more into the trash when it is old.
    /// - Parameters:
    ///   - readAt: when the feed was last read whole.
    ///   - days: how old.
    func drop(missingSince readAt: Date, olderThan days: Int) throws -> Int {
        let sql = """
            SELECT i.identity, a.id FROM campusFeedItem i LEFT JOIN campusArticle a ON a.id = i.article AND a.deletedAt IS NULL
            WHERE i.source = ? AND i.seenAt < ? AND coalesce(a.posted, i.seenAt) < ?
            """
        var removed = 0
        for row in try Row.fetchAll(db, sql: sql, arguments: [source, readAt, now - Double(days) * 86_400]) {
            if let id: Int64 = row["id"], var article = try Article.fetch(db, id: id) {
                try article.move(toTrash: true, db, by: Self.actor)
                removed += 1
            }
            try db.execute(
                sql: "DELETE FROM campusFeedItem WHERE source = ? AND identity = ?", arguments: [source, row["identity"] as String])
        }
        return removed
    }
}

extension FeedReader.Item {
    /// Everything that an article is made of, to see whether it changed.
    var said: String { [title, address, text, publishedAt.map(WrittenTime.iso) ?? ""].joined(separator: "\n") }
}
