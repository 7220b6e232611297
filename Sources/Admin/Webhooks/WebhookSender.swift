import AsyncHTTPClient
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
    }

    /// Whether addresses of the own network may be called, for programs beside this one.
    let allowsPrivate: Bool

    private static let patience = Duration.seconds(10)
    private static let readBytes = 64 << 10
    private static let keptBytes = 1 << 10

    /// One attempt of one delivery.
    public static let kind = JobKind(name: "webhook") { work in
        let id = try work.payload([String: Int64].self)["delivery"] ?? 0
        let found = try await work.desk.database.read { db -> (WebhookDelivery, Webhook)? in
            guard let delivery = try WebhookDelivery.fetchOne(db, key: id), delivery.state == .waiting,
                let webhook = try Webhook.fetchOne(db, key: delivery.webhookID)
            else { return nil }
            return (delivery, webhook)
        }
        guard let (delivery, webhook) = found else { return [:] }
        let outcome =
            webhook.isOn || delivery.event == WebhookDelivery.test
            ? await WebhookSender(allowsPrivate: work.desk.allowsPrivateWebhooks).send(delivery, to: webhook) : Outcome(error: "off")
        try Task.checkCancellation()
        try await work.desk.database.write { db in
            // Read again: somebody may have changed it while we waited for the answer.
            guard var delivery = try WebhookDelivery.fetchOne(db, key: id), var webhook = try Webhook.fetchOne(db, key: delivery.webhookID)
            else { return }
            try delivery.record(outcome, &webhook, at: .now, db)
        }
        return [:]
    }

    /// The address that a webhook's own leads to, checked: nil with the reason when it must not be called.
    func target(of address: String) async -> (host: String, target: NetworkAddress?, error: String?) {
        guard let url = Self.url(address), let host = url.host, !host.isEmpty else { return ("", nil, "name") }
        let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        let all = await NetworkAddress.all(of: name)
        guard let first = all.first else { return (host, nil, "name") }
        // One that is not public is enough: the next look-up could choose it.
        guard allowsPrivate || all.allSatisfy(\.isPublic) else { return (host, nil, "private") }
        return (host, first, nil)
    }

    /// The address when it is one that may be called at all, its host in plain letters: the name that is looked up here must be, byte by
    /// byte, the one that the connection is made for.
    static func url(_ address: String) -> URL? {
        guard var parts = URLComponents(string: address), let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
            parts.user == nil, parts.password == nil, parts.fragment == nil, let host = parts.host?.lowercased(), !host.isEmpty,
            host.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || ".-:[]".utf8.contains($0) })
        else { return nil }
        (parts.scheme, parts.host) = (scheme, host)
        guard let url = parts.url, url.host.map({ $0 == host || "[\($0)]" == host }) == true else { return nil }
        return url
    }

    func send(_ delivery: WebhookDelivery, to webhook: Webhook) async -> Outcome {
        let (host, target, error) = await target(of: webhook.address)
        guard let target else { return Outcome(error: error) }
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow, decompression: .disabled)
        configuration.timeout = .init(connect: .seconds(5), read: .seconds(10))
        configuration.httpVersion = .http1Only
        // The connection goes to the address that was checked, whatever the name leads to by then; the certificate is that of the name.
        if NetworkAddress(host) == nil { configuration.dnsOverride = [host: target.text] }
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let outcome = await attempt(request(delivery, webhook), client)
        try? await client.shutdown()
        return outcome
    }

    private func request(_ delivery: WebhookDelivery, _ webhook: Webhook) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: Self.url(webhook.address)?.absoluteString ?? "")
        request.method = .POST
        request.headers = HTTPHeaders([
            ("Content-Type", "application/json"), ("User-Agent", "Portico-Webhook"), ("Accept", "*/*"),
            ("Portico-Event", delivery.event), ("Portico-Delivery", delivery.eventID),
            ("Portico-Signature", webhook.signature(of: delivery.payload, at: .now)),
        ])
        request.body = .bytes(ByteBuffer(string: delivery.payload))
        return request
    }

    private func attempt(_ request: HTTPClientRequest, _ client: HTTPClient) async -> Outcome {
        await withTaskGroup(of: Outcome.self) { group in
            group.addTask {
                do {
                    let response = try await client.execute(request, timeout: .seconds(10))
                    var bytes: [UInt8] = []
                    for try await chunk in response.body {
                        bytes += chunk.readableBytesView
                        if bytes.count >= Self.readBytes { break }
                    }
                    let text = String(decoding: bytes.prefix(Self.keptBytes), as: UTF8.self)
                    let isGood = (200..<300).contains(response.status.code)
                    return Outcome(status: Int(response.status.code), answer: text, error: isGood ? nil : "status")
                } catch let error as HTTPClientError where error == .deadlineExceeded || error == .readTimeout || error == .connectTimeout {
                    return Outcome(error: "time")
                } catch {
                    return Outcome(error: "connection")
                }
            }
            group.addTask {
                try? await Task.sleep(for: Self.patience)
                return Outcome(error: "time")
            }
            let first = await group.next() ?? Outcome(error: "time")
            group.cancelAll()
            return first
        }
    }
}
