import AdminTestSupport
import Foundation
import GRDB
import Logging
import Testing

@testable import Admin

private let books = "/api/v1/sample/books"

/// What becomes of a webhook whose receiver does not answer, and of everybody else.
@Suite struct WebhookFailureTests {
    let site: SampleSite
    /// Later than any row of the test is made, on however busy a machine.
    let now = Date.now + 3_600

    init() async throws { site = try await SampleSite() }

    private var runner: JobRunner {
        var logger = Logger(label: "tests")
        logger.logLevel = .critical
        var admin = site.portal.admin
        admin.allowsPrivateWebhooks = true
        return JobRunner(admin: admin, own: [WebhookSender.kind], logger: logger, pause: .seconds(3_600))
    }

    private func makeHook(_ address: String) async throws -> Webhook {
        try await site.database.write { db in
            try Webhook(
                id: nil, address: address, resources: "*", acts: "*", secret: Webhook.freshSecret(), isOn: true,
                createdAt: db.transactionDate
            ).inserted(db)
        }
    }

    private func add(_ names: String...) async throws {
        try await site.run(as: "librarian-blu") { programs in
            for name in names { try await programs[0].make(books, #"{"name": "\#(name)"}"#) }
        }
    }

    private func deliveries() async throws -> [WebhookDelivery] {
        try await site.database.read { try WebhookDelivery.fetchAll($0, sql: "SELECT * FROM webhookDelivery ORDER BY id") }
    }

    private func webhook() async throws -> Webhook { try await site.database.read { try #require(try Webhook.fetchOne($0)) } }

    @Test func aBusyDayOfFailuresSwitchesNothingOff() async throws {
        var hook = try await makeHook("http://127.0.0.1:9/hook")
        let start = Date.now
        // One a minute for two days: with many changes there are as many attempts.
        for minute in 0..<2_880 {
            let isOff = hook.fail(at: start + Double(minute) * 60)
            if isOff { Issue.record("off after \(minute) minutes") }
        }
        #expect(hook.isOn)
        #expect(hook.failures == 2_880)
        #expect(hook.failingSince == start)
        // One that goes well in between begins the days anew.
        hook.succeed()
        let isOff = hook.fail(at: start + 4 * 86_400)
        #expect(!isOff)
        #expect(hook.failingSince == start + 4 * 86_400)
    }

    @Test func afterDaysItIsSwitchedOffAndSaysSoAndOwesNothingLess() async throws {
        let listener = Listener()
        try await listener.listen { address in
            let hook = try await makeHook("http://127.0.0.1:9/hook")
            try await add("Riso", "Pasta")
            try await site.database.write { db in
                var (delivery, changed) = (try #require(try WebhookDelivery.fetchOne(db)), hook)
                for _ in 1...7 { _ = changed.fail(at: now) }
                try delivery.record(.init(error: "connection"), &changed, at: now + 3 * 86_400, db)
                #expect(!changed.isOn)
                #expect(changed.gaveUpReason == .days)
                #expect(delivery.state == .failed)
            }
            // What waited is not left hanging, and what comes now is kept for when it is on again.
            try await add("Sale")
            let owed = try await deliveries()
            #expect(owed.map(\.state) == [.failed, .failed, .failed])
            #expect(owed.map(\.error) == ["connection", "off", "off"])
            expect(try await site.value("SELECT count(*) FROM job WHERE kind = 'webhook' AND state = 'waiting'", as: Int.self) == 0)
            expect(try await site.value("SELECT count(*) FROM audit WHERE action = 'webhook.off'", as: Int.self) == 1)
            try await site.browse(as: "admin") { browsers in
                let start = try await browsers[0].get("/admin")
                #expect(start.contains("/admin/webhooks"))
                #expect(start.contains("webhook spento"))
                let page = try await browsers[0].get("/admin/webhooks/1")
                #expect(page.contains("in 3 giorni non è stato consegnato niente"))
                #expect(page.contains("3 avvisi non sono arrivati"))
                // The moment from which everything is sent again.
                let off = try await browsers[0].post("/admin/webhooks/1/repetitions", [("since", "2020-01-01T00:00")])
                #expect(off.status == 303)
                try await browsers[0].post("/admin/webhooks/1", [("address", "http://93.184.215.14/hook"), ("isOn", "yes")])
                try await site.database.write { try $0.execute(sql: "UPDATE webhook SET address = ?", arguments: [address]) }
                let bad = try await browsers[0].post("/admin/webhooks/1/repetitions", [("since", "ieri")])
                #expect(bad.status == 422)
                #expect(bad.contains("ieri"))
                let again = try await browsers[0].post("/admin/webhooks/1/repetitions", [("since", "2020-01-01T00:00")])
                #expect(again.status == 303)
            }
            try await runner.runDue(now: now)
        }
        let names = listener.notices.map { $0.json["record"]?["name"]?.text ?? "" }
        #expect(names == ["Riso", "Pasta", "Sale"])
        let after = try await webhook()
        #expect(after.isOn)
        #expect(after.failures == 0)
        #expect(after.gaveUpAt == nil)
    }

    @Test func aReceiverThatIsGoneIsLeftAloneAtOnce() async throws {
        try await Listener(answers: .gone).listen { address in
            _ = try await makeHook(address)
            try await add("Riso", "Pasta")
            try await runner.runDue(now: now)
        }
        let hook = try await webhook()
        #expect(!hook.isOn)
        #expect(hook.gaveUpReason == .gone)
        expect(try await deliveries().map(\.attempts) == [1, 0])
        try await site.browse(as: "admin") { browsers in
            expect(try await browsers[0].get("/admin/webhooks/1").contains("(410)"))
        }
    }

    @Test func whoAsksForTimeGetsIt() async throws {
        let hook = try await makeHook("http://127.0.0.1:9/hook")
        try await add("Riso", "Pasta")
        try await site.database.write { db in
            var (delivery, changed) = (try #require(try WebhookDelivery.fetchOne(db)), hook)
            try delivery.record(.init(status: 503, error: "status", retryAfter: 900), &changed, at: now, db)
            #expect(delivery.nextAt == now + 900)
        }
        // The other one waits as well.
        let queue = JobQueue(database: site.database)
        expect(try await queue.claim(["webhook"], now: now + 899) == nil)
        expect(try await queue.claim(["webhook"], now: now + 901) != nil)
    }

    @Test func ofEachReceiverOneJobIsAtWorkAndOneThatFailsRests() async throws {
        _ = try await makeHook("http://127.0.0.1:9/mute")
        _ = try await makeHook("http://127.0.0.1:9/healthy")
        try await add("Riso", "Pasta", "Sale")
        let queue = JobQueue(database: site.database)
        var taken: [String] = []
        while let job = try await queue.claim(["webhook"], now: now) { taken.append(job.receiver) }
        #expect(taken == ["webhook 1", "webhook 2"])
        try await site.database.write { db in
            for _ in 0..<JobReceiver.mostFailures { try JobReceiver.failed("webhook 1", at: now, db) }
            try db.execute(sql: "UPDATE job SET state = 'waiting', worker = NULL, leaseUntil = NULL WHERE state = 'running'")
        }
        let later = now + JobReceiver.firstRest
        expect(try await queue.claim(["webhook"], now: later - 1)?.receiver == "webhook 2")
        expect(try await queue.claim(["webhook"], now: later - 1) == nil)
        expect(try await queue.claim(["webhook"], now: later + 1)?.receiver == "webhook 1")
    }
}
