import Accounts
import Foundation
import GRDB
import Web

/// Entries that are no records, compared as a whole by digests of what the file said and what the site then held.
final class SeedExtraList<E: SeedExtra>: SeedRecordList {
    private let node: SeedNode
    private let scopeID: Int64?
    private var extras: [(extra: E, node: SeedNode, isSame: Bool)] = []
    private(set) var part: SeedPlan.Part
    /// The entries whose state on the site is noted after writing, with the fields that the file says.
    private var toNote: [(key: String, digest: String, fields: [String])] = []
    private var onSite: [String: [(String, SeedValue)]]?

    init(_ node: SeedNode, system: String, scope: (id: Int64, key: String)?) {
        self.node = node
        scopeID = scope?.id
        part = SeedPlan.Part(name: "\(system).\(E.path)", scope: scope?.key)
    }

    var ids: [(key: String, id: Int64)] { [] }
    var contents: [(id: Int64, key: String, contents: SeedNode)] { [] }
    var secrets: Set<String> { Set(extras.filter { !$0.isSame }.compactMap(\.extra.secret)) }

    private var ledger: SeedLedger { node.reader.ledger }
    private func identity(_ key: String) -> SeedIdentity { SeedIdentity(part.name, scope: scopeID, key) }

    func read() throws {
        node.reader.scopeID = scopeID
        var seen: Set<String> = []
        for item in node.list() ?? [] {
            guard let mapping = SeedMapping(item.called(E.path), known: E.known), let extra = E(mapping, scopeID: scopeID ?? 0) else {
                continue
            }
            guard seen.insert(extra.key).inserted else {
                item.refuse("twice")
                continue
            }
            extras.append((extra, item, try !settle(extra, item, mapping)))
        }
    }

    private func settle(_ extra: E, _ item: SeedNode, _ mapping: SeedMapping) throws -> Bool {
        let digest = item.item.digest(without: Set(E.secretKeys)) + extra.filesDigest
        let before = ledger.lastFields(identity(extra.key)) ?? []
        let last = before.first { $0.key == "entry" }?.value.text
        let fields = E.known.filter { mapping.states($0) && !E.secretKeys.contains($0) }
        ledger.remember(identity(extra.key), [("entry", .text(digest))] + before.filter { $0.key.hasPrefix(Self.site) })
        switch try extra.state(node.reader.db) {
        case .same:
            part.left += 1
            if E.secretKeys.contains(where: mapping.states) { part.secrets += 1 }
            guard last != digest else { return false }
            toNote.append((extra.key, digest, fields))
            if last != nil, !E.comparesValues, try !isEqual(extra.key, item, fields) {
                part.changes.append(SeedChange(.ignore, extra.key, note: SeedSentence(key: "plan.once")))
            }
            return false
        case .new: return settleNew(extra, item, last, digest, fields)
        case .changed(let names): return try settleChanged(extra, item, names, before, digest, fields)
        }
    }

    /// Whether the site holds what the file says, as for what both changed alike.
    private func isEqual(_ key: String, _ item: SeedNode, _ fields: [String]) throws -> Bool {
        let values = try values(key, item, fields)
        return values.count == fields.count && !fields.isEmpty && values.allSatisfy { $0.site.map(\.json) == $0.file.map(\.json) }
    }

    private func settleNew(_ extra: E, _ item: SeedNode, _ last: String?, _ digest: String, _ fields: [String]) -> Bool {
        guard let last, ledger.policy != .file else {
            part.count(extra.key, isNew: true, changed: [])
            toNote.append((extra.key, digest, fields))
            return true
        }
        part.left += 1
        if last == digest || ledger.policy == .people {
            part.changes.append(SeedChange(.keep, extra.key, note: SeedSentence(key: "plan.wasRemoved")))
        } else {
            part.changes.append(SeedChange(.conflict, extra.key, note: SeedSentence(key: "plan.wasRemoved")))
            ledger.refuse(item, SeedSentences.removed(extra.key))
        }
        return false
    }

    private func settleChanged(
        _ extra: E, _ item: SeedNode, _ names: [String], _ before: [(key: String, value: JSON)], _ digest: String, _ fields: [String]
    ) throws -> Bool {
        let file = JSON.text(digest)
        // The fields of the file that people have changed; nil where the site's values cannot be read back.
        let touched = try changedOnSite(extra.key, before)
        let verdict = ledger.verdict(identity(extra.key), "entry", isBlank: false, isOfFile: { false }) {
            ($0 == file, touched?.isEmpty ?? true)
        }
        let values = try values(extra.key, item, names)
        if verdict.outcome == .written {
            part.count(extra.key, isNew: false, changed: names, values: values)
            if verdict.reason == .file, touched == nil, let last = part.changes.indices.last {
                part.changes[last].note = SeedSentence(key: "plan.unread")
            }
            toNote.append((extra.key, digest, fields))
            return true
        }
        part.left += 1
        let others = names.filter { name in !values.contains { $0.field == name } }
        let note = others.isEmpty ? nil : SeedSentence.list(others)
        guard verdict.outcome == .conflict else {
            part.changes.append(SeedChange(.keep, extra.key, values, note: note))
            return false
        }
        part.changes.append(SeedChange(.conflict, extra.key, values, note: note))
        let said = values.isEmpty ? SeedSentence.list(names) : SeedSentences.values(values)
        ledger.refuse(item, SeedSentences.conflict(in: said, verdict.reason))
        return false
    }

