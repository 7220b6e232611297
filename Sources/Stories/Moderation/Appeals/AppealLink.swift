import Accounts
import Foundation
import GRDB

/// A link to a decision for a writer who cannot sign in because of it; table `appealLink`. Only the secret's hash is stored.
enum AppealLink {
    private static let lasts: TimeInterval = 40 * 86_400

    static func make(for decision: Int64, at now: Date, _ db: Database) throws -> String {
        let token = Token()
        try db.execute(
            sql: "INSERT INTO appealLink (tokenHash, decision, expiresAt) VALUES (?, ?, ?)", arguments: [token.hash, decision, now + lasts])
        return "/stories/appeals/\(token.text)"
    }

    static func decision(of token: Token, at now: Date, _ db: Database) throws -> CaseDecision? {
        let sql = "SELECT decision.* FROM appealLink JOIN decision ON decision.id = decision WHERE tokenHash = ? AND expiresAt > ?"
        return try CaseDecision.fetchOne(db, sql: sql, arguments: [token.hash, now])
    }
}
