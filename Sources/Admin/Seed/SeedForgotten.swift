import Accounts
import GRDB
import Web

final class SeedForgotten {
    private let reader: SeedReader
    private let resources: Resources
    private let prunes: Bool
    private var records: [(identity: SeedIdentity, type: any Resource.Type, id: Int64, scope: String?)] = []
    private(set) var parts: [SeedPlan.Part] = []

    init(_ reader: SeedReader, _ modules: [any Module.Type], _ scopes: SeedScopes, _ filter: SeedFilter, prunes: Bool) throws {
        (self.reader, self.prunes) = (reader, prunes)
        resources = Resources(modules.flatMap { $0.resources })
        let types = Dictionary(resources.all.map { ($0.name, $0) }) { $1 }
        for identity in reader.ledger.forgotten() {
            let scope = identity.scopeID == 0 ? nil : scopes.key(identity.scopeID, nil) ?? "#\(identity.scopeID)"
            guard filter.covers(identity, scopeKey: scope) else { continue }
            let others = reader.ledger.otherOwners(identity)
            guard others.isEmpty else {
                note(
                    SeedChange(
                        .gone, identity.key, note: SeedSentence(key: "plan.keptBy", ["names": SeedSentence(others.joined(separator: ", "))])
                    ), identity.kind, scope)
                reader.ledger.release(identity)
                continue
            }
            guard let type = types[identity.kind] else {
                note(SeedChange(.gone, identity.key, note: SeedSentence(key: "plan.byHand")), identity.kind, scope)
                continue
            }
            if let id = try Self.id(identity, type, reader.db) {
                records.append((identity, type, id, scope))
                if !prunes { note(SeedChange(.gone, identity.key, note: SeedSentence(key: "plan.prune")), identity.kind, scope) }
            } else {
                reader.ledger.release(identity)
            }
        }
    }

    var mayRemove: Bool { prunes && !records.isEmpty }

    /// The keys that the file no longer has, for records whose names may have changed.
    func keys(_ kind: String, _ scope: String?) -> [String] {
        records.filter { $0.identity.kind == kind && $0.scope == scope }.map { $0.identity.key }
    }

    private static func id(_ identity: SeedIdentity, _ type: any Resource.Type, _ db: Database) throws -> Int64? {
        let isOfScope = type.scope.map { "\($0.column) IS ?" } ?? "0 = ?"
        let sql = "SELECT id FROM \(type.table) WHERE key = ? AND \(isOfScope) AND \(RowCondition.notTrashed(in: type.table))"
        return try Int64.fetchOne(db, sql: sql, arguments: [identity.key, identity.scopeID])
    }

    private func note(_ change: SeedChange, _ kind: String, _ scope: String?) {
        if let index = parts.firstIndex(where: { $0.name == kind && $0.scope == scope }) {
            parts[index].changes.append(change)
        } else {
            var part = SeedPlan.Part(name: kind, scope: scope)
            part.changes = [change]
            parts.append(part)
        }
    }

    /// Moves to the trash what nothing else uses; what uses another goes first.
    func write(_ writing: SeedWriting) throws {
        guard prunes else { return }
        var left = records
        var users: [SeedIdentity: [Use]] = [:]
        while !left.isEmpty {
            let count = left.count
            try left.removeAll { record in
                let uses = try resources.uses(of: record.id, in: record.type.table, writing.db).filter { !$0.isTrashed }
                users[record.identity] = uses
                guard uses.isEmpty, try Self.isEmpty(record.id, record.type, resources, writing.db) else { return false }
                try Self.remove(record.type, record.id, writing)
                reader.ledger.release(record.identity)
                note(SeedChange(.remove, record.identity.key), record.identity.kind, record.scope)
                return true
            }
            guard left.count < count else { break }
        }
        for record in left {
            let names = (users[record.identity] ?? []).prefix(3).map { "'\($0.title)'" }.joined(separator: ", ")
            let why = SeedSentence(key: names.isEmpty ? "plan.hasContents" : "plan.isUsed", ["names": SeedSentence(names)])
            note(SeedChange(.gone, record.identity.key, note: why), record.identity.kind, record.scope)
        }
    }

    /// Whether no record that is not in the trash belongs to it as its house.
    private static func isEmpty(_ id: Int64, _ type: any Resource.Type, _ resources: Resources, _ db: Database) throws -> Bool {
        try resources.all.allSatisfy { other in
            guard let scope = other.scope, scope.table == type.table else { return true }
            let sql =
                "SELECT EXISTS (SELECT 1 FROM \(other.table) WHERE \(scope.column) = ? AND \(RowCondition.notTrashed(in: other.table)))"
            return try Bool.fetchOne(db, sql: sql, arguments: [id]) == false
        }
    }

    private static func remove(_ type: any Resource.Type, _ id: Int64, _ writing: SeedWriting) throws {
        func remove<R: Resource>(_ type: R.Type) throws {
            guard var record = try R.fetch(writing.db, id: id) else { return }
            try record.move(toTrash: true, writing.db, by: writing.actor)
        }
        try remove(type)
    }
}
