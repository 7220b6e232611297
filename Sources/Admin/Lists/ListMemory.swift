import Accounts
import Foundation
import GRDB
import Web

struct SavedView: Codable, Sendable, FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "listView"

    private(set) var id: Int64?
    let kind: String
    let scopeID: Int64?
    let accountID: Int64?
    var name: String
    var query: String
    var isShared: Bool
    let createdAt: Date

    init(_ name: String, _ query: String, on kind: String, scope scopeID: Int64?, isShared: Bool, by accountID: Int64, at date: Date) {
        (self.name, self.query, self.kind, self.scopeID, self.isShared, self.accountID) = (name, query, kind, scopeID, isShared, accountID)
        createdAt = date
    }

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

struct ListMemory {
    let accountID: Int64
    let kind: String
    let scopeID: Int64?

    init<R: Resource>(_ type: R.Type, _ person: SignedIn, scope scopeID: Int64?) {
        (accountID, kind, self.scopeID) = (person.accountID, R.name, R.scope == nil ? nil : scopeID)
    }

    func columns(_ db: Database) throws -> String {
        let sql = "SELECT columns FROM listColumns WHERE accountID = ? AND kind = ?"
        return try String.fetchOne(db.cachedStatement(sql: sql), arguments: [accountID, kind]) ?? ""
    }

    /// - Parameter columns: names separated by commas; empty for the resource's own.
    func keep(columns: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM listColumns WHERE accountID = ? AND kind = ?", arguments: [accountID, kind])
        guard !columns.isEmpty else { return }
        try db.execute(
            sql: "INSERT INTO listColumns (accountID, kind, columns) VALUES (?, ?, ?)", arguments: [accountID, kind, columns])
    }

    func views(_ db: Database) throws -> [(view: SavedView, isDefault: Bool)] {
        let sql = """
            SELECT v.*, d.viewID IS NOT NULL AS isDefault FROM listView v
            LEFT JOIN listDefault d ON d.viewID = v.id AND d.accountID = :account
            WHERE v.kind = :kind AND v.scopeID IS :scope AND (v.isShared OR v.accountID = :account) ORDER BY v.name COLLATE portico_names, v.id
            """
        let arguments: StatementArguments = ["account": accountID, "kind": kind, "scope": scopeID]
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments).map { (try SavedView(row: $0), $0["isDefault"]) }
    }

    func view(_ id: Int64, _ db: Database) throws -> SavedView? { try views(db).first { $0.view.id == id }?.view }

    func begin(with viewID: Int64?, _ db: Database) throws {
        let scope = scopeID ?? 0
        try db.execute(
            sql: "DELETE FROM listDefault WHERE accountID = ? AND kind = ? AND scopeID = ?", arguments: [accountID, kind, scope])
        guard let viewID else { return }
        try db.execute(
            sql: "INSERT INTO listDefault (accountID, kind, scopeID, viewID) VALUES (?, ?, ?, ?)",
            arguments: [accountID, kind, scope, viewID])
    }
}
