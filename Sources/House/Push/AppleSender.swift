import Admin
import AsyncHTTPClient
import Crypto
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import Synchronization
import Web

/// Sends notices to apps through Apple's push service, over HTTP/2 with a signed token.
final class AppleSender: Sendable {
    private struct Token {
        let text: String
        let madeAt: Date
    }

    private struct Claims: Encodable {
        let iss: String
        let iat: Int
    }

    private let settings: AppleSettings
    private let token = Mutex<Token?>(nil)

    /// Apple requires a token to be used for at least 20 minutes, and rejects one older than an hour.
    private static let youngest: TimeInterval = 20 * 60
    private static let oldest: TimeInterval = 50 * 60

    init(_ settings: AppleSettings) { self.settings = settings }

    func send(_ letter: PushPayload, at now: Date) async throws -> PushOutcome {
        let used = try bearer(at: now, instead: nil)
        let answer = await post(letter, used)
        guard answer.reason == "ExpiredProviderToken" else { return outcome(of: answer, letter.device, at: now) }
        let fresh = try bearer(at: now, instead: used)
        guard fresh != used else { return PushOutcome(verdict: .later(nil), status: answer.status, error: "key") }
        return outcome(of: await post(letter, fresh), letter.device, at: now)
    }

    /// `refused` is a token that Apple called too old; a young one is kept, because the clock must be wrong.
    private func bearer(at now: Date, instead refused: String?) throws -> String {
        try token.withLock { token in
            if let known = token {
                let age = now.timeIntervalSince(known.madeAt)
                if age < Self.youngest || (age < Self.oldest && known.text != refused) { return known.text }
            }
            let claims = Claims(iss: settings.team, iat: Int(cutting: now.timeIntervalSince1970))
            let text = try SignedToken.make(["kid": settings.keyID], claims, settings.key)
            token = Token(text: text, madeAt: now)
            return text
        }
    }

    private func post(_ letter: PushPayload, _ bearer: String) async -> Outgoing.Answer {
        var request = HTTPClientRequest(url: "https://\(settings.host)/3/device/\(letter.device.address)")
        request.method = .POST
        request.headers = HTTPHeaders([
            ("authorization", "bearer \(bearer)"), ("apns-topic", settings.topic), ("apns-push-type", "alert"),
            ("apns-priority", letter.kind == "list" ? "5" : "10"), ("apns-id", letter.messageID),
            ("apns-expiration", String(Int(cutting: letter.end.timeIntervalSince1970))), ("apns-collapse-id", letter.topic),
            ("content-type", "application/json"),
        ])
        request.body = .bytes(ByteBuffer(bytes: letter.applePayload))
        guard let certificates = settings.certificates else {
            // Apple asks to keep the connection open for further notices.
            return await Outgoing.send(request, HTTPClient.shared)
        }
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.tlsConfiguration = .makeClientConfiguration()
        configuration.tlsConfiguration?.trustRoots = .file(certificates)
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let answer = await Outgoing.send(request, client)
        try? await client.shutdown()
        return answer
    }

    private func outcome(of answer: Outgoing.Answer, _ device: PushDevice, at now: Date) -> PushOutcome {
        guard let status = answer.status else { return PushOutcome(verdict: .later(nil), error: answer.error ?? "connection") }
        switch (status, answer.reason) {
        case (200, _): return PushOutcome(verdict: .sent, status: status)
        // Apple names the moment; an app seen since then stays.
        case (410, _) where answer.unknownSince.map { device.seenAt <= $0 } ?? true: return PushOutcome(verdict: .gone, status: status)
        case (400, "BadDeviceToken"), (400, "DeviceTokenNotForTopic"): return PushOutcome(verdict: .gone, status: status)
        case (403, _): return PushOutcome(verdict: .later(nil), status: status, error: "key")
        case (429, _), (500..., _): return PushOutcome(verdict: .later(answer.retryAfter(now)), status: status, error: "status")
        default: return PushOutcome(verdict: .refused, status: status, error: "status")
        }
    }
}

extension Outgoing.Answer {
    private var json: JSON? { try? JSON(parsing: text.utf8) }

    fileprivate var reason: String? { json?["reason"]?.text }

    fileprivate var unknownSince: Date? { json?["timestamp"]?.number.map { Date(timeIntervalSince1970: Double($0) / 1000) } }
}
