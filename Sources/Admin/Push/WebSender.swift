import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Synchronization
import Web

/// Sends through push services (RFC 8030). Lives for one run and reuses connections and signatures per service.
public final class WebSender: Sendable {
    private let settings: WebPush
    private let key: PushKey
    private let lines: OutgoingLines
    private let signed = Mutex<[String: String]>([:])
    /// Consecutive failures by service; after a few, the service is skipped for the rest of the run.
    private let mute = Mutex<[String: Int]>([:])

    private static let atOnce = 64

    private init(_ settings: WebPush, key: PushKey) {
        (self.settings, self.key) = (settings, key)
        lines = OutgoingLines(Outgoing(allowsPrivate: settings.allowsPrivate))
    }

    public func send(_ message: WebPushMessage, at now: Date) async throws -> PushOutcome {
        let (browser, address) = (message.subscription, message.subscription.address)
        guard let url = Outgoing.url(address), url.scheme == "https" || settings.allowsPrivate else {
            return PushOutcome(verdict: .refused, error: "address")
        }
        let host = url.host ?? ""
        guard mute.withLock({ $0[host] ?? 0 }) < JobReceiver.mostFailures else { return PushOutcome(verdict: .later(nil), error: "time") }
        let body = try PushMessage.encrypted(message.payload, for: browser.publicKey, browser.secret)
        let headers = HTTPHeaders([
            ("Authorization", try authorization(for: url, at: now)), ("Content-Type", "application/octet-stream"),
            ("Content-Encoding", "aes128gcm"), ("User-Agent", "Portico-Push"),
            ("TTL", String(max(0, Int(cutting: message.end.timeIntervalSince(now))))),
            ("Topic", message.topic), ("Urgency", message.isUrgent ? "high" : "normal"),
        ])
        let answer = await lines.post(ByteBuffer(bytes: body), headers, to: address)
        mute.withLock { $0[host] = ["time", "connection"].contains(answer.error) ? ($0[host] ?? 0) + 1 : 0 }
        return Self.outcome(of: answer, at: now)
    }

    /// Sends to one service: a few calls until it answers, then many at once.
    public func send(_ messages: [WebPushMessage], at clock: @escaping @Sendable () -> Date) async -> [PushOutcome] {
        let few = messages.prefix(JobReceiver.mostFailures)
        return await send(few, atOnce: few.count, clock) + send(messages.dropFirst(few.count), atOnce: Self.atOnce, clock)
    }

    private func send(
        _ messages: ArraySlice<WebPushMessage>, atOnce: Int, _ clock: @escaping @Sendable () -> Date
    ) async -> [PushOutcome] {
        await withTaskGroup(of: (Int, PushOutcome).self) { group in
            var outcomes = [PushOutcome](repeating: PushOutcome(verdict: .later(nil)), count: messages.count)
            for (place, message) in messages.enumerated() {
                if place >= atOnce, let done = await group.next() { outcomes[done.0] = done.1 }
                group.addTask {
                    let outcome = try? await self.send(message, at: clock())
                    return (place, outcome ?? PushOutcome(verdict: .refused, error: "address"))
                }
            }
            for await done in group { outcomes[done.0] = done.1 }
            return outcomes
        }
    }

    /// Sends in a run and closes the lines after it, however it ends.
    public static func run<Outcome: Sendable>(
        _ settings: WebPush, key: PushKey, _ send: (WebSender) async throws -> Outcome
    ) async throws -> Outcome {
        let sender = WebSender(settings, key: key)
        do {
            let outcome = try await send(sender)
            await sender.lines.close()
            return outcome
        } catch {
            await sender.lines.close()
            throw error
        }
    }

    private func authorization(for url: URL, at now: Date) throws -> String {
        try signed.withLock { signed in
            let origin = PushKey.origin(of: url)
            if let known = signed[origin] { return known }
            let made = try key.authorization(for: url, site: settings.site, at: now)
            signed[origin] = made
            return made
        }
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
    public func retryAfter(_ now: Date) -> TimeInterval? {
        guard let text = headers.first(name: "Retry-After") else { return nil }
        if let seconds = Int(text, in: .whole) { return TimeInterval(min(max(seconds, 0), 86_400)) }
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = .gmt
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return format.date(from: text).map { min(max($0.timeIntervalSince(now), 0), 86_400) }
    }
}
