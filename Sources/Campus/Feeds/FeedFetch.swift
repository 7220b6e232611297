import Admin
import Formats
import Foundation
import GRDB
import Web

/// A record that follows an external feed, such as a news source or calendar. `FeedFetch` implements the common steps.
protocol FeedFollower: Resource {
    associatedtype Item: FeedItem

    var feed: String { get set }
    var period: FeedPeriod { get }
    static var accepted: String { get }
    /// What pages name for programs, and bytes that are read at most.
    static var links: FeedLinks.Kind { get }
    static var longest: Int { get }

    static func state(of id: Int64, _ db: Database) throws -> FeedState?
    static func keep(_ state: FeedState, _ report: CalendarReport?, _ db: Database) throws
    static func contents(of document: Outgoing.Document, zone: TimeZone, now: Date) throws(FeedOutcome) -> FeedContents<Item>
    /// Moves missing items to the trash; returns their number. `isNew` tells whether a document was just received.
    func drop(_ following: FeedFollowing<Item>, _ state: FeedState, isNew: Bool) throws -> Int
    /// After the items of a good reading were written.
    static func finish(_ items: [Item], of id: Int64, _ admin: AdminContext) async throws
}

extension FeedFollower {
    static func finish(_ items: [Item], of id: Int64, _ admin: AdminContext) async throws {}
}

struct FeedContents<Item: FeedItem> {
    var items: [Item] = []
    /// Calendars only: what became of every entry.
    var report: CalendarReport?
    /// News only: items that are not articles, and those beyond the limit.
    var leftOut = 0
}

struct FeedFetch<Follower: FeedFollower>: Sendable {
    let admin: AdminContext
    var patience = Duration.seconds(20)

    /// - Returns: the outcome; nil without a feed.
    @discardableResult
    func read(_ id: Int64, now: Date = .now) async throws -> FeedState? {
        let known = try await admin.database.read { db in try find(id, db).map { ($0.feed, try Follower.state(of: id, db)) } }
        guard let (address, earlier) = known else { return nil }
        let before = earlier.flatMap { $0.address == address ? $0 : nil }
        let (words, zone) = (admin.pages.templates.words(in: admin.site.language), admin.site.zone)
        var (document, source) = (await load(address, headers(before)), address)
        var (outcome, contents) = judge(document, zone, now)
        // The address of a site leads to the feed that its page names.
        if outcome == .noFeed || outcome == .noCalendar,
            let found = FeedLinks.addresses(Follower.links, in: document.bytes, at: document.address).first
        {
            let other = await load(found, headers(nil))
            let judged = judge(other, zone, now)
            if judged.0 == .good { (document, source, outcome, contents) = (other, found, judged.0, judged.1) }
        }
        let (last, read) = (document, (outcome: outcome, contents: contents, source: source))
        try Task.checkCancellation()
        let kept = try await admin.database.write { db -> FeedState? in
            // Checked again: the address may have changed during the request.
            guard var follower = try find(id, db), follower.feed == address else { return nil }
            var state = before ?? FeedState(id, at: read.source, now: now)
            if read.source != address {
                follower.feed = read.source
                try follower.update(db, by: .system("portico"), words: words, zone: zone)
                state.address = read.source
            }
            (state.status, state.added, state.changed, state.removed) = (last.status, 0, 0, 0)
            state.note(read.outcome, period: follower.period, now: now)
            let following = FeedFollowing<Follower.Item>(id, db, words: words, zone: zone, now: now)
            if read.outcome == .good {
                (state.added, state.changed) = try following.take(read.contents.items)
                (state.readAt, state.etag, state.skipped) = (now, last.header("etag") ?? "", read.contents.leftOut)
                state.lastModified = last.header("last-modified") ?? ""
            }
            state.removed = try follower.drop(following, state, isNew: read.outcome == .good)
            try Follower.keep(state, read.contents.report, db)
            return state
        }
        if kept != nil, read.outcome == .good { try await Follower.finish(read.contents.items, of: id, admin) }
        return kept
    }

    private func load(_ address: String, _ headers: [(String, String)]) async -> Outgoing.Document {
        await Outgoing(allowsPrivate: false, neighbours: admin.neighbours).read(
            address, asking: headers, limit: Follower.longest, patience: patience)
    }

    private func find(_ id: Int64, _ db: Database) throws -> Follower? {
        guard let follower = try Follower.fetch(db, id: id), follower.stamp.deletedAt == nil, !follower.feed.isEmpty else { return nil }
        return follower
    }

    private func headers(_ before: FeedState?) -> [(String, String)] {
        var headers = [("Accept", Follower.accepted), ("User-Agent", "Portico-Feeds")]
        if let etag = before?.etag, !etag.isEmpty { headers.append(("If-None-Match", etag)) }
        if let moment = before?.lastModified, !moment.isEmpty { headers.append(("If-Modified-Since", moment)) }
        return headers
    }

    private func judge(_ document: Outgoing.Document, _ zone: TimeZone, _ now: Date) -> (FeedOutcome, FeedContents<Follower.Item>) {
        if let error = document.error { return (FeedOutcome(rawValue: error) ?? .connection, FeedContents()) }
        if document.status == 304 { return (.same, FeedContents()) }
        do throws(FeedOutcome) {
            return (.good, try Follower.contents(of: document, zone: zone, now: now))
        } catch {
            return (error, FeedContents())
        }
    }
}