    func write(_ writing: SeedWriting) throws {
        for (extra, item, isSame) in extras where !isSame {
            let hash = extra.secret.flatMap { writing.hashes[$0] }
            try writing.put(extra.key, in: part, at: item) {
                try writing.watch(extra.key, in: part, isFinal: E.isFinal) { try extra.write(writing.db, hash: hash, by: writing.actor) }
            }
        }
    }
}

extension SeedExtraList {
    /// Before the names of fields in the memory that hold digests of the site's values.
    private static var site: String { "site." }

    func noteSite() throws {
        guard !toNote.isEmpty else { return }
        onSite = nil
        for (key, digest, fields) in toNote {
            let values = try exported()[key] ?? []
            let site = fields.compactMap { name in values.first { $0.0 == name }.map { (key: Self.site + name, value: Self.digest($0.1)) } }
            ledger.remember(identity(key), [("entry", .text(digest))] + site)
        }
    }

    private static func digest(_ value: SeedValue) -> JSON {
        .text(SeedItem(value, at: SeedPlace(file: 0, line: 1, column: 1)).digest(without: []))
    }

    /// The noted fields whose values have changed on the site since; nil if there is nothing to compare with.
    private func changedOnSite(_ key: String, _ before: [(key: String, value: JSON)]) throws -> [String]? {
        let noted = before.filter { $0.key.hasPrefix(Self.site) }
        guard !noted.isEmpty, let values = try exported()[key] else { return nil }
        return noted.compactMap { name, digest in
            let field = String(name.dropFirst(Self.site.count))
            let now = values.first { $0.0 == field }.map { Self.digest($0.1) }
            return now == digest ? nil : field
        }
    }

    /// The values of an entry's fields on the site and in the file, without secrets.
    private func values(_ key: String, _ item: SeedNode, _ names: [String]) throws -> [SeedChange.Value] {
        guard let site = try exported()[key], case .map(let pairs) = item.item.content else { return [] }
        return names.compactMap { name in
            guard !E.secretKeys.contains(name), let file = pairs.first(where: { $0.key.name == name })?.value else { return nil }
            return SeedChange.Value(field: name, site: site.first { $0.0 == name }?.1, file: SeedValue(file))
        }
    }

    /// What an export would say of the list, by the entry's key. Reading it back notes no mistakes.
    private func exported() throws -> [String: [(String, SeedValue)]] {
        if let onSite { return onSite }
        let reader = node.reader
        let (mistakes, scope) = (reader.mistakes, reader.scopeID)
        defer { (reader.mistakes, reader.scopeID) = (mistakes, scope) }
        reader.scopeID = scopeID
        var found: [String: [(String, SeedValue)]] = [:]
        let entries = try E.exported(scopeID: scopeID ?? 0, SeedExport(state: SeedExportState(reader.db)), reader.db)
        for entry in entries {
            guard case .map(let pairs) = entry else { continue }
            let item = SeedItem(entry, at: node.item.place)
            guard let mapping = SeedMapping(SeedNode(item: item, name: E.path, reader: reader), known: E.known),
                let extra = E(mapping, scopeID: scopeID ?? 0)
            else { continue }
            found[extra.key] = pairs
        }
        onSite = found
        return found
    }
}

extension SeedItem {
    convenience init(_ value: SeedValue, at place: SeedPlace) {
        let content: Content =
            switch value {
            case .text(let text): .scalar(text, isPlain: false)
            case .number(let text): .scalar(text, isPlain: true)
            case .flag(let flag): .scalar(flag ? "true" : "false", isPlain: true)
            case .list(let items): .list(items.map { SeedItem($0, at: place) })
            case .map(let pairs): .map(pairs.map { (SeedKey(name: $0.0, place: place), SeedItem($0.1, at: place)) })
            case .include: .broken
            }
        self.init(place, content)
    }
}

extension SeedValue {
    init?(_ item: SeedItem) {
        switch item.content {
        case .broken: return nil
        case .scalar where item.isNull: return nil
        case .scalar where item.isSecret: self = .text("…")
        case .scalar(let text, let isPlain):
            switch isPlain ? PlainWord(text) : nil {
            case .number?: self = .number(text)
            case .flag? where text == "true" || text == "false": self = .flag(text == "true")
            default: self = .text(text)
            }
        case .list(let items): self = .list(items.compactMap { SeedValue($0) })
        case .map(let pairs): self = .map(pairs.compactMap { pair in SeedValue(pair.value).map { (pair.key.name, $0) } })
        }
    }
}
