import Accounts
import Foundation
import GRDB
import Web

final class SeedRoles: SeedList {
    private struct Draft {
        let existing: CustomRole?
        var role: CustomRole
        let node: SeedNode
        let tally: SeedTally
        var changed: [String] { tally.changed }
    }

    private let reader: SeedReader
    private let known: [String]
    private let scopes: [String]
    private var drafts: [Draft] = []
    private(set) var part = SeedPlan.Part(name: "roles", scope: nil)
    private(set) var roles: [Role] = []

    static let knownKeys = ["key", "title", "scope", "confined", "may"]

    init(_ node: SeedNode?, reader: SeedReader, seed: Seed) throws {
        (self.reader, known, scopes) = (reader, seed.permissions, seed.scopeKinds)
        let stored = try CustomRole.order(Column("name")).fetchAll(reader.db)
        var (keys, titles) = (SeedKeys(reader, what: "key"), SeedKeys(reader, what: "title"))
        for item in node?.list() ?? [] {
            guard let mapping = SeedMapping(item.called("role"), known: Self.knownKeys) else { continue }
            try read(mapping, stored, &keys, &titles)
        }
        for draft in drafts { draft.tally.count(draft.role.name, in: &part) }
        let named = Set(drafts.map(\.role.name))
        roles = stored.filter { !named.contains($0.name) }.map(\.role) + drafts.map(\.role.role)
    }

    private func read(_ mapping: SeedMapping, _ stored: [CustomRole], _ keys: inout SeedKeys, _ titles: inout SeedKeys) throws {
        let key = mapping.required("key").flatMap { node -> String? in
            guard let text = node.text() else { return nil }
            guard text.wholeMatch(of: #/own-[a-z0-9-]{1,80}/#) != nil else {
                node.refuse("ownRole")
                return nil
            }
            return keys.note(text, at: node)
        }
        guard let key else { return }
        let existing = stored.first { $0.name == key }
        if existing == nil, staysAway(key) { return }
        let now = try reader.db.transactionDate
        var role = existing ?? CustomRole(name: key, title: "", scope: scope(mapping, existing), grants: [], at: now)
        if existing != nil { _ = scope(mapping, existing) }
        if let node = existing == nil ? mapping.required("title") : mapping["title"], let typed = node.text() {
            let title = typed.trimmingSpaces()
            if !(1...CustomRole.longestTitle).contains(title.unicodeScalars.count) {
                node.refuse("long", ["limit": "\(CustomRole.longestTitle)"])
            }
            if let other = stored.first(where: { $0.name != key && $0.title.folded == title.folded }) {
                node.note(SeedSentences.titleTaken(title, key: other.name))
            }
            _ = titles.note(title.folded, at: node)
            role.rename(title)
        }
        if let confined = mapping["confined"]?.flag() { role.isConfined = confined }
        if let nodes = mapping["may"]?.list() { role.grants = Set(nodes.compactMap(permission)).sorted() }
        var tally = SeedTally(SeedIdentity(part.name, scope: nil, key), mapping, reader, isNew: existing == nil)
        let (file, grants) = (role, { (role: CustomRole?) -> JSON in .list((role?.grants ?? []).sorted().map(JSON.text)) })
        if !tally.settle("title", site: .optional(existing?.title), file: .text(file.title)), let existing { role.rename(existing.title) }
        if !tally.settle("confined", site: .flag(existing?.isConfined ?? false), file: .flag(file.isConfined)) {
            role.isConfined = existing?.isConfined ?? false
        }
        if !tally.settle("may", site: grants(existing), file: grants(file)) { role.grants = existing?.grants ?? [] }
        drafts.append(Draft(existing: existing, role: role, node: mapping.node, tally: tally))
    }

    /// Whether people deleted a role that the file made: it is not made again.
    private func staysAway(_ key: String) -> Bool {
        let identity = SeedIdentity(part.name, scope: nil, key)
        guard reader.ledger.hasWritten(identity), reader.ledger.policy != .file, let last = reader.ledger.lastFields(identity) else {
            return false
        }
        reader.ledger.remember(identity, last)
        part.left += 1
        part.changes.append(SeedChange(.keep, key, note: SeedSentence(key: "plan.wasDeleted")))
        return true
    }

    /// The limit of an existing role stays, because people have it in their houses.
    private func scope(_ mapping: SeedMapping, _ existing: CustomRole?) -> String? {
        guard let node = mapping["scope"], let text = node.text() else { return nil }
        guard scopes.contains(text) else {
            node.unknown(text, among: scopes)
            return nil
        }
        if let existing, existing.scope != text { node.refuse("roleScope") }
        return text
    }

    private func permission(_ node: SeedNode) -> String? {
        guard let text = node.text() else { return nil }
        guard known.contains(text) else {
            node.unknown("permission", text, among: known)
            return nil
        }
        return text
    }

    func write(_ writing: SeedWriting) throws {
        let (db, now) = (writing.db, try writing.db.transactionDate)
        for draft in drafts where draft.existing == nil || !draft.changed.isEmpty {
            try writing.put(draft.role.name, in: part, at: draft.node) {
                var role = draft.role
                role.updatedAt = now
                try writing.watch(role.name, in: part) {
                    if draft.existing == nil {
                        try role.insert(db)
                    } else {
                        role.version += 1
                        try role.update(db)
                    }
                }
                try AuditEntry.write(
                    db, draft.existing == nil ? "role.create" : "role.update", by: writing.actor, on: ("role", role.id ?? 0, role.title),
                    detail: ["added": role.grants.joined(separator: ", ")])
            }
        }
    }
}

extension Seed {
    var permissions: [String] {
        let resources = modules.flatMap { $0.resources }.flatMap { [$0.seeing, $0.editing] }
        return Set((resources + AccessMap.shared + modules.flatMap { $0.rights }).map(\.rawValue)).sorted()
    }

    var scopeKinds: [String] { Set(modules.flatMap { $0.resources }.compactMap { $0.scope?.kind }).sorted() }

    func exportedRoles(_ db: Database) throws -> [SeedValue] {
        try CustomRole.order(Column("name")).fetchAll(db).map { role in
            let scope: [(String, SeedValue)] = role.scope.map { [("scope", .text($0))] } ?? []
            let confined: [(String, SeedValue)] = role.isConfined ? [("confined", .flag(true))] : []
            // Unknown permissions could not be imported again.
            let may = role.grants.filter(permissions.contains).sorted().map(SeedValue.text)
            return .map([("key", .text(role.name)), ("title", .text(role.title))] + scope + confined + [("may", .list(may))])
        }
    }
}
