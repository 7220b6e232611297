import Accounts
import Admin
import Foundation
import GRDB

/// A browser or an app that notices of a guest are sent to although no page is open; table `pushDevice`.
///
/// A browser of the house may be used by several guests, each of whom decides for himself; an app belongs to whoever came in last.
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
    /// When the guest last used it.
    let seenAt: Date
    /// Of the last sending, with what came back; `error` is the last part of a text's key, `push.errors.<error>`.
    let triedAt: Date?
    let status: Int?
    let error: String?

    /// Thrown when a guest's educator did not choose notices for closed pages.
    public struct NotWanted: Error {}

    private static let limit = 10

    /// What tells a page whether this browser's subscription is the one that is kept, without saying the address.
    var mark: String { WebSubscription.mark(of: address) }

    /// Sends a guest's notices to a device from now on; the same device again is the same row.
    /// - Parameter houseDevice: the browser of the house that asks; nil for an app.
    /// - Returns: its number.
    @discardableResult
    public static func register(
        _ draft: PushDraft, for guest: Int64, house: Int64, on houseDevice: Int64?, label: String, at now: Date = .now, _ db: Database
    ) throws -> Int64 {
        guard try GuestPreferences.of(guest, house: house, db)[.notices] == "push" else { throw NotWanted() }
        switch draft.kind {
        case .web:
            // The browser's older address is worth nothing any more.
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
        // Nobody has that many: whoever keeps asking pushes his own oldest out.
        try db.execute(
            sql: """
                DELETE FROM pushDevice WHERE guestID = :guest AND id <> :id
                  AND id NOT IN (SELECT id FROM pushDevice WHERE guestID = :guest ORDER BY seenAt DESC, id DESC LIMIT \(limit))
                """, arguments: ["guest": guest, "id": id])
        return id
    }

    /// Sends nothing to it any more. False when it is none of this guest's.
    @discardableResult
    public static func remove(_ id: Int64, of guest: Int64, _ db: Database) throws -> Bool {
        try db.execute(sql: "DELETE FROM pushDevice WHERE id = ? AND guestID = ?", arguments: [id, guest])
        return db.changesCount > 0
    }

    /// A browser was given another address by its push service.
    static func renew(_ old: String, as draft: PushDraft, on houseDevice: Int64, at now: Date, _ db: Database) throws -> Bool {
        guard draft.kind == .web else { return false }
        try db.execute(
            sql: """
                UPDATE OR REPLACE pushDevice SET address = ?, publicKey = ?, secret = ?, seenAt = ?, error = NULL
                WHERE address = ? AND houseDeviceID = ? AND kind = 'web'
                """, arguments: [draft.address, draft.publicKey, draft.secret, now, old, houseDevice])
        return db.changesCount > 0
    }

    /// The row of a guest on a browser of the house.
    static func find(_ guest: Int64, on houseDevice: Int64?, _ db: Database) throws -> PushDevice? {
        guard let houseDevice else { return nil }
        let sql = "SELECT * FROM pushDevice WHERE guestID = ? AND houseDeviceID = ? AND kind = 'web'"
        return try fetchOne(db.cachedStatement(sql: sql), arguments: [guest, houseDevice])
    }

    // MARK: When it was last used

    private static let hour: TimeInterval = 3600

    /// Whether it is time to note that a guest uses a browser: at most once an hour, because every note is a write.
    static func isToBeSeen(_ guest: Int64, on houseDevice: Int64, at now: Date, _ db: Database) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM pushDevice WHERE guestID = ? AND houseDeviceID = ? AND seenAt < ?)"
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [guest, houseDevice, now - hour]) ?? false
    }

    static func see(_ guest: Int64, on houseDevice: Int64?, at now: Date, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE pushDevice SET seenAt = ? WHERE guestID = ? AND houseDeviceID = ?", arguments: [now, guest, houseDevice])
    }
}
