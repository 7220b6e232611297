import Accounts
import Crypto
import Foundation
import GRDB
import Web

/// An address that is told when records change; table `webhook`.
public struct Webhook: Codable, FetchableRecord, MutablePersistableRecord, Sendable {
    public private(set) var id: Int64?
    var address: String
    /// Resources by name with spaces between, `house.products house.recipes`; empty for all.
    var resources: String
    /// What was done, `create update`; empty for everything. See `Revision.act`.
    var acts: String
    /// What signatures are made with; it must be kept as it is.
    var secret: String
    var isOn: Bool
    /// Failed attempts since the last that went well; see `count(failure:)`.
    var failures = 0
    var lastFailureAt: Date?
    /// When it was switched off because nothing answered.
    var gaveUpAt: Date?
    let createdAt: Date

    public mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

    static let failureLimit = 8

    static func freshSecret() -> String {
        "whsec_" + SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }.base64EncodedString().replacing("=", with: "")
    }

    /// Its host, for lists: an address may hold a secret of its own.
    var host: String { URLComponents(string: address)?.host ?? address }

    func wants(_ act: String, on resource: String) -> Bool {
        (resources.isEmpty || resources.split(separator: " ").contains { $0 == resource })
            && (acts.isEmpty || acts.split(separator: " ").contains { $0 == act })
    }

    /// Counts a failed attempt, at most one a minute: a hundred changes during one short break are one failure, not a hundred.
    /// - Returns: whether that was one too many, and it is off now.
    mutating func fail(at now: Date) -> Bool {
        // One that is off was not asked.
        guard isOn else { return false }
        if let lastFailureAt, now.timeIntervalSince(lastFailureAt) < 60 { return false }
        failures += 1
        lastFailureAt = now
        guard failures >= Self.failureLimit else { return false }
        isOn = false
        gaveUpAt = now
        return true
    }

    mutating func succeed() { (failures, lastFailureAt) = (0, nil) }

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
}
