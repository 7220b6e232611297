import Accounts
import Foundation
import GRDB
import NIOCore
import NIOPosix
import TestSupport
import Testing

@testable import Admin
@testable import House

@Suite struct PushDeliveryTests {
    let house: GuestSite

    init() async throws { house = try await GuestSite() }

    private func change(_ educator: Browser) async throws {
        try await educator.post("/admin/house/lists/items", [("product", "2")])
    }

    @Test func manyEditsReachAClosedPageAsOneNoticeAndOnlyOnce() async throws {
        let station = PushStation()
        try await station.listen { address in
            try await house.join(1, station.draft(address))
            let runner = house.runner {
                ($0.allowsPrivate, $0.site) = (true, "https://portal.example.org")
            }
            let start = Date.now
            try await house.database.write { db in
                let list = try ShoppingList.open(of: nil, house: 1, db)
                for second in 0..<5 {
                    try Notice.listChanged(list, by: NoticeAuthor(name: "Educatrice"), at: start + Double(second) * 7, db)
                }
            }
            expect(try await runner.runDue(now: start + 29), is: 0)
            expect(try await runner.runDue(now: start + 31), is: 1)
            expect(try await runner.runDue(now: start + 86_400), is: 0)
            try await house.browse(devices: 0) { educator, _ in
                let log = try await educator.get("/admin/house/messages")
                #expect(log.contains("Anna: mandato"))
                #expect(log.contains("anche a pagina chiusa"))
            }
        }
        let call = try #require(station.calls.first)
        #expect(station.calls.count == 1)
        #expect(call["Content-Encoding"] == "aes128gcm")
        #expect(call["Urgency"] == "normal")
        #expect(call["Topic"] == "list-1")
        #expect((40_000...43_200).contains(call["TTL"].flatMap { Int($0) } ?? 0))
        #expect(call["Authorization"]?.hasPrefix("vapid t=") == true)
        // Nothing of it can be read on the way.
        #expect(!String(decoding: call.body, as: UTF8.self).contains("lista"))
        let notice = try station.keys.read(call.body)
        #expect(notice["title"]?.text == "Per Anna")
        #expect(notice["body"]?.text == "Educatrice ha cambiato la lista della spesa.")
        #expect(notice["url"]?.text == "/house/list")
        #expect(notice["tag"]?.text == "list-1")
        #expect(notice["id"]?.number == 1)
        let done = try await house.deliveries()
        try #require(done.count == 1)
        #expect(done[0].state == .sent)
        #expect(done[0].attempts == 1)
    }

    @Test func aMessageIsSaidInTheWordsOfThePage() async throws {
        let station = PushStation()
        try await station.listen { address in
            try await house.join(1, station.draft(address))
            let start = Date.now
            try await house.browse(devices: 0) { educator, _ in
                try await educator.post("/admin/house/messages", [("text", "Alle 18 <usciamo> & mangiamo 🍕"), ("guest", "1")])
            }
            expect(try await house.runner().runDue(now: start + 9), is: 0)
            expect(try await house.runner().runDue(now: .now + 11), is: 1)
        }
        let call = try #require(station.calls.first)
        let notice = try station.keys.read(call.body)
        #expect(notice["body"]?.text == "Educatrice ti scrive: Alle 18 <usciamo> & mangiamo 🍕")
        #expect(notice["url"]?.text == "/house/notices")
        #expect(call["Urgency"] == "high")
        #expect(call["Topic"] == "notice-1")
    }

