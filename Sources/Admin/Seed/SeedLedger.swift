import Foundation
import GRDB
import Web

/// What an application does where the file and the site differ.
public enum SeedPolicy: String, Sendable {
    case refuse
    /// The file wins.
    case file
    /// People win.
    case people
}

/// Decides each difference between a file and the site by what files wrote last, and notes what this one writes.
final class SeedLedger {
    let application: String
    let policy: SeedPolicy
    private(set) var conflicts = SeedMistakes()
    private var memory: SeedMemory
    private var written: [SeedIdentity: String] = [:]
    private var surrendered: [(identity: SeedIdentity, field: String, owner: String)] = []
    private var renamed: [(from: SeedIdentity, to: SeedIdentity)] = []
    private var released: Set<SeedIdentity> = []
    /// Whether the site has no history yet: all its values may be replaced.
    let isNewSite: Bool

    init(_ options: SeedOptions, _ db: Database) throws {
        (application, policy) = (options.name, options.policy)
        memory = try SeedMemory(db)
        let sql = "SELECT NOT EXISTS (SELECT 1 FROM revision) AND NOT EXISTS (SELECT 1 FROM seedApplication)"
        isNewSite = try Bool.fetchOne(db, sql: sql) ?? true
    }

    /// What this application wrote last; nil for an entry that it never wrote.
    func last(_ identity: SeedIdentity) -> PackedFields? { memory[identity][application].map { PackedFields($0) } }

    func lastFields(_ identity: SeedIdentity) -> [(key: String, value: JSON)]? {
        guard let text = memory[identity][application], case .object(let pairs)? = try? JSON(parsing: text.utf8) else { return nil }
        return pairs
    }

    func hasWritten(_ identity: SeedIdentity) -> Bool { memory[identity][application] != nil }

    func forgotten() -> [SeedIdentity] { memory.identities(of: application).filter { written[$0] == nil } }

    func otherOwners(_ identity: SeedIdentity) -> [String] {
        memory[identity].keys.filter { $0 != application && $0 != SeedMemory.people }.sorted()
    }

    /// Notes what the file says of an entry, except what was left to people.
    func remember(_ identity: SeedIdentity, _ fields: [(key: String, value: JSON)]) {
        guard policy != .file, let left = memory[identity][SeedMemory.people].map({ PackedFields($0) }) else {
            written[identity] = JSON.object(fields).compact
            return
        }
        written[identity] = JSON.object(fields.filter { left[$0.key] == nil }).compact
    }

    func release(_ identity: SeedIdentity) { released.insert(identity) }

    func rename(_ old: SeedIdentity, to new: SeedIdentity) {
        renamed.append((old, new))
        memory[new] = memory[old]
        memory[old] = [:]
    }

    var renamings: [(identity: SeedIdentity, to: String)] { renamed.map { ($0.from, $0.to.key) } }

    func refuse(_ node: SeedNode, _ sentence: SeedSentence) { conflicts.note(node.item.place, sentence) }
}

struct SeedVerdict {
    enum Outcome: Equatable {
        case written
        case kept
        case conflict
    }
    enum Reason: Equatable {
        case file
        case people
        case both
        /// No file wrote it before.
        case found
        /// Another application keeps it.
        case owned(String)
    }
    let outcome: Outcome
    let reason: Reason
    let last: JSON?
}

