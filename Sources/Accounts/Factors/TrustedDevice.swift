import Foundation
import GRDB
import Hummingbird

/// A browser that skips the second factor for 30 days, at its owner's choice.
public struct TrustedDevice: Codable, Sendable, FetchableRecord, MutablePersistableRecord {
    public var id: Int64?
    var accountID: Int64
    var tokenHash: Data
    public var device: String
    public var createdAt: Date
    public var seenAt: Date
    var expiresAt: Date

    static let lifetime: TimeInterval = 30 * 86400
    /// Per account; a further one replaces the oldest.
    private static let most = 20

    public mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

    public static func of(_ account: Int64) -> QueryInterfaceRequest<TrustedDevice> { filter(Column("accountID") == account) }

    static func trust(_ device: String, of account: Int64, at now: Date, _ db: Database) throws -> Token {
        let token = Token()
        try filter(Column("expiresAt") <= now).deleteAll(db)
        try of(account).order(Column("seenAt").desc, Column("id").desc).limit(-1, offset: most - 1).fetchAll(db).forEach {
            _ = try $0.delete(db)
        }
        var row = TrustedDevice(
            accountID: account, tokenHash: token.hash, device: device, createdAt: now, seenAt: now,
            expiresAt: now.addingTimeInterval(lifetime))
        try row.insert(db)
        return token
    }

    static func isKnown(_ token: Token?, of account: Int64, at now: Date, _ db: Database) throws -> Bool {
        guard let token else { return false }
        return try of(account).filter(Column("tokenHash") == token.hash && Column("expiresAt") > now)
            .updateAll(db, Column("seenAt").set(to: now)) == 1
    }
}

/// One cookie per account, because people share computers.
struct DeviceCookie {
    let name: String
    private let isSecure: Bool

    init(of account: Int64, _ settings: AccountSettings) {
        isSecure = settings.secureCookie
        name = (settings.secureCookie ? "__Host-" : "") + "portico-device-\(account)"
    }

    func token(in request: Request) -> Token? { request.cookie(name).flatMap(Token.init(sent:)) }

    func set(_ token: Token, in response: inout Response) {
        response.setCookie(.ofSite(name, token.text, age: Int(TrustedDevice.lifetime), isSecure: isSecure))
    }
}
