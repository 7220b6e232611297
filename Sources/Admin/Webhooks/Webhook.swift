import Accounts
import Crypto
import Foundation
import GRDB
import Web

/// An address that is notified of changed records; table `webhook`.
public struct Webhook: Codable, FetchableRecord, MutablePersistableRecord, Sendable {
    public private(set) var id: Int64?
    var address: String
    /// Resource names separated by spaces, such as `house.products house.recipes`; `*` for all.
    var resources: String
    /// Actions such as `create update`; `*` for all. See `Revision.act`.
    var acts: String
    /// The signing key, stored in clear because signatures need it.
    var secret: String
    var isOn: Bool
    var failures = 0
    var lastFailureAt: Date?
    var failingSince: Date?
    var gaveUpAt: Date?
    var gaveUpReason: Surrender?
    let createdAt: Date

    enum Surrender: String, Codable, Sendable {
        case days
        case gone
    }

    public mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

    static let everything = "*"
    /// It is switched off after this many days without success and this many failed attempts.
    static let (failingDays, failingAttempts) = (3, 8)

    var receiver: String { "webhook \(id ?? 0)" }

    static func freshSecret() -> String {
        "whsec_" + SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }.base64EncodedString().replacing("=", with: "")
    }

    /// For lists: the full address may contain a secret.
    var host: String { URLComponents(string: address)?.host ?? address }

    func wants(_ act: String, on resource: String) -> Bool {
        Self.names(resource, in: resources) && Self.names(act, in: acts)
    }

    private static func names(_ name: String, in list: String) -> Bool {
        list.split(separator: " ").contains { $0 == name || $0 == everything }
    }

    mutating func fail(at now: Date) -> Bool {
        guard isOn else { return false }
        failures += 1
        (lastFailureAt, failingSince) = (now, failingSince ?? now)
        guard failures >= Self.failingAttempts, let failingSince,
            now.timeIntervalSince(failingSince) >= Double(Self.failingDays) * 86_400
        else { return false }
        surrender(.days, at: now)
        return true
    }

    mutating func surrender(_ reason: Surrender, at now: Date) { (isOn, gaveUpAt, gaveUpReason) = (false, now, reason) }

    mutating func succeed() { (failures, lastFailureAt, failingSince) = (0, nil, nil) }

    mutating func revive() {
        succeed()
        (isOn, gaveUpAt, gaveUpReason) = (true, nil, nil)
    }

    /// `t=1763720000,v1=5257a8…`
    func signature(of body: String, at now: Date) -> String {
        let time = String(Int(cutting: now.timeIntervalSince1970))
        let code = HMAC<SHA256>.authenticationCode(for: Data("\(time).\(body)".utf8), using: SymmetricKey(data: Data(secret.utf8)))
        return "t=\(time),v1=" + code.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("admin webhooks 001 create webhook") { db in
            try db.execute(
                sql: """
                    CREATE TABLE webhook (
                        id INTEGER PRIMARY KEY,
                        address TEXT NOT NULL CHECK (address LIKE 'http%'),
                        resources TEXT NOT NULL DEFAULT '',
                        acts TEXT NOT NULL DEFAULT '',
                        secret TEXT NOT NULL CHECK (length(secret) >= 32),
                        isOn INTEGER NOT NULL DEFAULT 1 CHECK (isOn IN (0, 1)),
                        failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
                        lastFailureAt TEXT,
                        gaveUpAt TEXT,
                        createdAt TEXT NOT NULL
                    ) STRICT;
                    CREATE TABLE webhookDelivery (
                        id INTEGER PRIMARY KEY,
                        webhookID INTEGER NOT NULL REFERENCES webhook(id) ON DELETE CASCADE,
                        eventID TEXT NOT NULL CHECK (eventID <> ''),
                        event TEXT NOT NULL CHECK (event <> ''),
                        payload TEXT NOT NULL CHECK (json_valid(payload)),
                        state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'failed')),
                        attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
                        nextAt TEXT,
                        status INTEGER,
                        answer TEXT NOT NULL DEFAULT '',
                        error TEXT,
                        createdAt TEXT NOT NULL,
                        triedAt TEXT
                    ) STRICT;
                    CREATE INDEX webhookDeliveryOfWebhook ON webhookDelivery (webhookID, id);
                    CREATE INDEX webhookDeliveryByTime ON webhookDelivery (createdAt);
                    """)
        }
    }

    static func migrateSurrender(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("admin webhooks 002 days of failing, and all as a word of its own") { db in
            try db.execute(
                sql: """
                    ALTER TABLE webhook ADD COLUMN failingSince TEXT;
                    ALTER TABLE webhook ADD COLUMN gaveUpReason TEXT CHECK (gaveUpReason IN ('days', 'gone'));
                    CREATE INDEX webhookDeliveryWaiting ON webhookDelivery (webhookID, createdAt) WHERE state <> 'done';
                    UPDATE webhook SET gaveUpReason = 'days' WHERE gaveUpAt IS NOT NULL;
                    -- Nothing named is nothing from now on.
                    UPDATE webhook SET resources = '*' WHERE resources = '';
                    UPDATE webhook SET acts = '*' WHERE acts = '';
                    """)
        }
    }
}
