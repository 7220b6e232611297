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

/// A push service that does not answer costs only its own subscriptions.
@Suite struct PushLaneTests {
    /// A service that says nothing before it is told to; counts what it is asked.
    private final class Mute: Sendable {
        private let calls = Mutex(0)
        private let silence = Task<Void, Never> { try? await Task.sleep(for: .seconds(600)) }
        var count: Int { calls.withLock { $0 } }
        func speak() { silence.cancel() }

        func listen(_ test: @escaping @Sendable (_ address: String) async throws -> Void) async throws {
            let router = Router()
            router.post("push/{name}") { [self] _, _ in
                calls.withLock { $0 += 1 }
                await silence.value
                return HTTPResponse.Status.serviceUnavailable
            }
            var logger = Logger(label: "mute")
            logger.logLevel = .critical
            let application = Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)), logger: logger)
            try await application.test(.live) { client in
                defer { speak() }
                try await test("http://127.0.0.1:\(client.port ?? 0)/push/")
            }
        }
    }

    private func wait(_ town: AlertTown, until sent: Int) async throws {
        let told = ValueObservation.tracking {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM campusDelivery WHERE state = 'sent' AND channel = 'push'") ?? 0
        }
        for try await count in told.values(in: town.site.database) where count == sent { break }
    }

    @Test(.timeLimit(.minutes(2))) func aMuteServiceWithManySubscriptionsCostsOnlyItself() async throws {
        let (town, browsers, mute) = (try await AlertTown(), PushBrowsers(), Mute())
        let (first, second) = (try await town.alert("Prima", english: "One"), try await town.alert("Seconda", english: "Two"))
        // More than are taken at once, and before the one that answers.
        let many = NotificationRun.batch + 4
        try await mute.listen { silent in
            try await browsers.listen { answering in
                for number in 1...many { try await town.subscribe(browsers, silent + String(number)) }
                try await town.subscribe(browsers, answering + "a")
                try await town.site.browse(as: "admin") { who in
                    try await town.publish(first, who[0])
                    let run = Task { try await NotificationRun(.alerts, admin: town.admin).run {} }
                    try await wait(town, until: 1)
                    // An alert that comes while the service is silent goes out too.
                    try await town.publish(second, who[0])
                    try await wait(town, until: 2)
                    #expect(browsers.titles == ["Prima", "Seconda"])
                    // It was asked a few times, and what it says was not waited for.
                    #expect(mute.count <= JobReceiver.mostFailures)
                    let untold = try await town.site.value(
                        "SELECT count(*) FROM campusDelivery WHERE state = 'waiting'", as: Int.self)
                    #expect(untold == 2 * many)
                    mute.speak()
                    try await run.value
                }
            }
        }
    }
}
