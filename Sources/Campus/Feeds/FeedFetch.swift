import Admin
import Foundation
import GRDB
import Web

/// Reads the feed of a source. What came before stays as it is when it does not answer, or answers something else.
struct FeedFetch: Sendable {
    let desk: Desk
    var patience = Duration.seconds(20)

    private static let accepted = "application/atom+xml, application/rss+xml, application/xml;q=0.9, */*;q=0.1"

    /// - Returns: how it went; nil where there is no feed to read.
    @discardableResult
    func read(_ id: Int64, now: Date = .now) async throws -> FeedState? {
        let known = try await desk.database.read { db in try Self.find(id, db).map { ($0, try FeedState.of(id, db)) } }
        guard let (source, last) = known else { return nil }
        let address = source.feed
        let before = last.flatMap { $0.address == address ? $0 : nil }
        let document = await Outgoing(allowsPrivate: false, neighbours: desk.neighbours).read(
            address, asking: Self.headers(before, accepting: Self.accepted), limit: FeedReader.longest, patience: patience)
        let (outcome, items) = Self.judge(document)
        try Task.checkCancellation()
        let (words, zone) = (desk.pages.templates.words(in: desk.site.language), desk.site.zone)
        return try await desk.database.write { db -> FeedState? in
            // Read again: somebody may have changed it while we waited for the answer.
            guard let source = try Self.find(id, db), source.feed == address else { return nil }
            var state = before ?? FeedState(id, at: address, now: now)
            (state.status, state.added, state.changed, state.removed) = (document.status, 0, 0, 0)
            state.note(outcome, period: source.period, now: now)
            let shelf = FeedShelf<FeedReader.Item>(id, db, words: words, zone: zone, now: now)
            if outcome == .good {
                (state.added, state.changed) = try shelf.take(items)
                (state.readAt, state.etag) = (now, document.header("etag") ?? "")
                state.lastModified = document.header("last-modified") ?? ""
            }
            if let readAt = state.readAt {
                let limit = now - Double(source.days) * 86_400
                state.removed = try shelf.drop(missingSince: readAt, where: "coalesce(e.posted, i.seenAt) < ?", limit)
            }
            try state.save(db)
            return state
        }
    }

    private static func find(_ id: Int64, _ db: Database) throws -> NewsSource? {
        guard let source = try NewsSource.fetch(db, id: id), source.stamp.deletedAt == nil, !source.feed.isEmpty else { return nil }
        return source
    }

    /// Asks only for what is newer than what we have.
    static func headers(_ before: FeedState?, accepting accepted: String) -> [(String, String)] {
        var headers = [("Accept", accepted), ("User-Agent", "Portico-Feeds")]
        if let etag = before?.etag, !etag.isEmpty { headers.append(("If-None-Match", etag)) }
        if let moment = before?.lastModified, !moment.isEmpty { headers.append(("If-Modified-Since", moment)) }
        return headers
    }

    private static func judge(_ document: Outgoing.Document) -> (FeedOutcome, [FeedReader.Item]) {
        if let error = document.error { return (FeedOutcome(rawValue: error) ?? .connection, []) }
        if document.status == 304 { return (.same, []) }
        do {
            return (.good, try FeedReader(document.bytes, at: document.address).items)
        } catch FeedReader.Refusal.entities {
            return (.entities, [])
        } catch {
            return (.noFeed, [])
        }
    }
}