    @Test func aServiceThatDoesNotAnswerRestsAndDelaysNoOtherService() async throws {
        let station = PushStation()
        let silent = JobReceiver.mostFailures + 1
        // Closes each connection without an answer.
        let closing = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { $0.close() }.bind(host: "127.0.0.2", port: 0).get()
        defer { closing.close(promise: nil) }
        let port = closing.localAddress?.port ?? 0
        try await station.listen { address in
            for number in 1...silent { try await house.join(1, station.draft("http://127.0.0.2:\(port)/push/\(number)")) }
            try await house.join(1, station.draft(address))
            try await house.database.write { db in
                try Notice.write("message", by: NoticeAuthor(name: "Educatrice"), house: 1, text: "Si esce", to: [1], at: .now - 60, db)
            }
            try await house.runner().runDue(now: .now + 1)
        }
        #expect(station.calls.count == 1)
        let tries = try await house.deliveries().map(\.attempts)
        #expect(tries.prefix(silent).reduce(0, +) == JobReceiver.mostFailures)
        let resting = try await house.site.value("SELECT group_concat(name) FROM jobReceiver WHERE restsUntil IS NOT NULL", as: String.self)
        #expect(resting == "push 127.0.0.2")
    }

    @Test func theLongestMessageStillFits() async throws {
        let family = String(repeating: "👩‍👩‍👧‍👦", count: 200)
        let station = PushStation()
        try await station.listen { address in
            try await house.join(1, station.draft(address))
            try await house.database.write { db in
                try Notice.write("message", by: NoticeAuthor(name: "Educatrice"), house: 1, text: family, to: [1], at: .now - 60, db)
            }
            expect(try await house.runner().runDue(now: .now + 1), is: 1)
        }
        let call = try #require(station.calls.first)
        #expect(call.body.count <= 4096)
        expect(try station.keys.read(call.body)["body"]?.text?.hasSuffix("👩‍👩‍👧‍👦…"), is: true)
    }

    @Test func whoSawItOnAnOpenPageIsNotToldAgain() async throws {
        let station = PushStation()
        try await station.listen { address in
            try await house.join(1, station.draft(address))
            try await house.live(1) { educator, guests in
                try await change(educator)
                try await guests[0].get("/house/home")
            }
            expect(try await house.runner().runDue(now: .now + 31), is: 1)
        }
        #expect(station.calls.isEmpty)
        let dropped = try await house.deliveries()
        try #require(dropped.count == 1)
        #expect(dropped[0].state == .dropped)
        #expect(dropped[0].error == "seen")
    }

    @Test func onlyWhoseEducatorChoseItIsTold() async throws {
        let station = PushStation()
        try await station.listen { address in
            try await house.join(1, station.draft(address))
            try await house.join(2, station.draft(address))
            try await house.database.write { try GuestPreferences.choose("banner", .notices, for: 2, house: 1, $0) }
            try await house.browse(devices: 0) { educator, _ in
                try await change(educator)
                expect(try await house.deliveries().count, is: 1)
                // Who is no longer to be told, although it is on its way.
                try await educator.post("/admin/house/guests/1/living", [("notices", "banner")])
            }
            expect(try await house.runner().runDue(now: .now + 31), is: 1)
        }
        #expect(station.calls.isEmpty)
        expect(try await house.deliveries()[0].error, is: "off")
    }

    @Test(arguments: [404, 410])
    func aDeviceThatIsGoneIsForgotten(status: Int) async throws {
        let station = PushStation(.init(code: status))
        try await station.listen { address in
            try await house.join(1, station.draft(address))
            try await house.browse(devices: 0) { educator, _ in try await change(educator) }
            try await house.runner().runDue(now: .now + 31)
        }
        #expect(station.calls.count == 1)
        expect(try await house.devices().count, is: 0)
        expect(try await house.site.value("SELECT count(*) FROM audit WHERE action = 'house.push.gone'", as: Int.self), is: 1)
    }

