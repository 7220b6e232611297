import Accounts
import Foundation
import GRDB
import Web

struct FieldAuthors {
    struct Author: Sendable {
        let accountID: Int64?
        let name: String
        let at: Date

        func localizedName(_ words: Words) -> String { name.isEmpty ? words("merge.other") : name }

        /// Whether an application of a seed file wrote it: its actor is the file.
        var isSeedFile: Bool { accountID == nil && (name.hasSuffix(".yaml") || name.hasSuffix(".yml")) }

        func isSelf(_ actor: Actor) -> Bool { accountID != nil && accountID == actor.accountID }
    }

    private var byField: [String: Author] = [:]
    private var newest: Author?
    /// The number of versions read; beyond it, all fields count as changed by the last author.
    private static let most = 200

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

    init(of draft: Draft) { newest = Author(accountID: draft.accountID, name: draft.actor, at: draft.at) }

    private static func author(of revision: Revision) -> Author {
        Author(accountID: revision.accountID, name: revision.actor, at: revision.at)
    }

    /// - Parameter name: a field or a value in it, such as `steps.2.text`.
    subscript(name: String) -> Author? { byField[String(name.prefix { $0 != "." })] ?? newest }

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
            let who = author?.isSelf(actor) == true ? "" : author?.localizedName(words) ?? words("merge.other")
            if names[who] == nil { order.append(who) }
            names[who, default: []].append(label(field))
        }
        return order.map { who in
            let list = names[who, default: []].joined(separator: ", ")
            return who.isEmpty ? words("merge.takenOwn", ["fields": list]) : words("merge.taken", ["who": who, "fields": list])
        }.joined(separator: " ")
    }
}
