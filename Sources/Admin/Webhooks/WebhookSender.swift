import Foundation
import GRDB
import NIOCore
import NIOHTTP1

public struct WebhookSender: Sendable {
    struct Outcome: Sendable, Equatable {
        var status: Int?
        var answer = ""
        /// Nil for success; else the last part of the text key `webhooks.errors.<error>`.
        var error: String?
        var retryAfter: TimeInterval?

        var isGone: Bool { status == 410 }
        /// Whether the receiver is unreachable, failing, or asked to wait; the next delivery would fare the same.
        var isMute: Bool {
            if retryAfter ?? 0 > 0 { return true }
            return ["time", "connection", "name"].contains(error) || status.map { $0 >= 500 || $0 == 429 } ?? false
        }
    }

    /// Allows private network addresses, for programs on the same network.
    let allowsPrivate: Bool

    public static let jobs = [kind, Webhooks.revival]

    static let kind = JobKind(name: "webhook", lane: .delivery, reachesOut: true) { work in
        let id = try work.payload([String: Int64].self)["delivery"] ?? 0
        let found = try await work.admin.database.read { db -> (WebhookDelivery, Webhook)? in
            guard let delivery = try WebhookDelivery.fetchOne(db, key: id), delivery.state == .waiting,
                let webhook = try Webhook.fetchOne(db, key: delivery.webhookID)
            else { return nil }
            return (delivery, webhook)
        }
        guard let (delivery, webhook) = found else { return [:] }
        let outcome =
            webhook.isOn || delivery.event == WebhookDelivery.test
            ? await WebhookSender(allowsPrivate: work.admin.allowsPrivateWebhooks).send(delivery, to: webhook) : Outcome(error: "off")
        try Task.checkCancellation()
        try await work.admin.database.write { db in
            // Read again: a person may have changed it during the request.
            guard var delivery = try WebhookDelivery.fetchOne(db, key: id), var webhook = try Webhook.fetchOne(db, key: delivery.webhookID)
            else { return }
            try delivery.record(outcome, &webhook, at: .now, db)
        }
        return [:]
    }

    func send(_ delivery: WebhookDelivery, to webhook: Webhook) async -> Outcome {
        let headers = HTTPHeaders([
            ("Content-Type", "application/json"), ("User-Agent", "Portico-Webhook"), ("Accept", "*/*"),
            ("Portico-Event", delivery.event), ("Portico-Delivery", delivery.eventID),
            ("Portico-Signature", webhook.signature(of: delivery.payload, at: .now)),
        ])
        let answer = await Outgoing(allowsPrivate: allowsPrivate).post(ByteBuffer(string: delivery.payload), headers, to: webhook.address)
        // For readers: SQLite would cut a text at NUL.
        let text = String(String.UnicodeScalarView(answer.text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
        return Outcome(
            status: answer.status, answer: text, error: answer.error, retryAfter: answer.error == nil ? nil : answer.retryAfter(.now))
    }
}
