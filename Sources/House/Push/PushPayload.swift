import Admin
import Foundation
import GRDB
import Web

/// A push notice: the sentence of the guest's page, and the address that a touch opens.
struct PushPayload: Sendable {
    let device: PushDevice
    /// `list`, `message` or `timer`.
    let kind: String
    let messageID: String
    /// "For Anna", because several guests may use a browser.
    let title: String
    let text: String
    let language: Language
    let address: String
    /// Replaces earlier notices about the same thing, and repeats. Limit of push services: 32 characters of base64url.
    let topic: String
    let end: Date
    private let number: Int
    private let at: Date

    private static let textBytes = 1500

    init(_ device: PushDevice, _ notice: Notice, list: Int64?, messageID: String, for guest: Inhabitant, _ words: Words) {
        (self.device, kind, self.messageID, language) = (device, notice.kind, messageID, words.language)
        title = words("push.for", ["name": guest.firstName])
        text = notice.localized(words).cut(toBytes: Self.textBytes)
        address = list == nil ? "/house/notices" : "/house/list"
        topic = list.map { "list-\($0)" } ?? "notice-\(notice.id)"
        end = notice.createdAt + PushDelivery.lifetime
        (number, at) = (Int(notice.id), notice.createdAt)
    }

    init(
        _ device: PushDevice, _ timer: KitchenTimer, endedAt moment: Date, messageID: String, for guest: Inhabitant, _ words: Words
    ) {
        (self.device, kind, self.messageID, language) = (device, "timer", messageID, words.language)
        title = words("push.for", ["name": guest.firstName])
        let about = [timer.label, timer.text].filter { !$0.isEmpty }.joined(separator: ": ")
        text = [words("cooking.timers.over"), about].filter { !$0.isEmpty }.joined(separator: " ").cut(toBytes: Self.textBytes)
        address = timer.recipe.map { "/house/recipes/\($0)/steps/\(timer.step ?? 1)" } ?? "/house/timers"
        topic = "timer-\(timer.id)"
        end = moment + TimerCall.lifetime
        (number, at) = (Int(cutting: moment.timeIntervalSince1970), moment)
    }

    var webPayload: Data {
        data([
            ("id", .number(number)), ("kind", .text(kind)), ("title", .text(title)), ("body", .text(text)),
            ("tag", .text(topic)), ("url", .text(address)), ("lang", .text(language.rawValue)),
            ("at", .number(Int(cutting: at.timeIntervalSince1970 * 1000))), ("stays", .flag(kind == "timer")),
        ])
    }

    var webLetter: WebPushMessage? {
        guard let publicKey = device.publicKey, let secret = device.secret else { return nil }
        let browser = WebSubscription(address: device.address, publicKey: publicKey, secret: secret)
        // A message is urgent; a changed list can wait for a device that saves its battery.
        return WebPushMessage(to: browser, payload: webPayload, topic: topic, end: end, isUrgent: kind != "list")
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
            (kind == "timer" ? "timer" : "notice", .number(number)), ("kind", .text(kind)), ("url", .text(address)),
        ])
    }

    private func data(_ pairs: [(key: String, value: JSON)]) -> Data { Data(JSON.object(pairs).compact.utf8) }
}
