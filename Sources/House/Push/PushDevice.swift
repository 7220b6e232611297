import Accounts
import Admin
import Foundation
import GRDB

/// A browser or app that receives a guest's notices; table `pushDevice`. Guests who share a browser decide separately.
public struct PushDevice: Codable, FetchableRecord, Sendable {
    public let id: Int64
    public let guestID: Int64
    let houseDeviceID: Int64?
    let kind: String
    let address: String
    let publicKey: Data?
    let secret: Data?
    public let label: String
    let createdAt: Date
    let seenAt: Date
    /// Time and result of the last attempt; `error` is the last part of the key `push.errors.<error>`.
    let triedAt: Date?
    let status: Int?
    let error: String?

    /// Thrown when the guest's educator did not choose notices for closed pages.
    public struct NotWanted: Error {}

    private static let limit = 10

    /// Lets a page recognise the stored subscription without revealing its address.
    var mark: String { WebSubscription.mark(of: address) }

    /// Registers a device for a guest's notices and returns its number; a known device keeps its row. `houseDevice` is nil for an app.
    @discardableResult
    public static func register(
        _ draft: PushDraft, for guest: Int64, house: Int64, on houseDevice: Int64?, label: String, at now: Date = .now, _ db: Database
    ) throws -> Int64 {
        guard try GuestPreferences.of(guest, house: house, db)[.notices] == "push" else { throw NotWanted() }
        switch draft.kind {
        case .web:
            try db.execute(
                sql: "DELETE FROM pushDevice WHERE guestID = ? AND houseDeviceID = ? AND kind = 'web' AND address <> ?",
                arguments: [guest, houseDevice, draft.address])
        case .apple:
            try db.execute(sql: "DELETE FROM pushDevice WHERE address = ? AND guestID <> ?", arguments: [draft.address, guest])
        }
        let sql = """
            INSERT INTO pushDevice (guestID, houseDeviceID, kind, address, publicKey, secret, label, createdAt, seenAt)
            VALUES (:guest, :device, :kind, :address, :key, :secret, :label, :now, :now)
            ON CONFLICT (address, guestID) DO UPDATE SET
              houseDeviceID = excluded.houseDeviceID, publicKey = excluded.publicKey, secret = excluded.secret, label = excluded.label,
              seenAt = excluded.seenAt, error = NULL
            RETURNING id
            """
        let id = try Int64.fetchAll(
            db, sql: sql,
            arguments: [
                "guest": guest, "device": houseDevice, "kind": draft.kind.rawValue, "address": draft.address, "key": draft.publicKey,
                "secret": draft.secret, "label": label, "now": now,
            ])[0]
        // Limits the devices of a guest; the oldest are removed.
        try db.execute(
            sql: """
                DELETE FROM pushDevice WHERE guestID = :guest AND id <> :id
                  AND id NOT IN (SELECT id FROM pushDevice WHERE guestID = :guest ORDER BY seenAt DESC, id DESC LIMIT \(limit))
                """, arguments: ["guest": guest, "id": id])
        return id
    }

    @discardableResult
    public static func remove(_ id: Int64, of guest: Int64, _ db: Database) throws -> Bool {
        try db.execute(sql: "DELETE FROM pushDevice WHERE id = ? AND guestID = ?", arguments: [id, guest])
        return db.changesCount > 0
    }

    static func renew(_ old: String, as draft: PushDraft, on houseDevice: Int64, at now: Date, _ db: Database) throws -> Bool {
        guard draft.kind == .web else { return false }
        try db.execute(
            sql: """
                UPDATE OR REPLACE pushDevice SET address = ?, publicKey = ?, secret = ?, seenAt = ?, error = NULL
                WHERE address = ? AND houseDeviceID = ? AND kind = 'web'
                """, arguments: [draft.address, draft.publicKey, draft.secret, now, old, houseDevice])
        return db.changesCount > 0
    }

    static func find(_ guest: Int64, on houseDevice: Int64?, _ db: Database) throws -> PushDevice? {
        guard let houseDevice else { return nil }
        let sql = "SELECT * FROM pushDevice WHERE guestID = ? AND houseDeviceID = ? AND kind = 'web'"
        return try fetchOne(db.cachedStatement(sql: sql), arguments: [guest, houseDevice])
    }

    private static let hour: TimeInterval = 3600

    /// At most once an hour, because every record is a write.
    static func isToBeSeen(_ guest: Int64, on houseDevice: Int64, at now: Date, _ db: Database) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM pushDevice WHERE guestID = ? AND houseDeviceID = ? AND seenAt < ?)"
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [guest, houseDevice, now - hour]) ?? false
    }

    static func see(_ guest: Int64, on houseDevice: Int64?, at now: Date, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE pushDevice SET seenAt = ? WHERE guestID = ? AND houseDeviceID = ?", arguments: [now, guest, houseDevice])
    }
}
