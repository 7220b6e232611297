import Accounts
import GRDB
import Web

/// Looks up who has forgotten a password, after the visitor was answered.
enum PasswordLinkJob {
    static let name = "passwordLink"
    /// Requests that may wait; a flood of them must not fill the disk.
    private static let most = 200

    private struct Asked: Codable {
        let who: String
        let language: String
    }

    static let kind = JobKind(name: name) { work in
        let asked: Asked = try work.payload()
        let mailbox = work.admin.accountMailbox(language: Language(rawValue: asked.language))
        try await work.admin.database.write { db in
            try Accounts.mailForgottenLinks(asked.who, mailbox, db)
            // People type passwords into the wrong field.
            try db.execute(sql: "UPDATE job SET payload = '{\"who\":\"\",\"language\":\"\"}' WHERE id = ?", arguments: [work.job.id])
        }
        return [:]
    }

    static func enqueue(_ who: String, _ language: Language, _ db: Database) throws {
        let waiting = try Int.fetchOne(db, sql: "SELECT count(*) FROM job WHERE kind = ? AND state = 'waiting'", arguments: [name]) ?? 0
        guard waiting < most else { return }
        try Jobs.enqueue(db, name, payload: Asked(who: who, language: language.rawValue), by: .system("portico"))
    }
}
