import Admin
import Foundation
import GRDB
import Web

/// A push notice: the sentence of the guest's page, and the address that a touch opens.
struct PushPayload: Sendable {
    let device: PushDevice
    let notice: Notice
    let messageID: String
    /// "For Anna", because several guests may use a browser.
    let title: String
    let text: String
    let language: Language
    private let list: Int64?

    private static let textBytes = 1500

    init(_ device: PushDevice, _ notice: Notice, list: Int64?, messageID: String, for guest: Inhabitant, _ words: Words) {
        (self.device, self.notice, self.messageID, self.list, language) = (device, notice, messageID, list, words.language)
        title = words("push.for", ["name": guest.firstName])
        text = notice.said(words).cut(toBytes: Self.textBytes)
    }

    var address: String { list == nil ? "/house/notices" : "/house/list" }

    /// Replaces earlier notices about the same list, and repeats. Limit of push services: 32 characters of base64url.
    var topic: String { list.map { "list-\($0)" } ?? "notice-\(notice.id)" }

    var end: Date { notice.createdAt + PushDelivery.lifetime }

    var webPayload: Data {
        data([
            ("id", .number(Int(notice.id))), ("kind", .text(notice.kind)), ("title", .text(title)), ("body", .text(text)),
            ("tag", .text(topic)), ("url", .text(address)), ("lang", .text(language.rawValue)),
            ("at", .number(Int(cutting: notice.createdAt.timeIntervalSince1970 * 1000))),
        ])
    }

    var webLetter: WebPushMessage? {
        guard let publicKey = device.publicKey, let secret = device.secret else { return nil }
        let browser = WebSubscription(address: device.address, publicKey: publicKey, secret: secret)
        // A message is urgent; a changed list can wait for a device that saves its battery.
        return WebPushMessage(to: browser, payload: webPayload, topic: topic, end: end, isUrgent: notice.kind != "list")
    }

    var applePayload: Data {
        data([
            (
                "aps",
                .object([
                    ("alert", .object([("title", .text(title)), ("body", .text(text))])), ("sound", .text("default")),
                    ("thread-id", .text(topic)),
                ])
            ),
            ("notice", .number(Int(notice.id))), ("kind", .text(notice.kind)), ("url", .text(address)),
        ])
    }

    private func data(_ pairs: [(key: String, value: JSON)]) -> Data { Data(JSON.object(pairs).compact.utf8) }
}
