import Foundation
import GRDB
import Web

/// Names an entry of a seed file on the site: a list, its scope and the key in it.
struct SeedIdentity: Hashable, Sendable {
    let kind: String
    /// 0 for the whole site.
    let scopeID: Int64
    let key: String

    init(_ kind: String, scope scopeID: Int64?, _ key: String) { (self.kind, self.scopeID, self.key) = (kind, scopeID ?? 0, key) }

    static let site = SeedIdentity("site", scope: nil, "settings")
    static func account(_ key: String) -> SeedIdentity { SeedIdentity("accounts", scope: nil, key) }
}

/// What the applications of seed files wrote last, by entry; table `seedMemory`.
struct SeedMemory {
    /// The name under which people keep fields that an application released.
    static let people = ""

    private var rows: [SeedIdentity: [String: String]] = [:]

    init(_ db: Database) throws {
        let cursor = try Row.fetchCursor(db, sql: "SELECT kind, scopeID, key, name, fields FROM seedMemory")
        while let row = try cursor.next() {
            rows[SeedIdentity(row["kind"], scope: row["scopeID"], row["key"]), default: [:]][row["name"]] = row["fields"]
        }
    }

    subscript(identity: SeedIdentity) -> [String: String] {
        get { rows[identity] ?? [:] }
        set { rows[identity] = newValue.isEmpty ? nil : newValue }
    }

    func identities(of application: String) -> [SeedIdentity] {
        rows.filter { $0.value[application] != nil }.map(\.key).sorted {
            ($0.kind, $0.scopeID, $0.key) < ($1.kind, $1.scopeID, $1.key)
        }
    }
}

extension SeedMemory {
    static func forget<R: Resource>(_ record: R, _ db: Database) throws {
        try forget(R.name, scope: record.stamp.scopeID, key: record.stamp.key, db)
        try forgetEntries(of: record, db)
        guard R.scope == nil, let id = record.id else { return }
        for table in ["seedMemory", "seedUndo"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE scopeID = ? AND kind LIKE ?", arguments: [id, R.system + ".%"])
        }
    }

    private static func forgetEntries<R: Resource>(of record: R, _ db: Database) throws {
        for table in ["seedMemory", "seedUndo"] {
            try db.execute(
                sql: """
                    DELETE FROM \(table) WHERE scopeID = ? AND kind LIKE ? AND json_extract(fields, '$.entry') IS NOT NULL
                      AND (key = ? OR substr(key, 1, length(?) + 1) = ? || ' ')
                    """,
                arguments: [record.stamp.scopeID ?? 0, R.system + ".%", record.stamp.key, record.stamp.key, record.stamp.key])
        }
    }

    static func forget(_ kind: String, scope scopeID: Int64?, key: String, _ db: Database) throws {
        // Its values may be in any row.
        try SeedJournal.forget(db)
        for table in ["seedMemory", "seedUndo"] {
            try db.execute(
                sql: "DELETE FROM \(table) WHERE kind = ? AND scopeID = ? AND key = ?", arguments: [kind, scopeID ?? 0, key])
        }
    }

    static func owners(_ identity: SeedIdentity, _ db: Database) throws -> [String: [String]] {
        let sql = """
            SELECT name, json_each.key AS field FROM seedMemory, json_each(seedMemory.fields)
            WHERE kind = ? AND scopeID = ? AND seedMemory.key = ? AND name <> '' ORDER BY name
            """
        let statement = try db.cachedStatement(sql: sql)
        let rows = try Row.fetchAll(statement, arguments: [identity.kind, identity.scopeID, identity.key])
        return Dictionary(grouping: rows) { $0["field"] as String }.mapValues { $0.map { $0["name"] as String } }
    }

    /// The owners of the members of a field that is a mapping.
    static func owners(_ identity: SeedIdentity, inside field: String, _ db: Database) throws -> [String: [String]] {
        let sql = """
            SELECT name, json_each.key AS field FROM seedMemory, json_each(seedMemory.fields, ?)
            WHERE kind = ? AND scopeID = ? AND seedMemory.key = ? AND name <> '' AND json_each.key IS NOT NULL ORDER BY name
            """
        let arguments: StatementArguments = ["$.\"\(field)\"", identity.kind, identity.scopeID, identity.key]
        let rows = try Row.fetchAll(db, sql: sql, arguments: arguments)
        return Dictionary(grouping: rows) { $0["field"] as String }.mapValues { $0.map { $0["name"] as String } }
    }
}

extension FormContext {
    func kept<R: Resource>(_ record: R) throws -> FormContext {
        guard record.id != nil else { return self }
        var context = self
        context.keepers = try SeedMemory.owners(SeedIdentity(R.name, scope: record.stamp.scopeID, record.stamp.key), db)
        return context
    }
}
