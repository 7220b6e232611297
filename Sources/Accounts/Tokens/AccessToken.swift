import Foundation
import GRDB

/// A program's token for an account, sent as `Authorization: Bearer ptc_…`.
public struct AccessToken: Codable, Sendable, FetchableRecord, MutablePersistableRecord {
    public enum Access: String, Codable, CaseIterable, Sendable { case read, write }

    public private(set) var id: Int64?
    public let accountID: Int64
    public let name: String
    /// The beginning shown in lists: `ptc_Ab3dE9`.
    public let prefix: String
    /// SHA-256 of the secret, so that a copy of the database gives no access.
    public let tokenHash: Data
    public let access: Access
    /// Space-separated wildcards such as `house.*`; `*` for everything the account may do. Empty allows nothing.
    public let areas: String
    public let scopeID: Int64?
    public let createdAt: Date
    public let expiresAt: Date
    public let usedAt: Date?
    public let revokedAt: Date?

    public enum Columns {
        public static let id = Column(CodingKeys.id)
        public static let accountID = Column(CodingKeys.accountID)
        public static let tokenHash = Column(CodingKeys.tokenHash)
        public static let usedAt = Column(CodingKeys.usedAt)
        public static let expiresAt = Column(CodingKeys.expiresAt)
        public static let revokedAt = Column(CodingKeys.revokedAt)
    }

    public mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

    public static let everything = "*"
    public static let longestLife: TimeInterval = 365 * 86400
    private static let mark = "ptc_"

    /// Creates a token and returns its secret, which is not stored. `areas` are wildcards such as `house.*`, or `everything`.
    public static func make(
        _ name: String, access: Access, areas: [String], scope: Int64?, life: TimeInterval, of account: Int64, _ db: Database,
        by actor: Actor
    ) throws -> (token: AccessToken, secret: String) {
        let secret = Token()
        let now = try db.transactionDate
        let token = try AccessToken(
            id: nil, accountID: account, name: name, prefix: mark + secret.text.prefix(6), tokenHash: secret.hash, access: access,
            areas: areas.joined(separator: " "), scopeID: scope, createdAt: now, expiresAt: now.addingTimeInterval(min(life, longestLife)),
            usedAt: nil, revokedAt: nil
        ).inserted(db)
        try AuditEntry.write(
            db, "token.create", by: actor, on: ("token", token.id ?? 0, name), scope: scope, detail: ["prefix": token.prefix])
        return (token, mark + secret.text)
    }

    public func revoke(_ db: Database, by actor: Actor) throws {
        guard revokedAt == nil else { return }
        try AccessToken.filter(key: id).updateAll(db, Columns.revokedAt.set(to: try db.transactionDate))
        try AuditEntry.write(db, "token.revoke", by: actor, on: ("token", id ?? 0, name), scope: scopeID, detail: ["prefix": prefix])
    }

    static func find(_ sent: String, at now: Date, _ db: Database) throws -> AccessToken? {
        guard let token = try once(sent, db), token.revokedAt == nil, token.expiresAt > now else { return nil }
        return token
    }

    /// The token of a secret, valid or not.
    static func once(_ sent: String, _ db: Database) throws -> AccessToken? {
        guard sent.hasPrefix(mark), let secret = Token(sent: String(sent.dropFirst(mark.count))) else { return nil }
        return try filter(Columns.tokenHash == secret.hash).fetchOne(db)
    }

    var limit: GrantLimit {
        GrantLimit(areas: areas.split(separator: " ").map { Permission(rawValue: String($0)) }, scope: scopeID)
    }
}
