import Foundation
import GRDB

/// A device on which somebody is signed in.
public struct Session: Codable, Sendable, FetchableRecord, MutablePersistableRecord {
    public var id: Int64?
    /// SHA-256 of the token in the cookie, so that a copy of the database lets nobody in.
    public var tokenHash: Data
    public var accountID: Int64
    public var createdAt: Date
    /// Of the last request, to the minute; the end of its day where only days are kept (`SeenTimes`).
    public var seenAt: Date
    /// The absolute end; the idle end follows from `seenAt`.
    public var expiresAt: Date
    public var address: String
    /// A few words on the browser: `Firefox, Windows`.
    public var device: String
    /// A `Flash` as JSON.
    public var flash: String?
    /// The house (or other scope) that was chosen last.
    public var scopeID: Int64?
    /// When the password was typed again in this session, before changing factors; nil when only at its beginning.
    public var provedAt: Date?
    /// The role whose pages are shown instead of one's own.
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

    /// Keeps a message for the next page.
    public func setFlash(_ db: Database, _ flash: Flash) throws {
        try db.cachedStatement(sql: "UPDATE session SET flash = ? WHERE id = ?").execute(arguments: [flash.json, id])
    }

    /// Whether a message waits; only then is it worth a write.
    public var hasFlash: Bool { flash != nil }

    /// The waiting message, which is gone afterwards.
    public func takeFlash(_ db: Database) throws -> Flash? {
        guard let flash else { return nil }
        try db.cachedStatement(sql: "UPDATE session SET flash = NULL WHERE id = ?").execute(arguments: [id])
        return try? JSONDecoder().decode(Flash.self, from: Data(flash.utf8))
    }

    /// Whether it still lets somebody in.
    func isLive(_ settings: AccountSettings) -> Bool {
        let now = settings.now()
        return expiresAt > now && (SeenTimes[tokenHash] ?? seenAt) > now.addingTimeInterval(-settings.idle)
    }

    /// Whether its owner has shown lately who he is, as a change of factors asks: a device left unlocked must not be enough.
    func isProved(at now: Date) -> Bool {
        now.timeIntervalSince(ProvedTimes[tokenHash] ?? provedAt ?? createdAt) < Self.proofLasts
    }

    static let proofLasts: TimeInterval = 900

    /// Remembers the chosen scope.
    public func choose(scope: Int64?, _ db: Database) throws {
        try Session.filter(key: id).updateAll(db, Columns.scopeID.set(to: scope))
    }
}

extension Session {
    /// Column by column: sessions and accounts are read for every page, and GRDB's way over `Decodable` takes three times as long.
    public init(row: Row) throws {
        (id, tokenHash, accountID) = (row["id"], row["tokenHash"], row["accountID"])
        (address, device, flash, scopeID) = (row["address"], row["device"], row["flash"], row["scopeID"])
        // The table is strict, but a date is a text that may say anything: that is an error, not the end of the program.
        createdAt = try row.decode(forColumn: "createdAt")
        seenAt = try row.decode(forColumn: "seenAt")
        expiresAt = try row.decode(forColumn: "expiresAt")
        provedAt = try row.decode(forColumn: "provedAt")
        let json: Data? = row["viewing"]
        viewing = try json.map { try Self.databaseJSONDecoder(for: "viewing").decode(Viewing.self, from: $0) }
    }
}

extension DerivableRequest<Session> {
    /// The ones of an account.
    public func of(_ account: Int64) -> Self { filter(Session.Columns.accountID == account) }

    /// The ones that still let somebody in.
    public func live(_ settings: AccountSettings) -> Self {
        let now = settings.now()
        return filter(Session.Columns.expiresAt > now && Session.Columns.seenAt > now.addingTimeInterval(-settings.idle))
    }
}
