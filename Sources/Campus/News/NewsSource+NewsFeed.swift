import Admin
import Formats
import Foundation
import GRDB

extension NewsSource: FeedFollower {
    static let accepted = "application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, */*;q=0.1"
    static let links = FeedLinks.Kind.news
    static let longest = FeedReader.longest

    static func state(of id: Int64, _ db: Database) throws -> FeedState? { try FeedState.of(id, db) }
    static func keep(_ state: FeedState, _ report: CalendarReport?, _ db: Database) throws { try state.save(db) }

    static func contents(
        of document: Outgoing.Document, zone: TimeZone, now: Date
    ) throws(FeedOutcome) -> FeedContents<FeedReader.Item> {
        do {
            let charset = FeedText.charset(of: document.header("content-type"))
            let feed = try FeedReader(document.bytes, at: document.address, charset: charset)
            return FeedContents(items: feed.items, leftOut: feed.leftOut)
        } catch FeedReader.Refusal.entities {
            throw .entities
        } catch {
            throw .noFeed
        }
    }

    static func finish(_ items: [FeedReader.Item], of id: Int64, _ admin: AdminContext) async throws {
        try await FeedPictures(admin: admin).take(items, of: id)
    }

    /// Removes articles missing from the feed and older than the source's limit, even while the feed fails.
    func drop(_ following: FeedFollowing<FeedReader.Item>, _ state: FeedState, isNew: Bool) throws -> Int {
        guard let readAt = state.readAt else { return 0 }
        return try following.drop(missingSince: readAt, where: "coalesce(e.posted, i.seenAt) < ?", following.now - Double(days) * 86_400)
    }
}
