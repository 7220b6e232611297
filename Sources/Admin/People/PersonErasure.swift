import Accounts
import Foundation
import GRDB

/// A column with the name of an account holder as text, readable without the account.
public struct KeptName: Sendable {
    let table: String
    let column: String
    /// The column with the account's number; nil if there is only the name, which is then searched for.
    let account: String?

    public init(_ table: String, _ column: String, of account: String?) {
        (self.table, self.column, self.account) = (table, column, account)
    }

    static let own = ["revision", "draft", "schedule", "previewLink", "job"].map { KeptName($0, "actor", of: "accountID") }
}

/// Erases a person: their account data is deleted, their actions stay under a pseudonym.
struct PersonErasure {
    let id: Int64
    let modules: [any Module.Type]

    /// The same in every language, because it is stored.
    var pseudonym: String { "#\(id)" }

    func run(_ db: Database, by actor: Actor) throws {
        guard let account = try Account.fetchOne(db, key: id) else { return }
        for name in KeptName.own + modules.flatMap({ $0.keptNames }) {
            let isTheirs = name.account.map { "\($0) = :id" } ?? "\(name.column) = :name AND :id > 0"
            try db.execute(
                sql: "UPDATE \(name.table) SET \(name.column) = :pseudonym WHERE \(isTheirs)",
                arguments: name.account == nil
                    ? ["pseudonym": pseudonym, "id": id, "name": account.name] : ["pseudonym": pseudonym, "id": id])
        }
        // Before the address itself, by which they are found.
        try db.execute(
            sql: """
                DELETE FROM mail WHERE system = :system AND recipient IN
                    (SELECT address FROM accountEmail WHERE accountID = :id UNION SELECT address FROM emailLink WHERE accountID = :id)
                """, arguments: ["system": AccountMail.system, "id": id])
        for (table, column) in try Self.owned(db) {
            try db.execute(sql: "DELETE FROM \"\(table)\" WHERE \"\(column)\" = ?", arguments: [id])
        }
        try SeedMemory.forget("accounts", scope: nil, key: account.key, db)
        let now = try db.transactionDate
        // The row stays, so that its number is never reused.
        try db.execute(
            sql: """
                UPDATE account SET key = ?, name = ?, passwordHash = NULL, language = NULL, country = NULL, isActive = 0, isDemo = 0,
                  deletedAt = ifnull(deletedAt, ?), erasedAt = ?, updatedAt = ?, version = version + 1 WHERE id = ?
                """, arguments: ["erased-\(id)", pseudonym, now, now, now, id])
        try AuditErasure.erase(id, as: pseudonym, db, by: actor)
    }

    private static func owned(_ db: Database) throws -> [(table: String, column: String)] {
        let sql = """
            SELECT m.name, f."from" FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) f
            WHERE m.type = 'table' AND f."table" = 'account' AND f.on_delete = 'CASCADE' ORDER BY m.name
            """
        return try Row.fetchAll(db, sql: sql).map { ($0[0], $0[1]) }
    }

    static func isErased(_ id: Int64, _ db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT erasedAt IS NOT NULL FROM account WHERE id = ?", arguments: [id]) ?? false
    }
}
