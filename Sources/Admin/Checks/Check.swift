import Accounts
import Foundation
import GRDB

public struct Check: Sendable {
    let resources: [any Resource.Type]
    let roles: [Role]
    let migrations: [String]

    /// Returns the findings. `db` must be writable and outside a transaction: the integrity check of full-text indexes is a write.
    public func findings(_ db: Database, pictures: String, collections: [PictureCollection] = []) -> [Finding] {
        // On an older schema, all checks would fail on missing tables.
        if let missing = try? missing(db), !missing.isEmpty { return older(missing.count, db) }
        let parts: [() throws -> [Finding]] = [
            { try integrity(db) }, { try schema(db) }, { try references(db) }, { try orphans(db) }, { try stored(db, in: pictures) },
            { try stored(db, on: collections, beside: pictures) }, { try log(db) }, { try derived(db) }, { try twins(db) },
            { try search(db) },
        ]
        // An unreadable part must not hide the others, and is reported once.
        var findings: [Finding] = []
        for part in parts {
            do { findings += try part() } catch {
                let finding = Finding.unreadable(error)
                if !findings.contains(finding) { findings.append(finding) }
            }
        }
        return findings
    }

    private func integrity(_ db: Database) throws -> [Finding] {
        let lines = try String.fetchAll(db, sql: "PRAGMA integrity_check(10)")
        return lines == ["ok"] ? [] : lines.map { Finding(.problem, "integrity", ["cause": $0]) }
    }

    private func schema(_ db: Database) throws -> [Finding] {
        let unknown = try applied(db).subtracting(migrations).sorted()
        return unknown.isEmpty ? [] : [Finding(.problem, "newer", ["migration": unknown[0]])]
    }

    private func applied(_ db: Database) throws -> Set<String> { try String.fetchSet(db, sql: "SELECT identifier FROM grdb_migrations") }

    private func missing(_ db: Database) throws -> [String] {
        let applied = try applied(db)
        return migrations.filter { !applied.contains($0) }
    }

    private func older(_ count: Int, _ db: Database) -> [Finding] {
        let parts: [() throws -> [Finding]] = [{ try integrity(db) }, { try schema(db) }, { try references(db) }]
        let found = parts.flatMap { part in (try? part()) ?? [] }
        return found + [Finding(.note, "older", ["count": String(count)])]
    }

    private func references(_ db: Database) throws -> [Finding] {
        let broken = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").map { Pair(table: $0[0], parent: $0[2]) }
        return Dictionary(grouping: broken) { $0 }.sorted { $0.key < $1.key }.map { pair, rows in
            Finding(.problem, "reference", ["table": pair.table, "count": String(rows.count), "parent": pair.parent])
        }
    }

    private struct Pair: Hashable, Comparable {
        let table, parent: String
        static func < (a: Pair, b: Pair) -> Bool { (a.table, a.parent) < (b.table, b.parent) }
    }

    private func orphans(_ db: Database) throws -> [Finding] {
        func count(_ sql: String, _ arguments: StatementArguments = []) throws -> Int {
            try Int.fetchOne(db, sql: sql, arguments: arguments) ?? 0
        }
        var findings: [Finding] = []
        if let scope = resources.lazy.compactMap({ $0.scope }).first {
            for (table, name) in [("picture", "pictureOfNowhere"), ("roleAssignment", "roleOfNowhere")] {
                let lost = try count(
                    "SELECT count(*) FROM \(table) WHERE scopeID IS NOT NULL AND scopeID NOT IN (SELECT id FROM \(scope.table))")
                if lost > 0 { findings.append(Finding(.problem, name, ["count": String(lost)])) }
            }
        }
        let known = try roles.map(\.name) + String.fetchAll(db, sql: "SELECT name FROM ownRole")
        let places = known.map { _ in "?" }.joined(separator: ",")
        let lost = try count("SELECT count(*) FROM roleAssignment WHERE role NOT IN (\(places))", StatementArguments(known))
        if lost > 0 { findings.append(Finding(.note, "unknownRole", ["count": String(lost)])) }
        return findings
    }

    private func log(_ db: Database) throws -> [Finding] {
        try AuditEntry.verify(db).map { [Finding(.problem, "audit", ["number": String($0)])] } ?? []
    }

    private func derived(_ db: Database) throws -> [Finding] {
        try resources.compactMap { type in
            let count = try type.needsReindex(db).count
            return count == 0 ? nil : Finding(.note, "derived", ["table": type.table, "count": String(count)])
        }
    }

    private func twins(_ db: Database) throws -> [Finding] {
        try resources.compactMap { type in
            let twins = try type.twins(db)
            let titles = twins.prefix(10).map { "«\($0.title)» (\($0.id))" }.joined(separator: ", ")
            return twins.isEmpty
                ? nil : Finding(.note, "twins", ["table": type.table, "count": String(twins.count), "titles": titles])
        }
    }
}
