import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Synchronization
import TestSupport
import Testing

@testable import Admin
@testable import Campus

/// An emergency has a way of its own, whatever else the program has to do.
@Suite struct UrgencyTests {
    /// Takes what it is sent and never answers; tells of each call.
    private func listenMute(_ test: @escaping @Sendable (_ address: String, _ calls: AsyncStream<Void>) async throws -> Void) async throws {
        let (calls, call) = AsyncStream.makeStream(of: Void.self)
        // Until the test is over: a server that ends waits for those that it has not answered.
        let silence = Task<Void, Never> { try? await Task.sleep(for: .seconds(600)) }
        let router = Router()
        router.post("hook") { _, _ in
            call.yield()
            await silence.value
            return HTTPResponse.Status.ok
        }
        var logger = Logger(label: "mute")
        logger.logLevel = .critical
        let application = Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)), logger: logger)
        try await application.test(.live) { client in
            defer { silence.cancel() }
            try await test("http://127.0.0.1:\(client.port ?? 0)/hook", calls)
        }
    }

    /// A mute receiver with 500 changes, an import, a backup and a run of citations that do not end, every ordinary place taken.
    @Test(.timeLimit(.minutes(5))) func theMailAndThePushOfAnAlertLeaveWhileEverythingElseIsTaken() async throws {
        let (town, browsers) = (try await AlertTown(), PushBrowsers())
        let id = try await town.alert("Evacuazione", english: "Evacuation", severity: "warning")
        try await listenMute { hook, calls in
            try await browsers.listen { origin in
                try await town.subscribe(browsers, origin + "a")
                let (begun, begin) = AsyncStream.makeStream(of: Void.self)
                let endless = [
                    ("import", JobLane.long), ("backup", .long), ("citations", .long), ("schedules", .ordinary), ("history", .ordinary),
                ]
                .map { name, lane in
                    JobKind(name: name, lane: lane) { _ in
                        begin.yield()
                        try await Task.sleep(for: .seconds(600))
                        return [:]
                    }
                }
                try await town.site.database.write { db in
                    try addMailWay(db)
                    let webhook = try Webhook(
                        id: nil, address: hook, resources: "*", acts: "*", secret: Webhook.freshSecret(), isOn: true,
                        createdAt: db.transactionDate
                    ).inserted(db)
                    let category = try #require(try AlertCategory.fetch(db, id: 1))
                    for _ in 0..<500 { try Webhooks.note("update", on: category, db) }
                    #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM job WHERE receiver = ?", arguments: [webhook.receiver]) == 500)
                    for kind in endless { try Jobs.enqueue(db, kind.name, by: .system("test")) }
                }
                var logger = Logger(label: "tests")
                logger.logLevel = .critical
                var admin = town.admin
                admin.allowsPrivateWebhooks = true
                let outbox = Outbox(command: nil, folder: town.site.portal.configuration.data + "/mail", from: "a@b.it")
                // Found by being woken or not at all.
                let runner = JobRunner(
                    admin: admin, own: endless + [WebhookSender.kind] + outbox.jobs, logger: logger, pause: .seconds(3_600))
                let service = Task { try await runner.run() }
                var (work, call) = (begun.makeAsyncIterator(), calls.makeAsyncIterator())
                for _ in endless { _ = await work.next() }
                _ = await call.next()

                try await town.site.browse(as: "admin") { who in try await town.publish(id, who[0]) }
                let mails = ValueObservation.tracking { try Int.fetchOne($0, sql: "SELECT count(*) FROM mail WHERE state = 'sent'") ?? 0 }
                for try await sent in mails.values(in: town.site.database) where sent == 1 { break }
                let told = ValueObservation.tracking {
                    try Int.fetchOne($0, sql: "SELECT count(*) FROM campusDelivery WHERE state = 'sent' AND channel = 'push'") ?? 0
                }
                for try await sent in told.values(in: town.site.database) where sent == 1 { break }
                #expect(browsers.titles == ["Evacuazione"])
                // All the others are where they were: the mute receiver has one place, and nobody else's.
                let others = try await town.site.database.read { db in
                    (
                        try Int.fetchOne(db, sql: "SELECT count(*) FROM job WHERE receiver <> '' AND state = 'running'"),
                        try Int.fetchOne(
                            db,
                            sql:
                                "SELECT count(*) FROM job WHERE receiver = '' AND state = 'running' AND kind IN ('import', 'backup', 'citations', 'schedules', 'history')"
                        )
                    )
                }
                #expect(others.0 ?? 9 <= 1)
                #expect(others.1 == endless.count)
                service.cancel()
                _ = await service.result
            }
        }
    }

    private func addMailWay(_ db: Database) throws {
        try db.execute(sql: "INSERT INTO campusVisitor (tokenHash, seenOn) VALUES (zeroblob(32), '2999-01-01')")
        try db.execute(
            sql: """
                INSERT INTO campusWay (visitorID, channel, address, leavingKey, topic, least, language, createdAt, confirmedAt)
                VALUES (?, 'mail', 'anna@example.org', 'key', 'all', 'info', 'it', '2026-01-01', '2026-01-01')
                """, arguments: [db.lastInsertedRowID])
    }

    /// An event that changed and a long list of readers never come before an alert.
    @Test func whatIsNoAlertIsToldByAnotherRun() async throws {
        let (town, browsers) = (try await AlertTown(), PushBrowsers())
        let id = try await town.alert("Aula chiusa", english: "Room closed")
        try await browsers.listen { origin in
            try await town.subscribe(browsers, origin + "a")
            // The other part is at work, in another process.
            try await town.site.database.write { db in
                try db.execute(
                    sql: "INSERT INTO campusSending (id, worker, until) VALUES (2, 'other', ?)", arguments: [Date.now + 100])
            }
            try await town.site.browse(as: "admin") { who in try await town.publish(id, who[0]) }
            try await NotificationRun(.alerts, admin: town.admin).run {}
            #expect(browsers.titles == ["Aula chiusa"])
        }
    }
}

