import Accounts
import Foundation
import GRDB
import Web

struct FormPlace: Equatable, Sendable {
    let kind: String
    /// 0 for a new record.
    let recordID: Int64
    let scopeID: Int64
}

/// A person's unsaved input in a form; one per person and form, private and without history.
struct WorkingCopy: Codable, Sendable, FetchableRecord {
    let at: Date
    let version: Int
    let form: String

    /// Bytes per copy.
    static let limit = 512 << 10
    /// Copies per person; a further one replaces the oldest.
    static let mostOfAPerson = 50
    private static let unkept: Set<String> = ["act", "version"]

    var typed: Form {
        var values: [String: [String]] = [:]
        if case .object(let pairs) = try? JSON(parsing: form.utf8) {
            for (name, value) in pairs { values[name] = (value.list ?? []).compactMap(\.text) }
        }
        if version > 0 { values["version"] = [String(version)] }
        return Form(values)
    }

    static func find(of accountID: Int64, at place: FormPlace, _ db: Database) throws -> WorkingCopy? {
        let sql = "SELECT at, version, form FROM workingCopy WHERE accountID = ? AND kind = ? AND recordID = ? AND scopeID = ?"
        return try fetchOne(db.cachedStatement(sql: sql), arguments: [accountID, place.kind, place.recordID, place.scopeID])
    }

    @discardableResult
    static func keep(_ form: Form, of accountID: Int64, at place: FormPlace, _ db: Database) throws -> Bool {
        let pairs = form.values.filter { !unkept.contains($0.key) }.sorted { $0.key < $1.key }
        let json = JSON.object(pairs.map { ($0.key, .list($0.value.map { .text($0) })) }).compact
        guard json.utf8.count <= limit else { return false }
        let sql = """
            INSERT INTO workingCopy (accountID, kind, recordID, scopeID, version, at, form) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (accountID, kind, recordID, scopeID) DO UPDATE SET version = excluded.version, at = excluded.at, form = excluded.form
            """
        try db.cachedStatement(sql: sql).execute(arguments: [
            accountID, place.kind, place.recordID, place.scopeID, form.number("version", in: .versions) ?? 0, db.transactionDate, json,
        ])
        let oldest = """
            DELETE FROM workingCopy WHERE accountID = ? AND id NOT IN (
              SELECT id FROM workingCopy WHERE accountID = ? ORDER BY at DESC, id DESC LIMIT \(mostOfAPerson))
            """
        try db.cachedStatement(sql: oldest).execute(arguments: [accountID, accountID])
        return true
    }

    @discardableResult
    static func remove(of accountID: Int64, at place: FormPlace, _ db: Database) throws -> Bool {
        let sql = "DELETE FROM workingCopy WHERE accountID = ? AND kind = ? AND recordID = ? AND scopeID = ?"
        try db.cachedStatement(sql: sql).execute(arguments: [accountID, place.kind, place.recordID, place.scopeID])
        return db.changesCount > 0
    }
}

/// Deletes abandoned working copies, in a repeating job.
public enum WorkingCopies {
    static let days = 30.0

    /// Returns the number deleted.
    @discardableResult
    public static func prune(_ db: Database, now: Date) throws -> Int {
        try db.execute(sql: "DELETE FROM workingCopy WHERE at < ?", arguments: [now.addingTimeInterval(-days * 86_400)])
        let count = db.changesCount
        try Draft.pruneEditions(db, before: now.addingTimeInterval(-days * 86_400))
        try UnsentForms.prune(db, now: now)
        return count
    }
}
