import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Synchronization
import TestSupport
import Testing
import Web

import struct Portal.Configuration

@testable import Admin
@testable import Portal

/// Caches in front of the site are told of what changes on shared pages, and of nothing else.
@Suite struct CachePurgeTests {
    /// A cache that takes messages, or refuses them.
    private final class Cache: Sendable {
        struct Message: Sendable, Equatable {
            let method: String
            let tags: String
            let keys: String
            let token: String
            let body: String
        }

        private let stored = Mutex<(messages: [Message], status: HTTPResponse.Status)>(([], .ok))

        var messages: [Message] { stored.withLock { $0.messages } }
        var status: HTTPResponse.Status {
            get { stored.withLock { $0.status } }
            set { stored.withLock { $0.status = newValue } }
        }

        func listen(_ test: @escaping @Sendable (_ address: String) async throws -> Void) async throws {
            let router = Router()
            // The parser of this server knows no BAN; Varnish gets it in Tests/Browser/test_cache_in_front.py.
            for method in ["PURGE", "POST"] {
                router.on("clear", method: HTTPRequest.Method(method)!) { [self] request, _ -> HTTPResponse.Status in
                    let body = try await request.body.collect(upTo: 10_000)
                    func field(_ name: String) -> String { request.headers[HTTPField.Name(name)!] ?? "" }
                    let message = Message(
                        method: method, tags: field("Cache-Tag"), keys: field("Surrogate-Key"), token: field("Authorization"),
                        body: String(buffer: body))
                    return stored.withLock { stored in
                        stored.messages.append(message)
                        return stored.status
                    }
                }
            }
            var logger = Logger(label: "cache")
            logger.logLevel = .critical
            let application = Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)), logger: logger)
            try await application.test(.live) { client in try await test("http://127.0.0.1:\(client.port ?? 0)/clear") }
        }
    }

    private static let change = "UPDATE campusAlertCategory SET key = key"

    private static func site(_ purge: String) async throws -> (TestSite, CachePurging) {
        let environment = ["PORTICO_PURGE": purge, "PORTICO_PURGE_TOKEN": "a-token-of-twenty-letters"]
        let site = try await TestSite("registry", "campus", environment: environment)
        var logger = Logger(label: "tests")
        logger.logLevel = .critical
        let purge = try #require(site.portal.purge)
        return (site, CachePurging(purge: purge, database: site.database, logger: logger))
    }

    /// Draws a page, so that its tables are known.
    private static func draw(_ site: TestSite) async throws {
        try await site.browse(as: "") { browsers in
            let page = try await browsers[0].get("/campus/alerts")
            let tags = (page.headers[HTTPField.Name("Cache-Tag")!] ?? "").split(separator: ",")
            #expect(tags.contains("campusAlertCategory"))
            #expect(tags.contains("setting"))
            #expect(!tags.contains("session"))
        }
    }

    private static func write(_ sql: String, _ site: TestSite) async throws { try await site.database.write { try $0.execute(sql: sql) } }

    @Test func everyCacheIsToldOfWhatChanged() async throws {
        let cache = Cache()
        try await cache.listen { address in
            let (site, purging) = try await Self.site("\(address), post \(address)")
            try await Self.draw(site)
            try await Self.write(Self.change, site)
            await purging.purgeChanges()
            #expect(cache.messages.map(\.method).sorted() == ["POST", "PURGE"])
            #expect(cache.messages.allSatisfy { $0.tags == "campusAlertCategory" })
            #expect(cache.messages.allSatisfy { $0.keys == "campusAlertCategory" })
            #expect(cache.messages.allSatisfy { $0.token == "Bearer a-token-of-twenty-letters" })
            #expect(cache.messages.first { $0.method == "POST" }?.body == #"{"tags":["campusAlertCategory"]}"#)
            #expect(cache.messages.first { $0.method == "PURGE" }?.body == "")
            // Nothing has changed since.
            await purging.purgeChanges()
            #expect(cache.messages.count == 2)
        }
    }

    @Test func theServiceTellsByItself() async throws {
        let cache = Cache()
        try await cache.listen { address in
            let (site, purging) = try await Self.site(address)
            try await Self.draw(site)
            let service = Task { try await purging.run() }
            try await Self.write(Self.change, site)
            while cache.messages.isEmpty { await Task.yield() }
            service.cancel()
            _ = try await service.value
            #expect(cache.messages.map(\.tags) == ["campusAlertCategory"])
        }
    }

    @Test func whatNoSharedPageShowsIsNotTold() async throws {
        let cache = Cache()
        try await cache.listen { address in
            let (site, purging) = try await Self.site(address)
            try await Self.draw(site)
            try await Self.write("UPDATE session SET device = device", site)
            await purging.purgeChanges()
            #expect(cache.messages.isEmpty)
            // A transaction that is taken back changes nothing.
            try? await site.database.write { db in
                try db.execute(sql: Self.change)
                throw CancellationError()
            }
            await purging.purgeChanges()
            #expect(cache.messages.isEmpty)
        }
    }

    @Test func aCopyThatIsQuietTellsNobody() async throws {
        let cache = Cache()
        try await cache.listen { address in
            let (site, purging) = try await Self.site(address)
            try await Self.draw(site)
            try await Self.write("UPDATE siteIdentity SET quietSince = '2026-01-01 00:00:00.000', quietReason = 'copied'", site)
            try await Self.write(Self.change, site)
            await purging.purgeChanges()
            #expect(cache.messages.isEmpty)
        }
    }

    @Test func whatACacheDidNotTakeAJobRepeats() async throws {
        let cache = Cache()
        cache.status = .serviceUnavailable
        try await cache.listen { address in
            let (site, purging) = try await Self.site(address)
            try await Self.draw(site)
            for _ in 0..<2 {
                try await Self.write(Self.change, site)
                await purging.purgeChanges()
            }
            let waiting = "SELECT count(*) FROM job WHERE kind = 'cache-purge' AND state = 'waiting'"
            #expect(try await site.value(waiting, as: Int.self) == 1)

            try await site.portal.jobs.runDue()
            let error = try await site.value("SELECT error FROM job WHERE kind = 'cache-purge'", as: String.self) ?? ""
            #expect(error.contains("caches.errors.untold"))
            #expect(error.contains("HTTP 503"))

            cache.status = .ok
            try await site.portal.jobs.runDue(now: .now + 60)
            #expect(try await site.value("SELECT state FROM job WHERE kind = 'cache-purge'", as: String.self) == "done")
            // Everything, because it is not known what was missed.
            #expect(cache.messages.last?.tags.split(separator: ",").count ?? 0 > 3)
        }
    }

    @Test func whatPagesWereMadeOfIsKnownAfterARestart() async throws {
        let (site, _) = try await Self.site("http://127.0.0.1:1/")
        try await Self.draw(site)
        let again = try #require(CachePurge(site.portal.configuration))
        again.note(["campusAlertCategory", "session"])
        #expect(again.takeWaiting() == ["campusAlertCategory"])
    }

    @Test func theDoctorAsksTheCaches() async throws {
        let cache = Cache()
        try await cache.listen { address in
            var configuration = Configuration()
            configuration.purge = [try #require(CacheEndpoint(address))]
            func found() async -> DoctorResult? {
                await SendingChecks(configuration: configuration, service: nil).results(nil).first { $0.check == "purge" }
            }
            #expect(await found() == .ok("purge", "ok", ["count": "1"]))
            cache.status = .methodNotAllowed
            let host = configuration.purge[0].host
            #expect(await found() == .fault("purge", "untold", ["host": host, "reason": "HTTP 405"]))
            #expect(cache.messages.allSatisfy { $0.tags == "portico-doctor" })
        }
    }

    @Test(arguments: [
        ("http://127.0.0.1:6081/", "PURGE", "127.0.0.1:6081"), ("ban http://cache.lan/x", "BAN", "cache.lan"),
        ("POST https://api.example.net/purge?key=1", "POST", "api.example.net"),
    ]) func anEndpointIsAMethodAndAnAddress(text: String, method: String, host: String) {
        let endpoint = CacheEndpoint(text)
        #expect(endpoint?.method == method)
        #expect(endpoint?.host == host)
    }

    @Test(arguments: [
        "", "BAN", "GET http://cache.lan/", "ftp://cache.lan/", "cache.lan", "BAN http://cache.lan/ x", "http://a@cache.lan/",
    ])
    func otherEndpointsAreRefused(text: String) {
        #expect(CacheEndpoint(text) == nil)
        let folders = ["PORTICO_TEMPLATES": TestSite.root + "/Templates", "PORTICO_ASSETS": TestSite.root + "/Public"]
        let refused = #expect(throws: StartProblems.self) {
            try Configuration(environment: folders.merging(["PORTICO_PURGE": "BAN http://cache.lan/, " + text]) { $1 })
        }
        #expect(refused?.problems.first?.hasPrefix("PORTICO_PURGE is not a list with commas of addresses such as BAN") == true)
    }
}
