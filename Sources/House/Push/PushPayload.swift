import Admin
import Foundation
import GRDB
import Web

/// What is sent: a notice in the plain words that the guest's page would say, and where a touch leads.
struct PushPayload: Sendable {
    let device: PushDevice
    let notice: Notice
    let messageID: String
    /// "For Anna": a browser may be used by several.
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

    /// Where a touch leads: there the open page would have led too.
    var address: String { list == nil ? "/house/notices" : "/house/list" }

    /// What takes the place of what: a later word about the same list makes the earlier one needless, and what was sent again by mistake
    /// is shown once. At most 32 characters of base64url, as push services want their topics.
    var topic: String { list.map { "list-\($0)" } ?? "notice-\(notice.id)" }

    /// Until when it is worth sending.
    var end: Date { notice.createdAt + PushDelivery.lifetime }

    /// For the worker of the guests' pages, `push-worker.js`.
    var webPayload: Data {
        data([
            ("id", .number(Int(notice.id))), ("kind", .text(notice.kind)), ("title", .text(title)), ("body", .text(text)),
            ("tag", .text(topic)), ("url", .text(address)), ("lang", .text(language.rawValue)),
            ("at", .number(Int(cutting: notice.createdAt.timeIntervalSince1970 * 1000))),
        ])
    }

    /// For a browser; nil for an app.
    var webLetter: WebPushMessage? {
        guard let publicKey = device.publicKey, let secret = device.secret else { return nil }
        let browser = WebSubscription(address: device.address, publicKey: publicKey, secret: secret)
        // Somebody writes to him; a list that changed can wait for a device that saves its battery.
        return WebPushMessage(to: browser, payload: webPayload, topic: topic, end: end, isUrgent: notice.kind != "list")
    }

    /// For an app on an Apple device.
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
