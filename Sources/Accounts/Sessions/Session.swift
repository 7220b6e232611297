import Foundation
import GRDB

public struct Session: Codable, Sendable, FetchableRecord, MutablePersistableRecord {
    public var id: Int64?
    /// SHA-256 of the cookie's token, so that a copy of the database opens no session.
    public var tokenHash: Data
    public var accountID: Int64
    public var createdAt: Date
    /// The last request by the minute, or the day's end where only days are kept (`SeenTimes`).
    public var seenAt: Date
    /// The absolute end; `seenAt` gives the idle end.
    public var expiresAt: Date
    public var address: String
    public var device: String
    public var flash: String?
    public var scopeID: Int64?
    /// When the password was last repeated; nil if only at sign-in.
    public var provedAt: Date?
    public var viewing: Viewing?

    public enum Columns {
        public static let id = Column(CodingKeys.id)
        public static let tokenHash = Column(CodingKeys.tokenHash)
        public static let accountID = Column(CodingKeys.accountID)
        public static let seenAt = Column(CodingKeys.seenAt)
        public static let expiresAt = Column(CodingKeys.expiresAt)
        public static let flash = Column(CodingKeys.flash)
        public static let scopeID = Column(CodingKeys.scopeID)
        public static let provedAt = Column(CodingKeys.provedAt)
        public static let viewing = Column(CodingKeys.viewing)
    }

    public mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

    public func setFlash(_ db: Database, _ flash: Flash) throws {
        try db.cachedStatement(sql: "UPDATE session SET flash = ? WHERE id = ?").execute(arguments: [flash.json, id])
    }

    public func takeFlash(_ db: Database) throws -> Flash? {
        guard let flash else { return nil }
        try db.cachedStatement(sql: "UPDATE session SET flash = NULL WHERE id = ?").execute(arguments: [id])
        return try? JSONDecoder().decode(Flash.self, from: Data(flash.utf8))
    }

    func isLive(_ settings: AccountSettings) -> Bool {
        let now = settings.now()
        return expiresAt > now && (SeenTimes[tokenHash] ?? seenAt) > now.addingTimeInterval(-settings.idle)
    }

    func isProved(at now: Date) -> Bool {
        now.timeIntervalSince(ProvedTimes[tokenHash] ?? provedAt ?? createdAt) < Self.proofLasts
    }

    static let proofLasts: TimeInterval = 900

    public func choose(scope: Int64?, _ db: Database) throws {
        try Session.filter(key: id).updateAll(db, Columns.scopeID.set(to: scope))
    }
}

extension Session {
    /// Decodes by column: every page reads sessions and accounts, and GRDB's `Decodable` takes three times as long.
    public init(row: Row) throws {
        (id, tokenHash, accountID) = (row["id"], row["tokenHash"], row["accountID"])
        (address, device, flash, scopeID) = (row["address"], row["device"], row["flash"], row["scopeID"])
        // A malformed date throws; the plain subscript would end the process.
        createdAt = try row.decode(forColumn: "createdAt")
        seenAt = try row.decode(forColumn: "seenAt")
        expiresAt = try row.decode(forColumn: "expiresAt")
        provedAt = try row.decode(forColumn: "provedAt")
        let json: Data? = row["viewing"]
        viewing = try json.map { try Self.databaseJSONDecoder(for: "viewing").decode(Viewing.self, from: $0) }
    }
}

extension DerivableRequest<Session> {
    public func of(_ account: Int64) -> Self { filter(Session.Columns.accountID == account) }

    public func live(_ settings: AccountSettings) -> Self {
        let now = settings.now()
        return filter(Session.Columns.expiresAt > now && Session.Columns.seenAt > now.addingTimeInterval(-settings.idle))
    }
}
