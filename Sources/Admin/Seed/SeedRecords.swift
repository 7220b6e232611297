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
        let formerKey: String?
        var record: R
        var changed: [String] = []
        var values: [SeedChange.Value] = []
        var isGone = false
        /// Its place on pages, where the order is that of the file.
        var ordering: Int?
    }

    private let reader: SeedReader
    private let scopeID: Int64?
    private let isOrdered: Bool
    private var drafts: [Draft] = []
    private var keyless: [SeedMapping] = []
    private(set) var part: SeedPlan.Part

    /// Assigns keys and ids first, so that all records can be referred to.
    init(_ node: SeedNode, scope: (id: Int64, key: String)?) throws {
        reader = node.reader
        scopeID = scope?.id
        isOrdered = node.item.order != nil && R.field("ordering") != nil
        part = SeedPlan.Part(name: R.name, scope: scope?.key)
        part.isOrdered = isOrdered
        if let order = node.item.order, !isOrdered { reader.mistakes.note(order, SeedSentences.noOrder(R.path)) }
        var keys = SeedKeys(reader, what: "key")
        let stored = try storedIDs()
        let items = node.records() ?? []
        for (index, item) in items.enumerated() {
            let item = item.called(R.path)
            guard let mapping = SeedMapping(item, known: Self.knownKeys) else { continue }
            guard let key = keys.take(mapping, made: mapping[R.title.name]?.quietText?.slug) else {
                keyless.append(mapping)
                continue
            }
            let former = formerKey(mapping, key, stored)
            let id = stored[former ?? key]
            let existing = try id.flatMap { try R.fetch(reader.db, id: $0) }
            let taken = try id ?? reader.newID(in: R.table)
            if let former { reader.ledger.rename(identity(former), to: identity(key)) }
            reader.register(key, taken, in: R.table, scopeID: R.scope == nil ? nil : scopeID)
            drafts.append(
                Draft(
                    mapping: mapping, key: key, id: taken, existing: existing, formerKey: former, record: existing ?? R.seeded,
                    ordering: isOrdered ? Self.ordering(of: index, among: items.count) : nil))
        }
    }

    /// Tens, as the forms give them, or less where there are many.
    private static func ordering(of index: Int, among count: Int) -> Int { (index + 1) * max(1, min(10, 10_000 / count)) }

    static var knownKeys: [String] {
        ["key", "was"] + owner + R.fields.map(\.name) + (R.scope == nil ? ["contents"] : []) + R.olderTexts.map(\.name)
    }
    private static var owner: [String] { R.audience?.owner == nil ? [] : ["owner"] }

    private func identity(_ key: String) -> SeedIdentity { SeedIdentity(R.name, scope: scopeID, key) }

    private func storedIDs() throws -> [String: Int64] {
        let rows = try Row.fetchAll(reader.db, sql: "SELECT key, id FROM \(R.table) WHERE \(R.scopeCondition)", arguments: [scopeID])
        return Dictionary(rows.map { ($0["key"], $0["id"]) }) { first, _ in first }
    }

    /// The key of a record on the site that `was:` renames; nil if there is none or it is renamed already.
    private func formerKey(_ mapping: SeedMapping, _ key: String, _ stored: [String: Int64]) -> String? {
        guard let node = mapping["was"], let former = node.text() else { return nil }
        guard former != key else {
            node.refuse("wasItself")
            return nil
        }
        guard stored[former] != nil else { return nil }
        guard stored[key] == nil else {
            node.refuse("wasBoth", ["key": key, "was": former])
            return nil
        }
        return former
    }

    var contents: [(id: Int64, key: String, contents: SeedNode)] {
        drafts.compactMap { draft in draft.mapping["contents"].map { (draft.id, draft.key, $0) } }
    }

    var ids: [(key: String, id: Int64)] { drafts.map { ($0.key, $0.id) } }
    var unkeyedAdditions: [(key: String, node: SeedNode)] {
        drafts.filter { $0.existing == nil && !$0.mapping.states("key") }.map { ($0.key, $0.mapping.node) }
    }

    func read() throws {
        reader.scopeID = scopeID
        for index in drafts.indices { try read(&drafts[index]) }
        for mapping in keyless {
            var record = R()
            mapping.fill(R.fields, into: &record, blank: R(), isNew: true)
        }
        try checkTitles()
        for draft in drafts {
            part.count(draft.key, isNew: draft.existing == nil, changed: draft.changed, values: draft.values)
        }
    }

    private func read(_ draft: inout Draft) throws {
        draft.record.stamp.key = draft.key
        draft.record.stamp.scopeID = scopeID
        let count = reader.mistakes.count
        draft.mapping.fill(R.fields, into: &draft.record, blank: R.seeded, isNew: draft.existing == nil)
        takeOlder(&draft)
        if let ordering = draft.ordering { order(&draft, ordering) }
        if let owner = draft.mapping["owner"] { draft.record.stamp.ownerID = reader.account(owner) }
        guard reader.mistakes.count == count else { return }
        try settle(&draft)
        draft.mapping.node.check(draft.record.check)
    }

    /// Reads texts under the names that they had before they became translations.
    private func takeOlder(_ draft: inout Draft) {
        let texts = R.olderTexts.filter { draft.mapping.states($0.name) }.map { older in
            (older: older, text: draft.mapping[older.name]?.text()?.trimmingSpaces() ?? "")
        }
        draft.record.take(texts, site: reader.site.language)
    }

    private func order(_ draft: inout Draft, _ ordering: Int) {
        if draft.mapping.states("ordering") { draft.mapping.nearest("ordering").refuse("orderTwice") }
        if R.field("ordering")?.unpack(&draft.record, .number(ordering)) != true { draft.mapping.node.refuse("orderLong") }
    }

    private func states(_ name: String, _ draft: Draft) -> Bool {
        draft.mapping.states(name) || (name == "ordering" && draft.ordering != nil)
            || (R.field(name)?.kind is TranslationsFieldType && R.olderTexts.contains { draft.mapping.states($0.name) })
    }

    private func settle(_ draft: inout Draft) throws {
        var said = R.fields.filter { states($0.name, draft) }.map { (key: $0.name, value: $0.pack(draft.record)) }
        if draft.mapping.states("owner") { said.append(("owner", .optional(draft.record.stamp.ownerID.map(Int.init)))) }
        if let existing = draft.existing {
            if let former = draft.formerKey {
                draft.changed.append("key")
                draft.values.append(SeedChange.Value(field: "key", site: .text(former), file: .text(draft.key)))
            }
            if try existing.stamp.deletedAt == nil || comesBack(&draft, existing, said) {
                let given = try compare(&draft, existing)
                said.removeAll { given.contains($0.key) }
            }
        }
        reader.ledger.remember(identity(draft.key), said)
    }

    private func comesBack(_ draft: inout Draft, _ existing: R, _ said: [(key: String, value: JSON)]) throws -> Bool {
        let isOfPeople = try Self.isThrownAway(draft.id, reader.db)
        let verdict = reader.ledger.absence(identity(draft.key), isOfPeople: isOfPeople) { last in
            said.contains { name, value in
                guard let field = R.field(name), let json = last[name] else { return last[name].map { $0 != value } ?? true }
                var (was, now) = (existing, existing)
                return !field.unpack(&was, json) || !field.unpack(&now, value) || !field.isSame(was, now)
            }
        }
        if verdict.outcome == .written {
            draft.record.stamp.deletedAt = nil
            draft.changed.append(SeedPlan.back)
            return true
        }
        draft.record = existing
        (draft.isGone, draft.changed) = (true, [])
        if verdict.outcome == .conflict {
            reader.ledger.refuse(draft.mapping.node, SeedSentences.trashed(draft.key, hasChanged: verdict.reason == .both))
            part.changes.append(SeedChange(.conflict, draft.key, note: SeedSentence(key: "plan.isInTrash")))
        } else {
            part.changes.append(SeedChange(.keep, draft.key, note: SeedSentence(key: "plan.wasTrashed")))
        }
        return false
    }

    /// Whether a person moved it to the trash, other than by the undo of an application.
    private static func isThrownAway(_ id: Int64, _ db: Database) throws -> Bool {
        guard let newest = try Revision.newest(R.name, id, db), newest.act == "delete", newest.accountID != nil else { return false }
        let sql = "SELECT NOT EXISTS (SELECT 1 FROM act WHERE id = ? AND text = ?)"
        return try Bool.fetchOne(db, sql: sql, arguments: [newest.actID, SeedUndone.text]) ?? true
    }

    /// Compares field by field, and returns those that another application keeps.
    private func compare(_ draft: inout Draft, _ existing: R) throws -> [String] {
        var (kept, refused, given): ([SeedChange.Value], [SeedChange.Value], [String]) = ([], [], [])
        let file = draft.record
        let owners = (site: JSON.optional(existing.stamp.ownerID.map(Int.init)), file: JSON.optional(file.stamp.ownerID.map(Int.init)))
        if owners.site != owners.file {
            let verdict = reader.ledger.verdict(identity(draft.key), "owner", isBlank: owners.site.isNull, isOfFile: { false }) {
                ($0 == owners.file, $0 == owners.site)
            }
            if verdict.outcome == .written {
                draft.changed.append("owner")
            } else {
                draft.record.stamp.ownerID = existing.stamp.ownerID
                let value = SeedChange.Value(field: "owner", site: spelled(owners.site), file: spelled(owners.file))
                if verdict.outcome == .kept { kept.append(value) } else { refused.append(value) }
                if case .owned = verdict.reason { given.append("owner") }
                if verdict.outcome == .conflict {
                    reader.ledger.refuse(draft.mapping.nearest("owner"), SeedSentences.conflict(value, verdict.reason))
                }
            }
        }
        for field in R.fields {
            if field.isSame(existing, file) {
                // Copies the stored value, so that parts keep their ids.
                field.copy(existing, &draft.record)
                continue
            }
            let verdict = try reader.ledger.verdict(
                identity(draft.key), field.name, isBlank: field.isSame(existing, R.seeded),
                isOfFile: { try FieldAuthors(of: existing, reader.db)[field.name]?.isSeedFile ?? false }
            ) { last in
                var was = existing
                return field.unpack(&was, last) ? (field.isSame(was, file), field.isSame(was, existing)) : nil
            }
            var value = SeedChange.Value(
                field: field.name, site: reader.spelled(field, of: existing), file: reader.spelled(field, of: file))
            if verdict.outcome == .written {
                draft.changed.append(field.name)
                draft.values.append(value)
                continue
            }
            field.copy(existing, &draft.record)
            if case .owned = verdict.reason { given.append(field.name) }
            if verdict.outcome == .kept {
                kept.append(value)
                continue
            }
            var was = existing
            if let last = verdict.last, field.unpack(&was, last) { value.last = reader.spelled(field, of: was) }
            refused.append(value)
            reader.ledger.refuse(draft.mapping.nearest(field.name), SeedSentences.conflict(value, verdict.reason))
        }
        if !kept.isEmpty { part.changes.append(SeedChange(.keep, draft.key, kept)) }
        if !refused.isEmpty { part.changes.append(SeedChange(.conflict, draft.key, refused)) }
        return given
    }

    private func spelled(_ owner: JSON) -> SeedValue? {
        var key: String?
        reader.trying { key = try owner.number.flatMap { try reader.spelling.state.keys(Account.databaseTableName)[Int64($0)] } }
        return key.map(SeedValue.text)
    }

    private func checkTitles() throws {
        guard var titles = try SeedTitles<R>(reader, scopeID: scopeID, except: Set(drafts.map(\.id))) else { return }
        for draft in drafts where !draft.isGone {
            titles.take(draft.record.titleText, at: draft.mapping.nearest(R.title.name).item.place)
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
            try writing.put(draft.key, in: part, at: draft.mapping.node) {
                var record = draft.record
                if draft.formerKey != nil {
                    try db.execute(sql: "UPDATE \(R.table) SET key = ? WHERE id = ?", arguments: [draft.key, draft.id])
                }
                try draft.existing?.reviseIfChanged(db)
                // One revision, so that one undo takes back both the values and the return from the trash.
                let act = draft.existing?.stamp.deletedAt == nil ? "update" : "restore"
                try record.update(db, by: writing.actor, words: writing.words, zone: reader.site.zone, as: act)
            }
        }
        for draft in drafts where draft.existing == nil {
            try writing.put(draft.key, in: part, at: draft.mapping.node) {
                var record = draft.record
                try record.insert(db, by: writing.actor)
                guard record.stamp.id == draft.id else {
                    throw SeedFailure(description: "\(R.name) \(draft.key) got the id \(record.stamp.id ?? 0), not \(draft.id)")
                }
            }
        }
    }
}
