import Accounts
import AdminTestSupport
import Foundation
import GRDB
import Logging
import Testing

@testable import Admin

private let books = "/api/v1/sample/books"

@Suite struct WebhookTests {
    let site: SampleSite

    init() async throws { site = try await SampleSite() }

    private func runner(allowsPrivate: Bool = true) -> JobRunner {
        var logger = Logger(label: "tests")
        logger.logLevel = .critical
        var admin = site.portal.admin
        admin.allowsPrivateWebhooks = allowsPrivate
        return JobRunner(admin: admin, own: [WebhookSender.kind], logger: logger, pause: .seconds(3_600))
    }

    /// A webhook in the database, past the checks of its form.
    private func hook(_ address: String, resources: String = "*", acts: String = "*", isOn: Bool = true) async throws -> Webhook {
        try await site.database.write { db in
            try Webhook(
                id: nil, address: address, resources: resources, acts: acts, secret: Webhook.freshSecret(), isOn: isOn,
                createdAt: db.transactionDate
            ).inserted(db)
        }
    }

    private func deliveries() async throws -> [WebhookDelivery] {
        try await site.database.read { try WebhookDelivery.fetchAll($0, sql: "SELECT * FROM webhookDelivery ORDER BY id") }
    }

    /// Adds a book as an librarian does.
    private func add(_ name: String) async throws {
        try await site.run(as: "librarian-blu") { programs in try await programs[0].make(books, #"{"name": "\#(name)"}"#) }
    }

    @Test func tellsWhatWasSavedSignedAndKeepsTheAnswer() async throws {
        let listener = Listener()
        try await listener.listen { address in
            let hook = try await hook(address)
            try await add("Riso")
            #expect(listener.notices.isEmpty)
            expect(try await runner().runDue(now: .now + 5) == 1)
            let notice = try #require(listener.notices.first)
            #expect(listener.notices.count == 1)
            #expect(notice.isSigned(with: hook.secret))
            #expect(!notice.isSigned(with: "whsec_other"))
            let json = notice.json
            #expect(json["type"]?.text == "sample.books.create")
            #expect(json["act"]?.text == "create")
            #expect(json["address"]?.text == books + "/1")
            #expect(json["record"]?["name"]?.text == "Riso")
            #expect(json["record"]?["scope"]?.number == 2)
            #expect(notice["Portico-Event"] == "sample.books.create")
            #expect(notice["Portico-Delivery"] == json["id"]?.text)
            #expect(notice["Content-Type"] == "application/json")
            // As old as the moment of sending, so that a stolen notice cannot be used for long.
            let time = notice["Portico-Signature"]?.dropFirst(2).prefix { $0 != "," }
            #expect(abs((time.flatMap { Double($0) } ?? 0) - Date.now.timeIntervalSince1970) < 60)
        }
        let log = try await deliveries()
        try #require(log.count == 1)
        #expect(log[0].state == .done)
        #expect(log[0].status == 200)
        #expect(log[0].answer == "grazie")
        #expect(log[0].attempts == 1)
        // Done is done.
        expect(try await runner().runDue(now: .now + 86_400) == 0)
    }

    @Test func triesAgainLaterUnderTheSameNumberUntilItIsHeard() async throws {
        let listener = Listener(answers: .internalServerError, .notFound)
        try await listener.listen { address in
            _ = try await hook(address)
            try await add("Riso")
            let runner = runner()
            try await runner.runDue(now: .now + 5)
            var log = try await deliveries()[0]
            for (attempt, status, delay) in [(1, 500, 60.0), (2, 404, 300)] {
                #expect(log.state == .waiting)
                #expect(log.status == status)
                #expect(log.error == "status")
                #expect(log.attempts == attempt)
                let (tried, next) = (try #require(log.triedAt), try #require(log.nextAt))
                #expect(abs(next.timeIntervalSince(tried) - delay) < 0.01)
                expect(try await runner.runDue(now: next - 1) == 0)
                expect(try await runner.runDue(now: next + 1) == 1)
                log = try await deliveries()[0]
            }
            #expect(log.state == .done)
            #expect(log.attempts == 3)
            #expect(log.error == nil)
            #expect(log.nextAt == nil)
        }
        #expect(listener.notices.count == 3)
        #expect(Set(listener.notices.compactMap { $0["Portico-Delivery"] }).count == 1)
        let failures = try await site.value("SELECT failures FROM webhook", as: Int.self)
        #expect(failures == 0)
    }

    @Test func anAnswerIsKeptWholeWhateverItHolds() async throws {
        try await Listener(refusal: "\0prima\r\ndopo").listen { address in
            _ = try await hook(address)
            try await add("Riso")
            try await runner().runDue(now: .now + 5)
        }
        expect(try await deliveries()[0].answer == " prima  dopo")
    }

    /// It was not asked, so nothing failed, and its page does not say so.
    @Test func oneThatIsOffDoesNotFail() async throws {
        _ = try await hook("http://127.0.0.1:9/hook")
        try await add("Riso")
        try await site.database.write { try $0.execute(sql: "UPDATE webhook SET isOn = 0") }
        try await runner().runDue(now: .now + 5)
        let delivery = try await deliveries()[0]
        #expect(delivery.state == .failed)
        #expect(delivery.error == "off")
        expect(try await site.value("SELECT failures FROM webhook", as: Int.self) == 0)
    }

    @Test func givesUpAfterAsManyAttemptsAsThePageSays() async throws {
        let hook = try await hook("http://127.0.0.1:9/hook")
        try await add("Riso")
        try await site.database.write { db in
            var (delivery, changed) = (try #require(try WebhookDelivery.fetchOne(db)), hook)
            for attempt in 1...8 {
                #expect(delivery.state == .waiting)
                // The webhook itself stays on here: somebody else's notices went well.
                (changed.failures, changed.lastFailureAt) = (0, nil)
                try delivery.record(.init(error: "connection"), &changed, at: .now, db)
                #expect(delivery.attempts == attempt)
            }
            #expect(delivery.state == .failed)
            #expect(delivery.nextAt == nil)
            #expect(changed.isOn)
        }
    }

    @Test func aNoticeSurvivesTheProcessThatWasSendingIt() async throws {
        let listener = Listener()
        try await listener.listen { address in
            _ = try await hook(address)
            try await add("Riso")
            // One process takes the job and dies; another finds it when the lease is over.
            let (dead, start) = (JobQueue(database: site.database), Date.now + 3_600)
            expect(try await dead.claim([WebhookSender.kind.name], now: start) != nil)
            expect(try await runner().runDue(now: start + JobQueue.lease - 1) == 0)
            expect(try await runner().runDue(now: start + JobQueue.lease + 1) == 1)
        }
        #expect(listener.notices.count == 1)
        expect(try await deliveries()[0].state == .done)
    }

    @Test func whatIsNotSavedIsNotTold() async throws {
        _ = try await hook("http://127.0.0.1:9/hook")
        try await site.run(as: "librarian-blu") { programs in
            let refused = try await programs[0].call(.post, books, #"{"name": ""}"#)
            #expect(refused.status == 422)
        }
        expect(try await deliveries().isEmpty)
    }

    @Test func tellsOnlyWhatItWasAskedFor() async throws {
        let sellers = try await hook("http://127.0.0.1:9/sellers", resources: "sample.sellers")
        let deletions = try await hook("http://127.0.0.1:9/deletions", acts: "delete")
        let off = try await hook("http://127.0.0.1:9/off", isOn: false)
        try await site.run(as: "librarian-blu") { programs in
            let (id, _) = try await programs[0].make(books, #"{"name": "Riso"}"#)
            try await programs[0].call(.patch, "\(books)/\(id)", #"{"copies": 3}"#, match: "*")
            try await programs[0].call(.delete, "\(books)/\(id)", match: "*")
            try await programs[0].make("/api/v1/sample/sellers", #"{"name": "Forno"}"#)
        }
        let log = try await deliveries()
        #expect(log.map(\.event) == ["sample.books.delete", "sample.sellers.create"])
        #expect(log.map(\.webhookID) == [deletions.id, sellers.id])
        #expect(!log.contains { $0.webhookID == off.id })
    }

    @Test func pagesTellAsProgramsDo() async throws {
        _ = try await hook("http://127.0.0.1:9/hook")
        try await site.browse(as: "librarian-blu") { browsers in
            try await browsers[0].post("/admin/sample/shelves", [("name", "Dispensa"), ("ordering", "1"), ("act", "save")])
        }
        expect(try await deliveries().map(\.event) == ["sample.shelves.create"])
    }

    @Test func noAddressOfTheOwnNetworkIsCalledWhateverItsNameLeadsTo() async throws {
        let listener = Listener()
        try await listener.listen { address in
            _ = try await hook(address)
            _ = try await hook(address.replacing("127.0.0.1", with: "localhost"))
            // Ways to write 127.0.0.1 that only a resolver understands.
            _ = try await hook(address.replacing("127.0.0.1", with: "2130706433"))
            _ = try await hook(address.replacing("127.0.0.1", with: "0x7f.1"))
            _ = try await hook(address.replacing("127.0.0.1", with: "[::ffff:127.0.0.1]"))
            try await add("Riso")
            try await runner(allowsPrivate: false).runDue(now: .now + 5)
        }
        #expect(listener.notices.isEmpty)
        expect(try await deliveries().map(\.error) == Array(repeating: "private", count: 5))
    }

    @Test func doesNotFollowWhoeverSendsItElsewhere() async throws {
        let other = Listener()
        try await other.listen { secret in
            let listener = Listener(elsewhere: secret)
            try await listener.listen { address in
                _ = try await hook(address)
                try await add("Riso")
                try await runner().runDue(now: .now + 5)
            }
        }
        #expect(other.notices.isEmpty)
        expect(try await deliveries()[0].status == 307)
    }
}

@Suite struct WebhookRevivalTests {
    @Test func aNoticeWhoseJobWasGivenUpIsTriedAgainAfterAStart() async throws {
        let site = try await SampleSite()
        try await site.database.write { db in
            var hook = try Webhook(
                id: nil, address: "http://127.0.0.1:9/hook", resources: "*", acts: "*", secret: Webhook.freshSecret(), isOn: true,
                createdAt: db.transactionDate
            ).inserted(db)
            try Webhooks.test(hook, db)
            // The program died three times at it.
            try db.execute(sql: "UPDATE job SET state = 'failed', attempts = 3, endedAt = runAt WHERE kind = 'webhook'")
            try site.portal.beginCleanup(db)
            func delivery() throws -> WebhookDelivery { try #require(try WebhookDelivery.fetchOne(db)) }
            #expect(try delivery().state == .waiting)
            #expect(try delivery().attempts == 1)
            #expect(try delivery().error == "lost")
            let jobs = "SELECT count(*) FROM job WHERE kind = 'webhook' AND state = 'waiting' AND payload ->> 'delivery' = 1"
            #expect(try Int.fetchOne(db, sql: jobs) == 1)
            // Once is enough, and it is no failure of the webhook.
            try site.portal.beginCleanup(db)
            #expect(try Int.fetchOne(db, sql: jobs) == 1)
            #expect(try Int.fetchOne(db, sql: "SELECT failures FROM webhook") == 0)
            // What kills the program each time is given up at last; a webhook that is off is not woken.
            for _ in 2...8 {
                try db.execute(sql: "UPDATE job SET state = 'failed', endedAt = runAt WHERE kind = 'webhook'")
                try Webhooks.revive(db, now: .now)
            }
            #expect(try delivery().state == .failed)
            #expect(try delivery().attempts == 8)
            hook.isOn = false
            try hook.update(db)
            try db.execute(sql: "UPDATE webhookDelivery SET state = 'waiting', attempts = 1")
            try Webhooks.revive(db, now: .now)
            #expect(try delivery().state == .failed)
        }
    }
}
