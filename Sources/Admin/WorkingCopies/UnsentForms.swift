import Accounts
import Crypto
import Foundation
import GRDB
import Web

/// Encrypted with a key from a token that only the sender's browser has, so that a copy of the database does not reveal it.
enum UnsentForms {
    /// Seconds to keep it.
    static let lifetime: TimeInterval = 3_600
    /// Attempts per network within `lifetime`, successful or not, because anyone can send forms without a session.
    static let mostOfANetwork = 10
    static let mostOfAll = 2_000
    /// Bytes per form before encryption.
    static let limit = 128 << 10
    /// Bytes in total.
    static let space = 24 << 20

    private struct Content: Codable {
        let path: String
        let values: [String: [String]]
    }

    static func hasRoom(for network: String, _ db: Database, now: Date) throws -> Bool {
        let since = now.addingTimeInterval(-lifetime)
        let sql = """
            SELECT count(*) FILTER (WHERE network = ?) AS own, count(*) AS everyone, total(length(sealed)) AS bytes
            FROM unsentForm WHERE at > ?
            """
        guard let row = try Row.fetchOne(db, sql: sql, arguments: [network, since]) else { return true }
        let (own, all, bytes): (Int, Int, Double) = (row["own"], row["everyone"], row["bytes"])
        return own < mostOfANetwork && all < mostOfAll && bytes + Double(limit) <= Double(space)
    }

    /// Reserves a place before reading, so that all attempts count. Returns the token that opens the form; nil without room.
    static func reserve(for network: String, _ db: Database, now: Date) throws -> Token? {
        try prune(db, now: now)
        guard try hasRoom(for: network, db, now: now) else { return nil }
        let token = Token()
        try db.execute(
            sql: "INSERT INTO unsentForm (tokenHash, network, at, sealed) VALUES (?, ?, ?, x'')", arguments: [token.hash, network, now])
        return token
    }

    static func keep(_ form: Form, path: String, at token: Token, _ db: Database) throws -> Bool {
        let plain = try JSONEncoder().encode(Content(path: path, values: form.values))
        guard plain.count <= limit, let sealed = try AES.GCM.seal(plain, using: key(token)).combined else { return false }
        try db.execute(sql: "UPDATE unsentForm SET sealed = ? WHERE tokenHash = ?", arguments: [sealed, token.hash])
        return db.changesCount == 1
    }

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

    /// Differs from the stored hash, which must not reveal the key.
    private static func key(_ token: Token) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: Data(token.text.utf8)), info: Data("unsent form".utf8), outputByteCount: 32)
    }
}
