import Accounts
import Admin
import Foundation
import GRDB
import Web

protocol FeedItem: Sendable {
    associatedtype Entry: Resource

    static var notes: FeedNotes { get }
    static func entry(of feed: Int64, now: Date) -> Entry

    var identity: String { get }
    /// Fingerprint of all copied content, to detect changes.
    var fingerprint: String { get }
    /// Insertion order, so that ids follow time.
    func moment(now: Date) -> Date
    /// - Parameter words: those of the site, for what an item does not say.
    func fill(_ entry: inout Entry, now: Date, words: Words)
}

/// A table with `identity`, `said` and `seenAt`, and its columns for the feed and the record.
struct FeedNotes: Sendable {
    let table: String
    let feed: String
    let entry: String
}

struct FeedFollowing<Item: FeedItem> {
    let feed: Int64
    let db: Database
    let words: Words
    let zone: TimeZone
    let now: Date

    private let actor = Actor.system("portico")
    private let notes = Item.notes

    init(_ feed: Int64, _ db: Database, words: Words, zone: TimeZone, now: Date) {
        (self.feed, self.db, self.words, self.zone, self.now) = (feed, db, words, zone, now)
    }

    /// Adds new items and updates changed ones, each once. Records deleted by an editor are not restored.
    func take(_ items: [Item]) throws -> (added: Int, changed: Int) {
        var (added, changed, seen): (Int, Int, Set<String>) = (0, 0, [])
        for item in items.sorted(by: { $0.moment(now: now) < $1.moment(now: now) }) where seen.insert(item.identity).inserted {
            let sql = "SELECT \(notes.entry), said FROM \(notes.table) WHERE \(notes.feed) = ? AND identity = ?"
            let known = try Row.fetchOne(db, sql: sql, arguments: [feed, item.identity])
            let entry: Int64?
            if let known {
                entry = known[notes.entry]
                if known["said"] != item.fingerprint, try change(entry, item) { changed += 1 }
            } else {
                entry = try add(item)
                added += 1
            }
            try db.execute(
                sql: """
                    INSERT INTO \(notes.table) (\(notes.feed), identity, \(notes.entry), said, seenAt) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT DO UPDATE SET \(notes.entry) = excluded.\(notes.entry), said = excluded.said, seenAt = excluded.seenAt
                    """, arguments: [feed, item.identity, entry, item.fingerprint, now])
        }
        return (added, changed)
    }

    private func add(_ item: Item) throws -> Int64? {
        var entry = Item.entry(of: feed, now: now)
        item.fill(&entry, now: now, words: words)
        try entry.insert(db, by: actor)
        return entry.id
    }

    private func change(_ id: Int64?, _ item: Item) throws -> Bool {
        guard let id, var entry = try Item.Entry.fetch(db, id: id), entry.stamp.deletedAt == nil else { return false }
        item.fill(&entry, now: now, words: words)
        try entry.update(db, by: actor, words: words, zone: zone)
        return true
    }

    /// Trashes items missing since the last complete reading. `condition` is SQL: `e` is the record, `i` its note, `?` the moment.
    func drop(missingSince readAt: Date, where condition: String, _ moment: Date) throws -> Int {
        let sql = """
            SELECT i.identity, e.id FROM \(notes.table) i LEFT JOIN \(Item.Entry.table) e ON e.id = i.\(notes.entry) AND \(Item.Entry.notTrashed("e"))
            WHERE i.\(notes.feed) = ? AND i.seenAt < ? AND (\(condition))
            """
        var removed = 0
        for row in try Row.fetchAll(db, sql: sql, arguments: [feed, readAt, moment]) {
            if let id: Int64 = row["id"], var entry = try Item.Entry.fetch(db, id: id) {
                try entry.move(toTrash: true, db, by: actor)
                removed += 1
            }
            try db.execute(
                sql: "DELETE FROM \(notes.table) WHERE \(notes.feed) = ? AND identity = ?", arguments: [feed, row["identity"] as String])
        }
        return removed
    }
}
