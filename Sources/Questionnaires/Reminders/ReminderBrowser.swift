import Accounts
import Admin
import Foundation
import GRDB

/// A browser in which a student wants reminders of campaigns; table `reminderBrowser`.
struct ReminderBrowser: Decodable, FetchableRecord, Sendable {
    let id: Int64
    let address: String
    let publicKey: Data
    let secret: Data
    let label: String

    /// Limit for each student; the oldest are removed.
    private static let limit = 5

    var subscription: WebSubscription { WebSubscription(address: address, publicKey: publicKey, secret: secret) }

    static func all(of student: Int64, _ db: Database) throws -> [ReminderBrowser] {
        let sql = "SELECT id, address, publicKey, secret, label FROM reminderBrowser WHERE student = ? ORDER BY id"
        return try fetchAll(db.cachedStatement(sql: sql), arguments: [student])
    }

    /// A browser that another student used is this student's from now on.
    static func keep(_ browser: WebSubscription, _ label: String, of student: Int64, at now: Date, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM reminderBrowser WHERE address = ?", arguments: [browser.address])
        try db.execute(
            sql: "INSERT INTO reminderBrowser (student, address, publicKey, secret, label, createdAt) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [student, browser.address, browser.publicKey, browser.secret, label, now])
        try db.execute(
            sql: """
                DELETE FROM reminderBrowser WHERE student = ?1
                  AND id NOT IN (SELECT id FROM reminderBrowser WHERE student = ?1 ORDER BY id DESC LIMIT \(limit))
                """, arguments: [student])
    }

    static func remove(_ id: Int64?, of student: Int64, _ db: Database) throws -> Bool {
        try db.execute(sql: "DELETE FROM reminderBrowser WHERE id = ? AND student = ?", arguments: [id, student])
        return db.changesCount > 0
    }

    /// Forgets those of people whose account is in the trash or erased.
    static func sweep(_ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM reminderBrowser WHERE student NOT IN
                  (SELECT student.id FROM student JOIN account ON account.key = student.account AND \(Account.notTrashed))
                """)
    }
}
