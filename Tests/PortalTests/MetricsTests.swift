import CoreMetrics
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import TestSupport
import Testing
import Web

@testable import Portal

@Suite struct MetricsTests {
    let site: TestSite

    init() async throws { site = try await TestSite() }

    @Test func areNotThereForStrangersAndOpenForAnAdministrator() async throws {
        try await site.browse(as: "", "educator", "admin") { browsers in
            for browser in browsers[0...1] {
                let answer = try await browser.get("/metrics")
                #expect(answer.status == 404)
                #expect(!answer.contains("portico_"))
            }
            _ = try await browsers[2].get("/admin")
            let answer = try await browsers[2].get("/metrics")
            #expect(answer.status == 200)
            #expect(answer.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
            for line in [
                "portico_sessions 2", "portico_jobs{state=\"waiting\"} 0", "portico_backups 0",
                "# TYPE portico_http_requests_total counter",
                "portico_http_requests_total{class=\"admin\",status=\"200\"} 1",
                "portico_http_requests_total{class=\"metrics\",status=\"404\"} 2",
                "portico_http_request_duration_seconds_bucket{class=\"admin\",le=\"+Inf\"} 1", "portico_http_requests_underway 1",
            ] {
                #expect(answer.text.split(separator: "\n").contains { $0 == line }, "\(line)")
            }
            #expect(!answer.contains("portico_backup_age_seconds"))
        }
    }

    @Test func openWithTheTokenOrFromAListedAddress() async throws {
        var configuration = site.portal.configuration
        (configuration.metricsToken, configuration.metricsFrom) = ("a-secret-of-twenty-letters", ["203.0.113.7"])
        configuration.trustedProxies = ["127.0.0.1"]
        let metrics = Metrics(
            configuration: configuration, database: site.database, backups: site.portal.admin.backups, accounts: site.portal.accounts,
            registry: MetricsRegistry(), startedAt: .now)
        let router = Router(context: Visitor.self)
        router.add(middleware: Addressed())
        router.get("metrics", use: metrics.show)
        try await Application(router: router).test(.router) { client in
            func status(_ headers: HTTPFields) async throws -> Int {
                try await client.executeRequest(uri: "/metrics", method: .get, headers: headers, body: nil).status.code
            }
            let address = HTTPField.Name("X-Test-Address")!
            expect(try await status([.authorization: "Bearer a-secret-of-twenty-letters"]) == 200)
            expect(try await status([.authorization: "Bearer a-secret-of-twenty-letterz"]) == 404)
            expect(try await status([.authorization: "Bearer "]) == 404)
            expect(try await status([:]) == 404)
            expect(try await status([address: "203.0.113.7"]) == 200)
            expect(try await status([address: "203.0.113.70"]) == 404)
        }
    }

    @Test func figuresOfLibrariesAppearAndEverySiteCountsForItself() async throws {
        Counter(label: "library.calls", dimensions: [("to", "a")], factory: site.portal.metricsRegistry).increment(by: 3)
        let other = try await TestSite()
        try await site.browse(as: "admin") { browsers in
            let answer = try await browsers[0].get("/metrics")
            #expect(answer.contains("# TYPE library_calls counter\nlibrary_calls{to=\"a\"} 3\n"))
        }
        try await other.browse(as: "admin") { browsers in
            let answer = try await browsers[0].get("/metrics")
            #expect(!answer.contains("library_calls"))
            #expect(answer.contains("portico_http_requests_total{class=\"sign-in\",status=\"303\"} 1\n"))
        }
    }

    @Test func refusesATokenThatCouldBeGuessedWithoutPrintingIt() {
        let problems = #expect(throws: StartProblems.self) {
            _ = try Configuration(
                environment: ["PORTICO_METRICS_TOKEN": "short", "PORTICO_METRICS_FROM": "monitor.lan", "PORTICO_URL": "portal"])
        }
        let text = problems?.description ?? ""
        #expect(text.contains("PORTICO_METRICS_TOKEN"))
        #expect(!text.contains("short"))
        #expect(text.contains("monitor.lan"))
        #expect(text.contains("«portal»"))
    }

    private func expect(_ condition: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(condition, sourceLocation: sourceLocation)
    }

    /// Stands in for the connection, which a test has not.
    private struct Addressed: RouterMiddleware {
        func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
            var context = context
            if let address = request.headers[HTTPField.Name("X-Test-Address")!] { context.client = ClientAddress(address) }
            return try await next(request, context)
        }
    }
}
