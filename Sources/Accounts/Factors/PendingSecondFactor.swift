import Foundation
import GRDB
import Hummingbird
import Web

/// A sign-in after the password and before the second factor. Its token opens only the page for the factor.
struct PendingSecondFactor: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "halfSession"

    var tokenHash: Data
    var accountID: Int64
    var createdAt: Date
    var expiresAt: Date

    /// Seconds.
    static let lifetime: TimeInterval = 600

    static func of(_ account: Int64) -> QueryInterfaceRequest<PendingSecondFactor> { filter(Column("accountID") == account) }

    static func begin(for account: Int64, at now: Date, _ db: Database) throws -> Token {
        let token = Token()
        try filter(Column("expiresAt") <= now).deleteAll(db)
        try PendingSecondFactor(tokenHash: token.hash, accountID: account, createdAt: now, expiresAt: now.addingTimeInterval(lifetime))
            .insert(db)
        return token
    }

    static func account(_ token: Token, at now: Date, _ db: Database) throws -> Account? {
        guard let half = try filter(Column("tokenHash") == token.hash && Column("expiresAt") > now).fetchOne(db),
            let account = try Account.fetchOne(db, key: half.accountID), account.mayComeIn
        else { return nil }
        return account
    }

    static func end(_ token: Token, _ db: Database) throws { try filter(Column("tokenHash") == token.hash).deleteAll(db) }
}

/// A separate cookie, so that a half session never counts as a session.
struct PendingSecondFactorCookie {
    let name: String
    private let isSecure: Bool

    init(_ settings: AccountSettings) {
        name = settings.secureCookie ? "__Host-portico-half" : "portico-half"
        isSecure = settings.secureCookie
    }

    func token(in request: Request) -> Token? { request.cookie(name).flatMap(Token.init(sent:)) }

    func set(_ token: Token, in response: inout Response) {
        response.setCookie(.ofSite(name, token.text, isSecure: isSecure))
    }

    func clear(in response: inout Response) {
        response.setCookie(.ofSite(name, "", age: 0, isSecure: isSecure))
    }
}
