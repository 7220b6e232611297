import Admin
import Foundation
import GRDB

/// A browser that calls its moderator while no page is open; table `moderatorBrowser`.
struct ModeratorBrowser: Decodable, FetchableRecord, Equatable, Sendable {
    let id: Int64
    let account: Int64
    let address: String
    let publicKey: Data
    let secret: Data
    let label: String
    let createdAt: Date

    /// The oldest of more are left out.
    static let most = 10

    var subscription: WebSubscription { WebSubscription(address: address, publicKey: publicKey, secret: secret) }

    static func all(of account: Int64, _ db: Database) throws -> [ModeratorBrowser] {
        try fetchAll(db, sql: "SELECT * FROM moderatorBrowser WHERE account = ? ORDER BY id", arguments: [account])
    }

    /// A browser calls one person: the last who asked for it there.
    static func keep(_ browser: WebSubscription, _ label: String, of account: Int64, at now: Date, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM moderatorBrowser WHERE address = ?", arguments: [browser.address])
        try db.execute(
            sql: "INSERT INTO moderatorBrowser (account, address, publicKey, secret, label, createdAt) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [account, browser.address, browser.publicKey, browser.secret, label, now])
        try db.execute(
            sql: """
                DELETE FROM moderatorBrowser WHERE account = :account AND id NOT IN
                  (SELECT id FROM moderatorBrowser WHERE account = :account ORDER BY id DESC LIMIT \(most))
                """, arguments: ["account": account])
    }

    /// Returns false when it is not this account's.
    static func remove(_ id: Int64, of account: Int64, _ db: Database) throws -> Bool {
        try db.execute(sql: "DELETE FROM moderatorBrowser WHERE id = ? AND account = ?", arguments: [id, account])
        return db.changesCount > 0
    }
}
