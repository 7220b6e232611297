import Admin
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// Sends a notice through the push service of a browser (RFC 8030).
struct WebSender: Sendable {
    let settings: Push.Settings
    let key: PushKey

    /// Why an address is none that a push service gives: they are on the public internet and speak TLS.
    static func refusal(of address: String, _ settings: Push.Settings) async -> String? {
        guard let url = Outgoing.url(address), url.scheme == "https" || settings.allowsPrivate else { return "address" }
        return await Outgoing(allowsPrivate: settings.allowsPrivate).target(of: address).error == "private" ? "private" : nil
    }

    func send(_ letter: PushLetter, at now: Date) async throws -> PushOutcome {
        let device = letter.device
        guard let url = Outgoing.url(device.address), let publicKey = device.publicKey, let secret = device.secret,
            url.scheme == "https" || settings.allowsPrivate
        else { return PushOutcome(verdict: .refused, error: "address") }
        let body = try PushMessage.encrypted(letter.webPayload, for: publicKey, secret)
        let headers = HTTPHeaders([
            ("Authorization", try key.authorization(for: url, site: settings.site, at: now)),
            ("Content-Type", "application/octet-stream"), ("Content-Encoding", "aes128gcm"), ("User-Agent", "Portico-Push"),
            ("TTL", String(max(0, Int(letter.end.timeIntervalSince(now))))), ("Topic", letter.topic),
            // Somebody writes to him; a list that changed can wait for a device that saves its battery.
            ("Urgency", letter.notice.kind == "list" ? "normal" : "high"),
        ])
        let answer = await Outgoing(allowsPrivate: settings.allowsPrivate).post(ByteBuffer(bytes: body), headers, to: device.address)
        return Self.outcome(of: answer, at: now)
    }

    static func outcome(of answer: Outgoing.Answer, at now: Date) -> PushOutcome {
        guard let status = answer.status else {
            return PushOutcome(verdict: answer.error == "private" ? .refused : .later(nil), error: answer.error ?? "connection")
        }
        let verdict: PushOutcome.Verdict =
            switch status {
            case 200..<300: .sent
            case 404, 410: .gone
            case 429, 500...: .later(answer.retryAfter(now))
            default: .refused
            }
        return PushOutcome(verdict: verdict, status: status, error: verdict == .sent ? nil : "status")
    }
}

extension Outgoing.Answer {
    /// Seconds that whoever answered wants to be left alone; he may give a number or a date.
    func retryAfter(_ now: Date) -> TimeInterval? {
        guard let text = headers.first(name: "Retry-After") else { return nil }
        if let seconds = Int(text) { return TimeInterval(min(max(seconds, 0), 86_400)) }
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = .gmt
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return format.date(from: text).map { min(max($0.timeIntervalSince(now), 0), 86_400) }
    }
}
