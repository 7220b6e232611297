import Accounts
import Foundation
import GRDB
import Web

/// The last change, by the audit log, of something without a history of its own.
public struct LastChange: Sendable {
    private let byField: [String: FieldAuthors.Author]
    /// Unnamed if several people made changes and the log does not tell them apart.
    private let newest: FieldAuthors.Author?
    private static let most = 100

    /// `fields` maps an act to the field that it changes without naming it; `isBare` counts only entries without field names. `count`
    /// (changes) or `since` (entry) tell what came after the form was drawn; nil if unknown.
    public init(
        _ actions: [String], on object: (kind: String, id: Int64?)? = nil, fields: [String: String] = [:],
        isBare: Bool = false, last count: Int? = nil, since: Int64? = nil, in scope: Int64? = nil, _ db: Database
    ) throws {
        let columns = AuditEntry.Columns.self
        var request = AuditEntry.filter(actions.contains(columns.action)).order(columns.id.desc).limit(Self.most)
        if let object { request = request.filter(columns.objectKind == object.kind && columns.objectID == object.id) }
        if let scope { request = request.filter(columns.scopeID == scope) }
        if let since { request = request.filter(columns.id > since) }
        if isBare { request = request.filter(columns.detail == "{}") }
        var byField: [String: FieldAuthors.Author] = [:]
        let entries = try request.fetchAll(db)
        for entry in entries {
            var names = [fields[entry.action]].compactMap { $0 }
            if case .object(let detail)? = try? JSONReader.read(Array(entry.detail.utf8)) { names += detail.map(\.key) }
            for name in names where byField[name] == nil { byField[name] = Self.author(of: entry) }
        }
        let counted = entries.prefix(since == nil ? max(count ?? 1, 1) : entries.count)
        let isOne = Set(counted.map { $0.accountID.map(String.init) ?? $0.actor }).count == 1
        self.byField = byField
        newest = entries.first.map { isOne ? Self.author(of: $0) : .init(accountID: nil, name: "", at: $0.at) }
    }

    private static func author(of entry: AuditEntry) -> FieldAuthors.Author {
        FieldAuthors.Author(accountID: entry.accountID, name: entry.actor, at: entry.at)
    }

    subscript(field: String) -> FieldAuthors.Author? { byField[field] ?? newest }

    /// The sentence of `key` with `{who}` and `{when}`.
    public func sentence(_ key: String, _ words: Words, in zone: TimeZone) -> String {
        let when = newest.map { words.language.relativeMoment($0.at, now: .now, in: zone) } ?? ""
        return words(key, ["who": newest?.localizedName(words) ?? words("merge.other"), "when": when])
    }

    /// Names the fields that another person changed and that stay; `changes` is nil if the person is unknown.
    static func sentence(
        _ fields: [String], by changes: LastChange?, for actor: Actor, _ words: Words, label: (String) -> String
    ) -> String? {
        FieldAuthors.sentence(fields, by: { changes?[$0] }, for: actor, words, label: label)
    }
}
