import Formats
import Foundation
import Web

extension FeedReader.Item: FeedItem {
    static let notes = FeedNotes(table: "campusFeedItem", feed: "source", entry: "article")

    static func entry(of feed: Int64, now: Date) -> Article {
        var article = Article()
        (article.source, article.posted) = (feed, now)
        return article
    }

    var fingerprint: String {
        let parts = [title, address, text, publishedAt.map(WrittenTime.iso) ?? ""] + (media.isEmpty ? [] : [media])
        return parts.joined(separator: "\n")
    }

    func moment(now: Date) -> Date { publishedAt ?? now }

    func fill(_ article: inout Article, now: Date, words: Words) {
        (article.title, article.summary, article.link, article.media) = (title, text, address, media)
        // A date in the future would keep the article on top.
        if let publishedAt { article.posted = min(publishedAt, now) }
    }
}
