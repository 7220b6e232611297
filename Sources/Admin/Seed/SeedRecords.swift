import Accounts
import Foundation
import GRDB
import Web

final class SeedRecords<R: Resource>: SeedRecordList {
    private struct Draft {
        let mapping: SeedMapping
        let key: String
        let id: Int64
        let existing: R?
        var record: R
        var changed: [String] = []
    }

    private let reader: SeedReader
    private let scopeID: Int64?
    private var drafts: [Draft] = []
    private var keyless: [SeedMapping] = []
    private(set) var part: SeedPlan.Part

    /// Assigns keys and ids first, so that all records can be referred to.
    init(_ node: SeedNode, scope: (id: Int64, key: String)?) throws {
        reader = node.reader
        scopeID = scope?.id
        part = SeedPlan.Part(name: R.name, scope: scope?.key)
        var keys = SeedKeys(reader, what: "key")
        let stored = try storedIDs()
        for item in node.list() ?? [] {
            let item = item.called(R.path)
            guard let mapping = SeedMapping(item, known: Self.knownKeys) else { continue }
            guard let key = keys.take(mapping, made: mapping[R.title.name]?.quietText?.slug) else {
                keyless.append(mapping)
                continue
            }
            let existing = try stored[key].flatMap { try R.fetch(reader.db, id: $0) }
            let id = try stored[key] ?? reader.newID(in: R.table)
            reader.register(key, id, in: R.table, scopeID: R.scope == nil ? nil : scopeID)
            drafts.append(Draft(mapping: mapping, key: key, id: id, existing: existing, record: existing ?? R.seeded))
        }
    }

    static var knownKeys: [String] { ["key"] + owner + R.fields.map(\.name) + (R.scope == nil ? ["contents"] : []) }
    private static var owner: [String] { R.audience?.owner == nil ? [] : ["owner"] }

    private var isOfScope: String { R.scope.map { "\($0.column) IS ?" } ?? "1 OR ?" }

    private func storedIDs() throws -> [String: Int64] {
        let rows = try Row.fetchAll(reader.db, sql: "SELECT key, id FROM \(R.table) WHERE \(isOfScope)", arguments: [scopeID])
        return Dictionary(rows.map { ($0[0], $0[1]) }) { first, _ in first }
    }

    var contents: [(id: Int64, key: String, contents: SeedNode)] {
        drafts.compactMap { draft in draft.mapping["contents"].map { (draft.id, draft.key, $0) } }
    }

    var ids: [(key: String, id: Int64)] { drafts.map { ($0.key, $0.id) } }

    func read() throws {
        reader.scopeID = scopeID
        for index in drafts.indices { read(&drafts[index]) }
        for mapping in keyless {
            var record = R()
            mapping.fill(R.fields, into: &record, blank: R(), isNew: true)
        }
        try checkTitles()
        for draft in drafts { part.count(draft.key, isNew: draft.existing == nil, changed: draft.changed) }
    }

    private func read(_ draft: inout Draft) {
        draft.record.stamp.key = draft.key
        draft.record.stamp.scopeID = scopeID
        let count = reader.mistakes.count
        draft.mapping.fill(R.fields, into: &draft.record, blank: R.seeded, isNew: draft.existing == nil)
        if let owner = draft.mapping["owner"] { draft.record.stamp.ownerID = reader.account(owner) }
        if reader.mistakes.count == count { draft.mapping.node.check(draft.record.check) }
        guard let existing = draft.existing else { return }
        if existing.stamp.deletedAt != nil {
            draft.record.stamp.deletedAt = nil
            draft.changed.append("back from the trash")
        }
        if existing.stamp.ownerID != draft.record.stamp.ownerID { draft.changed.append("owner") }
        for field in R.fields {
            if field.isSame(existing, draft.record) {
                // Copies the stored value, so that parts keep their ids.
                field.copy(existing, &draft.record)
            } else {
                draft.changed.append(field.name)
            }
        }
    }