extension SeedLedger {
    /// Judges a field where file and site differ. `isBlank`: the site's value is a new record's; `isOfFile`: an older version wrote it;
    /// `compare`: whether an earlier value equals the file's and the site's, nil if it cannot be read.
    func verdict(
        _ identity: SeedIdentity, _ field: String, isBlank: Bool, isOfFile: () throws -> Bool,
        compare: (JSON) -> (file: Bool, site: Bool)?
    ) rethrows -> SeedVerdict {
        let rows = memory[identity]
        let last = rows[application].flatMap { PackedFields($0)[field] }
        let compared = last.flatMap(compare)
        if let compared, compared.file {
            return SeedVerdict(outcome: policy == .file ? .written : .kept, reason: .people, last: last)
        }
        for (owner, fields) in rows.sorted(by: { $0.key < $1.key }) where owner != application {
            guard let theirs = PackedFields(fields)[field] else { continue }
            if policy == .file { surrendered.append((identity, field, owner)) }
            if owner == SeedMemory.people {
                return SeedVerdict(outcome: policy == .file ? .written : .kept, reason: .owned(owner), last: nil)
            }
            return contested(.owned(owner), last: theirs)
        }
        if let compared { return compared.site ? SeedVerdict(outcome: .written, reason: .file, last: last) : contested(.both, last: last) }
        if !isBlank, !isNewSite, try !isOfFile() { return contested(.found, last: nil) }
        return SeedVerdict(outcome: .written, reason: .file, last: nil)
    }

    private func contested(_ reason: SeedVerdict.Reason, last: JSON?) -> SeedVerdict {
        SeedVerdict(outcome: policy == .file ? .written : policy == .people ? .kept : .conflict, reason: reason, last: last)
    }

    /// Judges an entry that was removed from the site. `isOfPeople` is whether a person removed it.
    func absence(_ identity: SeedIdentity, isOfPeople: Bool, hasChanged: (PackedFields) -> Bool) -> SeedVerdict {
        guard let last = last(identity) else {
            return isOfPeople && !isNewSite ? contested(.found, last: nil) : SeedVerdict(outcome: .written, reason: .file, last: nil)
        }
        if hasChanged(last) { return contested(.both, last: nil) }
        return SeedVerdict(outcome: policy == .file ? .written : .kept, reason: .people, last: nil)
    }
}

extension SeedLedger {
    /// Writes the memory. Keeps the rows before, for the undo.
    func save(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM seedUndo")
        for (old, new) in renamed {
            for name in memory[new].keys { try keepBefore(old, name, db) }
            for name in memory[new].keys { try keepBefore(new, name, db) }
            try db.execute(
                sql: "UPDATE OR REPLACE seedMemory SET key = ? WHERE kind = ? AND scopeID = ? AND key = ?",
                arguments: [new.key, old.kind, old.scopeID, old.key])
        }
        for (identity, fields) in written where memory[identity][application] != fields {
            try keepBefore(identity, application, db)
            try db.cachedStatement(
                sql: "INSERT OR REPLACE INTO seedMemory (kind, scopeID, key, name, fields) VALUES (?, ?, ?, ?, ?)"
            ).execute(arguments: [identity.kind, identity.scopeID, identity.key, application, fields])
        }
        for (identity, field, owner) in surrendered {
            try keepBefore(identity, owner, db)
            try db.execute(
                sql: """
                    UPDATE seedMemory SET fields = json_remove(fields, ?)
                    WHERE kind = ? AND scopeID = ? AND key = ? AND name = ?
                    """, arguments: ["$.\"\(field)\"", identity.kind, identity.scopeID, identity.key, owner])
        }
        for identity in released {
            try keepBefore(identity, application, db)
            try db.execute(
                sql: "DELETE FROM seedMemory WHERE kind = ? AND scopeID = ? AND key = ? AND name = ?",
                arguments: [identity.kind, identity.scopeID, identity.key, application])
        }
    }

    var isChanged: Bool {
        !released.isEmpty || !renamed.isEmpty || written.contains { memory[$0.key][application] != $0.value }
    }

    private func keepBefore(_ identity: SeedIdentity, _ name: String, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO seedUndo (kind, scopeID, key, name, fields) VALUES (?, ?, ?, ?,
                  (SELECT fields FROM seedMemory WHERE kind = ? AND scopeID = ? AND key = ? AND name = ?))
                """
        ).execute(arguments: [
            identity.kind, identity.scopeID, identity.key, name, identity.kind, identity.scopeID, identity.key, name,
        ])
    }
}