    @Test func aServiceThatIsBusyIsAskedAgainWhenItWants() async throws {
        let station = PushStation(.serviceUnavailable, .tooManyRequests, retryAfter: "600")
        try await station.listen { address in
            try await house.join(1, station.draft(address))
            try await house.browse(devices: 0) { educator, _ in try await change(educator) }
            let runner = house.runner()
            try await runner.runDue(now: .now + 31)
            for attempt in 1...2 {
                let waiting = try await house.deliveries()[0]
                let next = try #require(waiting.nextAt)
                #expect(waiting.state == .waiting)
                #expect(waiting.attempts == attempt)
                #expect(waiting.error == "status")
                let device = try await house.devices()[0]
                let tried = try #require(device.triedAt)
                #expect(abs(next.timeIntervalSince(tried) - 600) < 0.01)
                #expect(device.status == (attempt == 1 ? 503 : 429))
                expect(try await runner.runDue(now: next - 1), is: 0)
                expect(try await runner.runDue(now: next), is: 1)
            }
            expect(try await runner.runDue(now: .now + 86_400), is: 0)
        }
        #expect(station.calls.count == 3)
        let (sent, device) = (try await house.deliveries()[0], try await house.devices()[0])
        #expect(sent.state == .sent)
        #expect(device.error == nil)
        #expect(device.status == 201)
    }

    @Test func aDateToWaitForIsUnderstood() throws {
        let now = Date(timeIntervalSince1970: 1_445_412_480)
        let answer = Outgoing.Answer(status: 429, headers: ["Retry-After": "Wed, 21 Oct 2015 07:29:00 GMT"], error: "status")
        #expect(WebSender.outcome(of: answer, at: now).verdict == .later(60))
        #expect(
            WebSender.outcome(of: .init(status: 500, headers: ["Retry-After": "soon"], error: "status"), at: now).verdict == .later(nil))
    }

    @Test func whatIsRefusedOrTooOldIsGivenUp() async throws {
        let station = PushStation(.badRequest)
        try await station.listen { address in
            try await house.join(1, station.draft(address))
            try await house.browse(devices: 0) { educator, _ in
                try await change(educator)
                try await house.runner().runDue(now: .now + 31)
                let page = try await educator.get("/admin/house/notice-devices")
                #expect(page.contains("il servizio degli avvisi risponde 400"))
                try await house.database.write { db in
                    try Notice.write(
                        "message", by: NoticeAuthor(name: "Educatrice"), house: 1, text: "Ieri", to: [1], at: .now - 43_300, db)
                }
                try await house.runner().runDue(now: .now + 1)
            }
        }
        #expect(station.calls.count == 1)
        let ends = try await house.deliveries()
        #expect(ends.map(\.state) == [.failed, .dropped])
        #expect(ends.map(\.error) == ["status", "late"])
    }

    @Test func aNoticeSurvivesTheProcessThatWasSendingIt() async throws {
        let station = PushStation()
        try await station.listen { address in
            try await house.join(1, station.draft(address))
            try await house.browse(devices: 0) { educator, _ in try await change(educator) }
            let (dead, start) = (JobQueue(database: house.database), Date.now + 3_600)
            expect(try await dead.claim([Push.job], now: start) != nil, is: true)
            expect(try await house.runner().runDue(now: start + JobQueue.lease - 1), is: 0)
            expect(try await house.runner().runDue(now: start + JobQueue.lease + 1), is: 1)
        }
        #expect(station.calls.count == 1)
        expect(try await house.deliveries()[0].state, is: .sent)
    }

    @Test func whatIsNotSavedIsNotSent() async throws {
        let station = PushStation()
        try await house.join(1, station.draft("http://127.0.0.1:9/push/anna"))
        try? await house.database.write { db in
            try Notice.write("message", by: NoticeAuthor(name: "Educatrice"), house: 1, text: "Ciao", to: [1], at: .now, db)
            throw CancellationError()
        }
        expect(try await house.site.value("SELECT count(*) FROM job WHERE kind = 'push'", as: Int.self), is: 0)
    }

    @Test func theOwnNetworkIsNotCalled() async throws {
        let station = PushStation()
        try await station.listen { address in
            try await house.join(1, station.draft(address))
            try await house.join(2, station.draft(address.replacing("http:", with: "https:")))
            try await house.browse(devices: 0) { educator, _ in try await change(educator) }
            try await house.runner { _ in }.runDue(now: .now + 31)
        }
        #expect(station.calls.isEmpty)
        expect(try await house.deliveries().map(\.error), is: ["address", "private"])
    }
}
