import Accounts
import Admin
import Foundation
import GRDB
import Web

/// A story in the seed. An existing story stays unchanged, because stories only grow through the pages.
struct SeededStory: SeedExtra {
    static let path = "stories"
    static let known = ["key", "fragments"]
    static let schema = SeedSchema.map([
        ("key", SeedSchema("string", ["pattern": "^[a-z0-9][a-z0-9_-]{0,79}$"]), true),
        ("fragments", SeedSchema("array", ["items": SeededFragment.schema, "minItems": 1]), true),
    ])

    let key: String
    private let fragments: [SeededFragment]

    init?(_ mapping: SeedMapping, scopeID: Int64) {
        guard let key = mapping.required("key")?.text(), let node = mapping.required("fragments"), let nodes = node.list() else {
            return nil
        }
        self.key = key
        let read = nodes.enumerated().map { SeededFragment($1, number: $0 + 1) }
        fragments = read.compactMap { $0 }
        guard !read.isEmpty, fragments.count == read.count else {
            if read.isEmpty { node.refuse("blank") }
            return nil
        }
        for (fragment, place) in zip(fragments, nodes) {
            if let after = fragment.after, fragment.at < fragments[after - 1].at { place.warn("older") }
        }
        guard Set(fragments.map(\.content.kind)).count == 1 else {
            node.refuse("mixedStory")
            return nil
        }
    }

    func state(_ db: Database) throws -> SeedExtraState {
        let sql = "SELECT EXISTS (SELECT 1 FROM story WHERE seedKey = ?)"
        return try Bool.fetchOne(db, sql: sql, arguments: [key]) == true ? .same : .new
    }

    func write(_ db: Database, hash: String?, by actor: Actor) throws {
        let numbers = try SeededName.numbers(db)
        let story = try Fragment.nextID(db)
        let changed = fragments.map(\.at).max()
        for (index, fragment) in fragments.enumerated() {
            try insert(fragment, story + Int64(index), of: story, numbers, db)
        }
        try db.execute(
            sql: """
                INSERT INTO story (id, createdAt, changedAt, weight, tip, folded, seedKey, language)
                VALUES (?, ?, ?, 0, ?, ?, ?, (SELECT language FROM writer WHERE id = ?))
                """,
            arguments: [story, fragments[0].at, changed, story, fragments[0].content.title.folded, key, numbers[fragments[0].by]])
        try TreeCheck.recompute(story, db)
        for (index, fragment) in fragments.enumerated() { try addNoticesAndDecisions(fragment, at: index, story + Int64(index), db) }
        let sql = "UPDATE storyNotice SET readAt = at WHERE readAt IS NULL AND at < ? AND fragment >= ?"
        try db.execute(sql: sql, arguments: [Date.now - 7 * 86_400, story])
    }

    private func insert(_ seeded: SeededFragment, _ id: Int64, of story: Int64, _ numbers: [String: Int64], _ db: Database) throws {
        let parent = seeded.after.map { story + Int64($0) - 1 }
        let content = seeded.content
        try db.execute(
            sql: """
                INSERT INTO fragment (id, story, parent, writer, kind, title, text, photo, description, createdAt, depth)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT ifnull(max(depth), -1) + 1 FROM fragment WHERE id = ?))
                """,
            arguments: [
                id, story, parent, numbers[seeded.by], content.kind, content.title, content.text, content.photo, content.description,
                seeded.at, parent,
            ])
        for voter in seeded.votes {
            try db.execute(
                sql: "INSERT INTO vote (writer, fragment, at) VALUES (?, ?, ?)", arguments: [numbers[voter], id, seeded.at])
        }
    }

    private func addNoticesAndDecisions(_ seeded: SeededFragment, at index: Int, _ id: Int64, _ db: Database) throws {
        guard let fragment = try Fragment.find(id, db) else { return }
        let isFirst = fragments.firstIndex { $0.after == seeded.after } == index
        if isFirst, let parent = try fragment.parent.flatMap({ try Fragment.find($0, db) }) {
            try StoryNotice.continued(parent, by: fragment, at: seeded.at, db)
        }
        for decision in seeded.decisions { try decision.write(on: fragment.writer, fragment: fragment, db) }
        guard let known = try SeededReport.file(seeded.reports, on: fragment, db) else { return }
        for note in seeded.notes { try note.write(on: .aCase(known.id), db) }
    }

    static func exported(scopeID: Int64, _ export: SeedExport, _ db: Database) throws -> [SeedValue] {
        let names = try SeededName.all(db)
        var keys = try String.fetchSet(db, sql: "SELECT seedKey FROM story WHERE seedKey IS NOT NULL")
        return try Row.fetchAll(db, sql: "SELECT id, seedKey FROM story ORDER BY id").map { row in
            let story: Int64 = row["id"]
            var key: String = row["seedKey"] ?? "story-\(story)"
            while row["seedKey"] as String? == nil, !keys.insert(key).inserted { key += "-x" }
            let rows = try Row.fetchAll(db, sql: "SELECT * FROM fragment WHERE story = ? ORDER BY id", arguments: [story])
            let places = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1["id"] as Int64, $0 + 1) })
            let fragments = try rows.map { row in
                try SeededFragment.exported(row, after: (row["parent"] as Int64?).flatMap { places[$0] }, names, export, db)
            }
            return .map([("key", .text(key)), ("fragments", .list(fragments))])
        }
    }
}
