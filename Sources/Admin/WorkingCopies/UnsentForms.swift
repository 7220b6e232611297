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
    /// Tries of one network within `lifetime`, whether anything could be kept or not: anybody can send forms without a session.
    static let mostOfANetwork = 10
    /// Of everybody.
    static let mostOfAll = 2_000
    /// Bytes of one, before it is sealed.
    static let limit = 128 << 10
    /// Bytes of all together.
    static let space = 24 << 20

    private struct Content: Codable {
        let path: String
        let values: [String: [String]]
    }

    /// Whether one more may come from a network.
    static func hasRoom(for network: String, _ db: Database, now: Date) throws -> Bool {
        let since = now.addingTimeInterval(-lifetime)
        let sql = "SELECT count(*) FILTER (WHERE network = ?), count(*), total(length(sealed)) FROM unsentForm WHERE at > ?"
        guard let row = try Row.fetchOne(db, sql: sql, arguments: [network, since]) else { return true }
        let (own, all, bytes): (Int, Int, Double) = (row[0], row[1], row[2])
        return own < mostOfANetwork && all < mostOfAll && bytes + Double(limit) <= Double(space)
    }

    /// Takes a place before anything is read, so that a sender's tries are counted and not only what comes of them.
    /// - Returns: the token that will open the form; nil when there is no room.
    static func reserve(for network: String, _ db: Database, now: Date) throws -> Token? {
        try prune(db, now: now)
        guard try hasRoom(for: network, db, now: now) else { return nil }
        let token = Token()
        try db.execute(
            sql: "INSERT INTO unsentForm (tokenHash, network, at, sealed) VALUES (?, ?, ?, x'')", arguments: [token.hash, network, now])
        return token
    }

    /// Seals a form into the place that was taken for it.
    /// - Returns: whether it was; not when it is too large.
    static func keep(_ form: Form, path: String, at token: Token, _ db: Database) throws -> Bool {
        let plain = try JSONEncoder().encode(Content(path: path, values: form.values))
        guard plain.count <= limit, let sealed = try AES.GCM.seal(plain, using: key(token)).combined else { return false }
        try db.execute(sql: "UPDATE unsentForm SET sealed = ? WHERE tokenHash = ?", arguments: [sealed, token.hash])
        return db.changesCount == 1
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
