import Accounts
import Admin
import Crypto
import Foundation
import GRDB
import TestSupport
import Testing

@testable import House

@Suite struct AppleSenderTests {
    let house: GuestSite
    private let key = P256.Signing.PrivateKey()
    private let token = String(repeating: "0aF9", count: 16)

    init() async throws { house = try await GuestSite() }

    /// A guest's app, a message to him, and the sender that the station is told by.
    private func tell(_ station: AppleStation, _ test: @escaping @Sendable (PushPayload, AppleSender) async throws -> Void) async throws {
        let draft = try #require(PushDraft(appleToken: token))
        try await house.join(1, draft)
        try await house.database.write { db in
            try Notice.write("message", by: NoticeAuthor(name: "Educatrice"), house: 1, text: "Ciao", to: [1], at: .now, db)
        }
        let words = house.site.portal.admin.pages.templates
        let letter = try await house.database.write { db in
            try #require(try PushDelivery.begin(1, at: .now, { words.words(in: $0) }, db))
        }
        try await station.listen { host, certificates in
            let settings = AppleSettings(
                key: key, keyID: "KEY1234567", team: "TEAM123456", topic: "org.example.casa", host: host, certificates: certificates)
            try await test(letter, AppleSender(settings))
        }
    }

    @Test func aNoticeGoesOutOverHTTP2WithATokenThatHolds() async throws {
        let station = AppleStation()
        let start = Date.now
        try await tell(station) { letter, sender in
            expect(try await sender.send(letter, at: start), is: PushOutcome(verdict: .sent, status: 200))
        }
        let call = try #require(station.calls.first)
        #expect(call.channel.contains("HTTP2"), "\(call.channel)")
        #expect(call.path == "/3/device/" + token.lowercased())
        #expect(call["apns-topic"] == "org.example.casa")
        #expect(call["apns-push-type"] == "alert")
        #expect(call["apns-priority"] == "10")
        #expect(call["apns-collapse-id"] == "notice-1")
        let delivery = try await house.deliveries()[0]
        #expect(call["apns-id"] == delivery.messageID)
        #expect(UUID(uuidString: delivery.messageID) != nil)
        let end = try #require(call["apns-expiration"].flatMap { Double($0) })
        #expect((43_199...44_000).contains(end - start.timeIntervalSince1970))
        let body = try JSON(parsing: call.body.utf8)
        #expect(body["aps"]?["alert"]?["title"]?.text == "Per Anna")
        #expect(body["aps"]?["alert"]?["body"]?.text == "Educatrice ti scrive: Ciao")
        #expect(body["kind"]?.text == "message")
        #expect(body["url"]?.text == "/house/notices")
        #expect(body["notice"]?.number == 1)

        let parts = (call["authorization"] ?? "").dropFirst("bearer ".count).split(separator: ".").map(String.init)
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: #require(Data(base64URL: parts[2])))
        #expect(key.publicKey.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8)))
        let head = try JSON(parsing: #require(Data(base64URL: parts[0])))
        let claims = try JSON(parsing: #require(Data(base64URL: parts[1])))
        #expect(head["alg"]?.text == "ES256")
        #expect(head["kid"]?.text == "KEY1234567")
        #expect(claims["iss"]?.text == "TEAM123456")
        #expect(claims["iat"]?.number == Int(start.timeIntervalSince1970))
    }

    @Test func theTokenIsUsedFor50MinutesAndMadeAnewWhenAppleWantsIt() async throws {
        let station = AppleStation((200, ""), (200, ""), (200, ""), (403, #"{"reason": "ExpiredProviderToken"}"#))
        let start = Date.now
        try await tell(station) { letter, sender in
            for minutes in [0.0, 49, 51, 75] {
                expect(try await sender.send(letter, at: start + minutes * 60).verdict, is: .sent)
            }
        }
        let tokens = station.calls.map { $0["authorization"] ?? "" }
        // The fourth was refused, and said again with a new one.
        try #require(tokens.count == 5)
        #expect(tokens[0] == tokens[1])
        #expect(tokens[2] == tokens[3])
        #expect(Set(tokens).count == 3)
    }

    @Test func aYoungTokenIsKeptWhateverAppleSays() async throws {
        let station = AppleStation((403, #"{"reason": "ExpiredProviderToken"}"#))
        try await tell(station) { letter, sender in
            expect(try await sender.send(letter, at: .now), is: PushOutcome(verdict: .later(nil), status: 403, error: "key"))
        }
        #expect(station.calls.count == 1)
    }

    @Test(arguments: [
        (410, #"{"reason": "Unregistered", "timestamp": 4000000000000}"#, PushOutcome.Verdict.gone),
        // Unknown once, but it came back since then.
        (410, #"{"reason": "Unregistered", "timestamp": 1000}"#, .refused),
        (410, #"{"reason": "Unregistered"}"#, .gone),
        (400, #"{"reason": "BadDeviceToken"}"#, .gone),
        (400, #"{"reason": "BadTopic"}"#, .refused),
        (403, #"{"reason": "InvalidProviderToken"}"#, .later(nil)),
        (429, #"{"reason": "TooManyRequests"}"#, .later(nil)),
        (503, #"{"reason": "ServiceUnavailable"}"#, .later(nil)),
        (500, "", .later(nil)),
    ])
    func whatAppleAnswersIsUnderstood(status: Int, body: String, verdict: PushOutcome.Verdict) async throws {
        let station = AppleStation((status, body))
        try await tell(station) { letter, sender in
            let outcome = try await sender.send(letter, at: .now)
            #expect(outcome.verdict == verdict)
            #expect(outcome.status == status)
        }
    }

    @Test func anAppBelongsToWhoeverCameInLast() async throws {
        let draft = try #require(PushDraft(appleToken: token))
        try await house.join(1, draft)
        let id = try await house.join(2, draft)
        expect(try await house.devices().map(\.guestID), is: [2])
        try await house.database.write { db in
            expect(try PushDevice.remove(id, of: 1, db), is: false)
            expect(try PushDevice.remove(id, of: 2, db), is: true)
        }
        #expect(PushDraft(appleToken: "xyz") == nil)
        #expect(PushDraft(appleToken: String(repeating: "g", count: 64)) == nil)
    }

    @Test func withoutASetUpKeyNothingIsSentToApple() async throws {
        let draft = try #require(PushDraft(appleToken: token))
        let refusal = await Push(.init()).refusal(of: draft)
        #expect(refusal == "apple")
        try await house.join(1, draft)
        try await house.database.write { db in
            try Notice.write("message", by: NoticeAuthor(name: "Educatrice"), house: 1, text: "Ciao", to: [1], at: .now, db)
        }
        try await house.runner().runDue(now: .now + 11)
        expect(try await house.deliveries()[0].error, is: "apple")
    }
}
