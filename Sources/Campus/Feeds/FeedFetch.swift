import Admin
import Foundation
import GRDB
import Web

/// A record that follows the feed of somebody else: a source of news, a calendar. Says what its sort of feed has of its own; the order in
/// which feeds are read is that of `FeedFetch`.
protocol FeedFollower: Resource {
    associatedtype Item: FeedItem

    /// The address of the feed; empty for none.
    var feed: String { get }
    var period: FeedPeriod { get }
    /// The types of document that are asked for.
    static var accepted: String { get }

    static func state(of id: Int64, _ db: Database) throws -> FeedState?
    static func keep(_ state: FeedState, _ db: Database) throws
    static func items(of document: Outgoing.Document, zone: TimeZone, now: Date) throws(FeedOutcome) -> [Item]
    /// Puts into the trash what the feed has no more; how many things there were.
    /// - Parameter isNew: whether a document came just now.
    func drop(_ shelf: FeedFollowing<Item>, _ state: FeedState, isNew: Bool) throws -> Int
}

/// Reads the feed of a record. What came before stays as it is when it does not answer, or answers something else.
struct FeedFetch<Follower: FeedFollower>: Sendable {
    let admin: AdminContext
    var patience = Duration.seconds(20)

    /// - Returns: how it went; nil where there is no feed to read.
    @discardableResult
    func read(_ id: Int64, now: Date = .now) async throws -> FeedState? {
        let known = try await admin.database.read { db in try find(id, db).map { ($0.feed, try Follower.state(of: id, db)) } }
        guard let (address, last) = known else { return nil }
        let before = last.flatMap { $0.address == address ? $0 : nil }
        let document = await Outgoing(allowsPrivate: false, neighbours: admin.neighbours).read(
            address, asking: headers(before), limit: FeedReader.longest, patience: patience)
        let (words, zone) = (admin.pages.templates.words(in: admin.site.language), admin.site.zone)
        let (outcome, items) = judge(document, zone, now)
        try Task.checkCancellation()
        return try await admin.database.write { db -> FeedState? in
            // Read again: somebody may have changed it while we waited for the answer.
            guard let follower = try find(id, db), follower.feed == address else { return nil }
            var state = before ?? FeedState(id, at: address, now: now)
            (state.status, state.added, state.changed, state.removed) = (document.status, 0, 0, 0)
            state.note(outcome, period: follower.period, now: now)
            let shelf = FeedFollowing<Follower.Item>(id, db, words: words, zone: zone, now: now)
            if outcome == .good {
                (state.added, state.changed) = try shelf.take(items)
                (state.readAt, state.etag) = (now, document.header("etag") ?? "")
                state.lastModified = document.header("last-modified") ?? ""
            }
            state.removed = try follower.drop(shelf, state, isNew: outcome == .good)
            try Follower.keep(state, db)
            return state
        }
    }

    private func find(_ id: Int64, _ db: Database) throws -> Follower? {
        guard let follower = try Follower.fetch(db, id: id), follower.stamp.deletedAt == nil, !follower.feed.isEmpty else { return nil }
        return follower
    }

    /// Asks only for what is newer than what we have.
    private func headers(_ before: FeedState?) -> [(String, String)] {
        var headers = [("Accept", Follower.accepted), ("User-Agent", "Portico-Feeds")]
        if let etag = before?.etag, !etag.isEmpty { headers.append(("If-None-Match", etag)) }
        if let moment = before?.lastModified, !moment.isEmpty { headers.append(("If-Modified-Since", moment)) }
        return headers
    }

    private func judge(_ document: Outgoing.Document, _ zone: TimeZone, _ now: Date) -> (FeedOutcome, [Follower.Item]) {
        if let error = document.error { return (FeedOutcome(rawValue: error) ?? .connection, []) }
        if document.status == 304 { return (.same, []) }
        do throws(FeedOutcome) {
            return (.good, try Follower.items(of: document, zone: zone, now: now))
        } catch {
            return (error, [])
        }
    }
}