    /// Titles are unique in a scope, except where people see different records or the table allows repetition, as for events and alerts.
    private func checkTitles() throws {
        let isUnique = try Bool.fetchOne(
            reader.db, sql: "SELECT \"unique\" FROM pragma_index_list(?) WHERE name = ?", arguments: [R.table, R.table + "_title"])
        guard R.audience?.owner == nil, isUnique == true else { return }
        let ids = Set(drafts.map(\.id))
        let sql = "SELECT folded, id, key FROM \(R.table) WHERE deletedAt IS NULL AND (\(isOfScope))"
        let rows = try Row.fetchAll(reader.db, sql: sql, arguments: [scopeID])
        let others = Dictionary(rows.filter { !ids.contains($0[1]) }.map { ($0[0] as String, $0[2] as String) }) { first, _ in first }
        var seen: [String: SeedPlace] = [:]
        for draft in drafts where !draft.record.titleText.isEmpty {
            let (title, place) = (draft.record.titleText, draft.mapping.nearest(R.title.name).item.place)
            if let first = seen[title.folded] {
                reader.mistakes.note(place, SeedSentences.twiceInList(R.title.name, title, place: reader.text(first)))
            } else if let other = others[title.folded] {
                reader.mistakes.note(place, SeedSentences.titleTaken(title, key: other))
            }
            seen[title.folded] = seen[title.folded] ?? place
        }
    }

    func write(_ writing: SeedWriting) throws {
        let db = writing.db
        let changed = drafts.filter { $0.existing != nil && !$0.changed.isEmpty }
        // Swapped titles are briefly duplicated in the index.
        for draft in changed where draft.changed.contains(R.title.name) {
            try db.execute(sql: "UPDATE \(R.table) SET folded = ? WHERE id = ?", arguments: ["\u{1}\(draft.id)", draft.id])
        }
        for draft in changed {
            try writing.put(draft.key, in: part) {
                var record = draft.record
                try record.update(db, by: writing.actor, words: writing.words, zone: reader.site.zone)
                if draft.existing?.stamp.deletedAt != nil { try record.record("restore", db, by: writing.actor) }
            }
        }
        for draft in drafts where draft.existing == nil {
            try writing.put(draft.key, in: part) {
                var record = draft.record
                try record.insert(db, by: writing.actor)
                guard record.stamp.id == draft.id else {
                    throw SeedFailure(description: "\(R.name) \(draft.key) got the id \(record.stamp.id ?? 0), not \(draft.id)")
                }
            }
        }
    }
}

struct SeedKeys {
    private let reader: SeedReader
    private let what: String
    private var seen: [String: SeedPlace] = [:]

    init(_ reader: SeedReader, what: String) { (self.reader, self.what) = (reader, what) }

    /// The given key, or the one made from the title (`made`); nil if it is invalid. Without a title there is no key, which is reported
    /// separately.
    mutating func take(_ mapping: SeedMapping, made: @autoclosure () -> String?) -> String? {
        guard let node = mapping["key"] else {
            guard let base = made() else { return nil }
            let key = seen[base] == nil ? base : (2...).lazy.map { "\(base)-\($0)" }.first { [seen] in seen[$0] == nil } ?? base
            seen[key] = mapping.node.item.place
            return key
        }
        guard let key = node.text() else { return nil }
        guard key.isSeedKey else {
            node.refuse("key", ["key": key.slug])
            return nil
        }
        return note(key, at: node)
    }

    mutating func note(_ key: String, at node: SeedNode) -> String? {
        if let first = seen[key] {
            node.note(SeedSentences.twiceInList(what, key, place: reader.text(first)))
            return nil
        }
        seen[key] = node.item.place
        return key
    }
}

extension SeedNode {
    var quietText: String? {
        if case .scalar(let text, _) = item.content, !text.isEmpty { text } else { nil }
    }
}

extension String {
    /// 1 to 80 of `a-z 0-9 - _`, beginning with a letter or digit: valid as a file name.
    fileprivate var isSeedKey: Bool {
        guard let first = utf8.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "_"), utf8.count <= 80 else { return false }
        return utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "-_".utf8.contains($0) }
    }
}
