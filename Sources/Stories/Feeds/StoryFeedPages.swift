import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct StoryFeedPages: Sendable {
    let stories: StoryPages

    func addRoutes(to router: RouterGroup<Visitor>) {
        router.get("feed.atom", use: newsFeed)
        router.get("sitemap.xml", use: siteMap)
    }

    @Sendable private func newsFeed(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let sql = "SELECT id FROM story WHERE \(StoryCard.isListed) ORDER BY createdAt DESC, id LIMIT 50"
        let cards = try await stories.database.read { db in
            try StoryCard.all(try Int64.fetchAll(db, sql: sql, arguments: ["now": Date.now]), db)
        }
        // One feed for all readers, in the language that it declares.
        let words = stories.pages.templates.words(in: stories.admin.site.language)
        let entries = cards.map { card in
            NewsFeed.Entry(
                address: card.address, title: card.title, text: card.text, author: card.nickname ?? words("stories.formerWriter"),
                createdAt: card.createdAt)
        }
        let title = "\(words("stories.name")) · \(stories.admin.site.name)"
        let feed = NewsFeed(
            title: title, origin: stories.admin.origin(of: request), language: stories.admin.site.language, entries: entries)
        return file(feed.text, "application/atom+xml; charset=utf-8")
    }

    @Sendable private func siteMap(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let sql = "SELECT id, changedAt FROM story WHERE \(StoryCard.isListed) ORDER BY id DESC LIMIT :limit"
        let listed = try await stories.database.read { db in
            try Row.fetchAll(db, sql: sql, arguments: ["now": Date.now, "limit": SiteMap.most])
                .map { row -> (id: Int64, changedAt: Date) in (row["id"], row["changedAt"]) }
        }
        return file(SiteMap.text(listed, origin: stories.admin.origin(of: request)), "application/xml; charset=utf-8")
    }

    private func file(_ text: String, _ type: String) -> Response {
        Response(status: .ok, headers: [.contentType: type], body: .init(byteBuffer: ByteBuffer(string: text)))
    }
}
