import Accounts
import Crypto
import Foundation
import GRDB
import Web

/// A form that was sent after its session had ended. It is sealed with a key made from a token that only the sender's browser gets, so
/// nobody reads it, also not with a copy of the database.
enum UnsentForms {
    /// Seconds that one is kept.
    static let lifetime: TimeInterval = 3_600
    /// From one network within `lifetime`: anybody can send forms without a session.
    static let mostOfANetwork = 10
    /// Of everybody.
    static let mostOfAll = 500

    private struct Content: Codable {
        let path: String
        let values: [String: [String]]
    }

    /// Whether one more may come from a network.
    static func hasRoom(for network: String, _ db: Database, now: Date) throws -> Bool {
        try prune(db, now: now)
        let own = try Int.fetchOne(db, sql: "SELECT count(*) FROM unsentForm WHERE network = ?", arguments: [network]) ?? 0
        let all = try Int.fetchOne(db, sql: "SELECT count(*) FROM unsentForm") ?? 0
        return own < mostOfANetwork && all < mostOfAll
    }

    /// Seals a form.
    /// - Returns: the token that opens it; nil when it is too large.
    static func keep(_ form: Form, path: String, network: String, _ db: Database, now: Date) throws -> Token? {
        let plain = try JSONEncoder().encode(Content(path: path, values: form.values))
        guard plain.count <= WorkingCopy.limit else { return nil }
        let token = Token()
        guard let sealed = try AES.GCM.seal(plain, using: key(token)).combined else { return nil }
        try db.execute(
            sql: "INSERT INTO unsentForm (tokenHash, network, at, sealed) VALUES (?, ?, ?, ?)",
            arguments: [token.hash, network, now, sealed])
        return token
    }

    /// Opens the form of a token; it stays until `remove`.
    static func find(_ token: Token, _ db: Database, now: Date) throws -> (path: String, form: Form)? {
        let sql = "SELECT sealed FROM unsentForm WHERE tokenHash = ? AND at > ?"
        guard let sealed = try Data.fetchOne(db, sql: sql, arguments: [token.hash, now.addingTimeInterval(-lifetime)]),
            let plain = try? AES.GCM.open(AES.GCM.SealedBox(combined: sealed), using: key(token)),
            let content = try? JSONDecoder().decode(Content.self, from: plain)
        else { return nil }
        return (content.path, Form(content.values))
    }

    static func remove(_ token: Token, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM unsentForm WHERE tokenHash = ?", arguments: [token.hash])
    }

    static func prune(_ db: Database, now: Date) throws {
        try db.execute(sql: "DELETE FROM unsentForm WHERE at <= ?", arguments: [now.addingTimeInterval(-lifetime)])
    }

    /// Another value than the hash that is stored: from that one nobody gets here.
    private static func key(_ token: Token) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: Data(token.text.utf8)), info: Data("unsent form".utf8), outputByteCount: 32)
    }
}
