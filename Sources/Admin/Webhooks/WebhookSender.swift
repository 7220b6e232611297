import Foundation
import GRDB
import NIOCore
import NIOHTTP1

/// Sends what webhooks are to be told.
public struct WebhookSender: Sendable {
    /// What an attempt brought.
    struct Outcome: Sendable, Equatable {
        var status: Int?
        var answer = ""
        /// Nil when it went well; else the last part of a text's key, `webhooks.errors.<error>`.
        var error: String?
        /// Seconds that the receiver wants to be left alone.
        var retryAfter: TimeInterval?

        /// Whether the receiver is there no longer, and says so.
        var isGone: Bool { status == 410 }
        /// Whether it does not answer, cannot, or wants to be left alone: the next in line would wait as long for nothing.
        var isMute: Bool {
            if retryAfter ?? 0 > 0 { return true }
            return ["time", "connection", "name"].contains(error) || status.map { $0 >= 500 || $0 == 429 } ?? false
        }
    }

    /// Whether addresses of the own network may be called, for programs beside this one.
    let allowsPrivate: Bool

    public static let jobs = [kind, Webhooks.revival]

    /// One attempt of one delivery.
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
            // Read again: somebody may have changed it while we waited for the answer.
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
        // For people to read: of a text with a NUL the database would show what stands before it.
        let text = String(String.UnicodeScalarView(answer.text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
        return Outcome(
            status: answer.status, answer: text, error: answer.error, retryAfter: answer.error == nil ? nil : answer.retryAfter(.now))
    }
}
