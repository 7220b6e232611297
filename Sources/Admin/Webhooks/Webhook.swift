import Accounts
import Crypto
import Foundation
import GRDB
import Web

/// An address that is notified of changed records; table `webhook`.
public struct Webhook: Codable, FetchableRecord, MutablePersistableRecord, Sendable {
    public private(set) var id: Int64?
    var address: String
    /// Names of resources and of other events separated by spaces, such as `house.products report.created`; `*` for all.
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
    var gaveUpReason: GiveUpReason?
    let createdAt: Date

    enum GiveUpReason: String, Codable, Sendable {
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

    /// Whether it wants an event that is no change of a record: one that it names, or all of everything.
    func wants(event: String) -> Bool {
        resources == Self.everything ? acts == Self.everything : Self.names(event, in: resources)
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
        giveUp(.days, at: now)
        return true
    }

    mutating func giveUp(_ reason: GiveUpReason, at now: Date) { (isOn, gaveUpAt, gaveUpReason) = (false, now, reason) }

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
}
