import Accounts
import Foundation
import GRDB

/// A column that keeps the name of an account's owner in words, so that it stays readable without the account.
public struct KeptName: Sendable {
    let table: String
    let column: String
    /// The column with the account's number; nil where only the name is kept, which is then found by itself.
    let account: String?

    public init(_ table: String, _ column: String, of account: String?) {
        (self.table, self.column, self.account) = (table, column, account)
    }

    /// The tables of the back office itself.
    static let own = ["revision", "draft", "schedule", "previewLink", "job"].map { KeptName($0, "actor", of: "accountID") }
}

/// The erasing of a person: what the account holds goes, what he did stays under a pseudonym.
struct PersonErasure {
    let id: Int64
    let modules: [any Module.Type]

    /// The same in every language, because it is kept.
    var pseudonym: String { "#\(id)" }

    /// In the transaction of the caller.
    func run(_ db: Database, by actor: Actor) throws {
        guard let account = try Account.fetchOne(db, key: id) else { return }
        for name in KeptName.own + modules.flatMap({ $0.keptNames }) {
            let isTheirs = name.account.map { "\($0) = :id" } ?? "\(name.column) = :name AND :id > 0"
            try db.execute(
                sql: "UPDATE \(name.table) SET \(name.column) = :pseudonym WHERE \(isTheirs)",
                arguments: name.account == nil
                    ? ["pseudonym": pseudonym, "id": id, "name": account.name] : ["pseudonym": pseudonym, "id": id])
        }
        // Everything that would go with the row: sessions, factors, tokens, roles, preferences, what was typed.
        for (table, column) in try Self.owned(db) {
            try db.execute(sql: "DELETE FROM \"\(table)\" WHERE \"\(column)\" = ?", arguments: [id])
        }
        let now = try db.transactionDate
        // The row stays, so that nobody ever gets its number.
        try db.execute(
            sql: """
                UPDATE account SET key = ?, name = ?, passwordHash = NULL, language = NULL, country = NULL, isActive = 0, isDemo = 0,
                  deletedAt = ifnull(deletedAt, ?), erasedAt = ?, updatedAt = ?, version = version + 1 WHERE id = ?
                """, arguments: ["erased-\(id)", pseudonym, now, now, now, id])
        try AuditErasure.erase(id, as: pseudonym, db, by: actor)
    }

    /// The tables whose rows go with an account, whichever system made them.
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
