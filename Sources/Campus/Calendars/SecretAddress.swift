import Accounts
import Crypto
import Foundation
import GRDB

/// The secret address of a visitor's calendar (`campusVisitorCalendar`), made of their token and a salt; only hashes are stored.
struct SecretAddress: Sendable {
    /// Empty for one of an earlier version, which cannot be shown again.
    let salt: Data

    init() { salt = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) } }

    private init(salt: Data) { self.salt = salt }

    static func of(_ visitor: Int64?, _ db: Database) throws -> SecretAddress? {
        let sql = "SELECT salt FROM campusVisitorCalendar WHERE visitorID = ?"
        return try Data.fetchOne(db, sql: sql, arguments: [visitor]).map { SecretAddress(salt: $0) }
    }

    /// The token of the address, from that of the visitor; nil for one of an earlier version.
    func token(of visitor: Token) -> Token? {
        guard !salt.isEmpty else { return nil }
        let code = HMAC<SHA256>.authenticationCode(
            for: Data("campus calendar".utf8) + salt, using: SymmetricKey(data: Data(visitor.text.utf8)))
        let text = Data(code).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        return Token(sent: text)
    }

    func save(for visitor: Int64, _ token: Token, _ db: Database) throws {
        let sql = "INSERT OR REPLACE INTO campusVisitorCalendar (visitorID, tokenHash, salt, createdAt) VALUES (?, ?, ?, ?)"
        try db.execute(sql: sql, arguments: [visitor, self.token(of: token)?.hash, salt, db.transactionDate])
    }
}