/// An alert is published in the middle of long work in one transaction.
@Suite struct UrgentTurnTests {
    @Test(.timeLimit(.minutes(1))) func longWorkGivesItsTransactionUpForAnAlert() async throws {
        let (town, folder) = (try await AlertTown(), try TemporaryFolder())
        let id = try await town.alert("Evacuazione", english: "Evacuation")
        try await town.site.database.vacuum(into: folder.path + "/portico.sqlite")
        let (portal, database) = try await town.site.start(on: folder.path)
        let beginnings = Counted()
        try await town.site.browse(["admin"], on: portal) { who in
            let work = Task {
                try await portal.admin.urgent.whole { db, rendering in
                    beginnings.add()
                    // It would go on for ever; what it wrote before is gone with its transaction.
                    try db.execute(sql: "UPDATE campusAlertCategory SET name = name || '!'")
                    while try Int.fetchOne(db, sql: "SELECT count(*) FROM campusBulletin") == 0 { try rendering() }
                }
            }
            while beginnings.count == 0 { await Task.yield() }
            let sent = try await who[0].post("/admin/campus/alerts/\(id)/bulletins", [("version", "1"), ("at", "")])
            #expect(sent.status == 303)
            try await work.value
        }
        let found = try await database.read { db in
            (
                try Int.fetchOne(db, sql: "SELECT count(*) FROM campusBulletin WHERE state = 'published'"),
                try String.fetchOne(db, sql: "SELECT name FROM campusAlertCategory")
            )
        }
        #expect(found.0 == 1)
        #expect(found.1 == "Didattica!")
        #expect(beginnings.count == 2)
    }

    private final class Counted: Sendable {
        private let state = Mutex(0)
        func add() { state.withLock { $0 += 1 } }
        var count: Int { state.withLock { $0 } }
    }
}
