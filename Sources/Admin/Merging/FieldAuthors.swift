import Accounts
import Foundation
import GRDB
import Web

/// Who changed the fields of a record last, and when.
struct FieldAuthors {
    struct Author: Sendable {
        let accountID: Int64?
        let name: String
        let at: Date

        /// The name, as a sentence says it.
        func said(_ words: Words) -> String { name.isEmpty ? words("merge.other") : name }

        /// Whether a person changed it themselves, in another window.
        func isSelf(_ actor: Actor) -> Bool { accountID != nil && accountID == actor.accountID }
    }

    private var byField: [String: Author] = [:]
    private var newest: Author?
    /// Versions that are looked at: one who left a form open for long is told of the last to save.
    private static let most = 200

    /// - Parameter limit: the version that is the last to count.
    init<R: Resource>(of record: R, upTo limit: Int? = nil, _ db: Database) throws {
        let sql = "SELECT * FROM revision WHERE kind = ? AND recordID = ? AND version <= ? ORDER BY id DESC LIMIT \(Self.most)"
        let statement = try db.cachedStatement(sql: sql)
        let revisions = try Revision.fetchAll(statement, arguments: [R.name, record.id, limit ?? record.stamp.version])
        newest = revisions.first.map(Self.author(of:))
        let packed = revisions.map { PackedFields($0.fields) }
        for (index, revision) in revisions.enumerated() {
            for field in R.fields where byField[field.name] == nil {
                if index + 1 < packed.count, packed[index].isSame(field.name, as: packed[index + 1]) { continue }
                byField[field.name] = Self.author(of: revision)
            }
        }
    }

    /// All of a draft is by the last to save it.
    init(of draft: Draft) { newest = Author(accountID: draft.accountID, name: draft.actor, at: draft.at) }

    private static func author(of revision: Revision) -> Author {
        Author(accountID: revision.accountID, name: revision.actor, at: revision.at)
    }

    /// - Parameter name: of the field or of something in it, `steps.2.text`.
    subscript(name: String) -> Author? { byField[String(name.prefix { $0 != "." })] ?? newest }

    /// Says which fields hold what others changed, and who they are; nil for none.
    func sentence(_ fields: [String], _ texts: String, for actor: Actor, _ words: Words) -> String? {
        Self.sentence(fields, by: { self[$0] }, for: actor, words) { words.label(of: $0, texts) }
    }

    static func sentence(
        _ fields: [String], by author: (String) -> Author?, for actor: Actor, _ words: Words, label: (String) -> String
    ) -> String? {
        guard !fields.isEmpty else { return nil }
        var order: [String] = []
        var names: [String: [String]] = [:]
        for field in fields {
            let author = author(field)
            let who = author?.isSelf(actor) == true ? "" : author?.said(words) ?? words("merge.other")
            if names[who] == nil { order.append(who) }
            names[who, default: []].append(label(field))
        }
        return order.map { who in
            let list = names[who, default: []].joined(separator: ", ")
            return who.isEmpty ? words("merge.takenOwn", ["fields": list]) : words("merge.taken", ["who": who, "fields": list])
        }.joined(separator: " ")
    }
}
