import Accounts
import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import Admin

/// Browsers that want messages, and what a push service's answer means.
@Suite struct WebPushTests {
    private let point = P256.KeyAgreement.PrivateKey().publicKey.x963Representation
    private let secret = Data.random(16)

    private func subscription(_ endpoint: String = "https://push.example.org/p/1", key: Data? = nil, auth: Data? = nil) -> WebSubscription?
    {
        WebSubscription(endpoint: endpoint, p256dh: (key ?? point).base64URL, auth: (auth ?? secret).base64URL)
    }

    @Test func aSubscriptionNeedsAnAddressAndItsKeys() {
        #expect(subscription()?.publicKey == point)
        #expect(subscription()?.secret == secret)
        #expect(subscription("javascript:alert(1)") == nil)
        #expect(subscription("https://push.example.org/" + String(repeating: "x", count: 1_000)) == nil)
        #expect(subscription(key: Data(repeating: 4, count: 65)) == nil)
        #expect(subscription(key: point.dropLast()) == nil)
        #expect(subscription(auth: Data.random(15)) == nil)
        #expect(WebSubscription(endpoint: "https://push.example.org/", p256dh: "%%%", auth: secret.base64URL) == nil)
    }

    @Test func aPageKnowsASubscriptionWithoutItsAddress() throws {
        let one = try #require(subscription())
        #expect(one.mark == WebSubscription.mark(of: "https://push.example.org/p/1"))
        #expect(one.mark != WebSubscription.mark(of: "https://push.example.org/p/2"))
        #expect(!one.mark.contains("push"))
        #expect(one.mark.count == 43)
    }

    @Test func messagesAreGroupedByTheirService() throws {
        func service(_ address: String) throws -> String {
            WebPushMessage(to: try #require(subscription(address)), payload: Data(), topic: "x", end: .now, isUrgent: false).service
        }
        #expect(try service("https://push.example.org/p/1?x=2") == "https://push.example.org/")
        #expect(try service("https://push.example.org:8443/p/1") == "https://push.example.org:8443/")
    }

    @Test(arguments: [
        (201, PushOutcome.Verdict.sent), (200, .sent), (404, .gone), (410, .gone), (429, .later(nil)), (500, .later(nil)),
        (503, .later(nil)),
        (400, .refused), (403, .refused), (413, .refused),
    ])
    func anAnswerIsAVerdict(_ status: Int, _ verdict: PushOutcome.Verdict) {
        let outcome = WebSender.outcome(of: Outgoing.Answer(status: status), at: .now)
        #expect(outcome.verdict == verdict)
        #expect(outcome.status == status)
        #expect(outcome.error == (verdict == .sent ? nil : "status"))
    }

    @Test func aServiceThatDoesNotAnswerIsTriedLater() {
        #expect(WebSender.outcome(of: Outgoing.Answer(error: "time"), at: .now) == PushOutcome(verdict: .later(nil), error: "time"))
        #expect(WebSender.outcome(of: Outgoing.Answer(), at: .now) == PushOutcome(verdict: .later(nil), error: "connection"))
        #expect(WebSender.outcome(of: Outgoing.Answer(error: "private"), at: .now) == PushOutcome(verdict: .refused, error: "private"))
    }

    @Test(arguments: ["ftp://push.example.org/", "https://user:pass@push.example.org/", "http://push.example.org/", "no address"])
    func anAddressThatIsNoServiceIsRefused(_ address: String) async {
        let refusal = await WebPush().refusal(of: address)
        #expect(refusal == "address")
    }

    @Test func aServiceOfThePrivateNetworkIsRefused() async {
        let refusal = await WebPush().refusal(of: "https://127.0.0.1/p/1")
        #expect(refusal == "private")
        let allowed = await WebPush(allowsPrivate: true).refusal(of: "http://127.0.0.1/p/1")
        #expect(allowed == nil)
    }

    @Test func browsersCanSubscribeOnASiteWithEncryption() {
        #expect(!WebPush().isReachable)
        #expect(WebPush(site: "https://portal.example.org").isReachable)
        #expect(WebPush(allowsPrivate: true).isReachable)
    }

    @Test(arguments: [("abc", 3, "abc"), ("abcdef", 5, "ab…"), ("èèè", 5, "è…"), ("👩‍👩‍👧x", 10, "…"), ("", 0, "")])
    func aTextIsCutBetweenItsLetters(_ text: String, _ limit: Int, _ cut: String) {
        #expect(text.cut(toBytes: limit) == cut)
        #expect(text.cut(toBytes: limit).utf8.count <= max(limit, 3))
    }

    @Test func theWorkerLoadsTheSitesOwnScriptsAlone() {
        let worker = PushWorker(home: "/campus", renewal: "/campus/renewal")
        let response = worker.response(assets: "/assets/abc")
        #expect(worker.preface == "self.push = { home: \"/campus\", renewal: \"/campus/renewal\" };")
        #expect(response.headers[.serviceWorkerAllowed] == "/campus")
        #expect(response.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
        #expect(response.headers[.cacheControl] == "no-cache")
    }
}
