import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import Web

struct RateLimitTests {
    @Test func countsAndForgets() {
        let counters = RateLimit.Counters(limit: 3, per: .seconds(30))
        let start = ContinuousClock.now
        for _ in 0..<3 { #expect(counters.take("a", at: start) == nil) }
        #expect(counters.take("a", at: start) == 10)
        #expect(counters.take("b", at: start) == nil)
        #expect(counters.take("a", at: start + .seconds(9.5)) == 1)
        #expect(counters.take("a", at: start + .seconds(10)) == nil)
        #expect(counters.take("a", at: start + .seconds(10)) == 10)
        for _ in 0..<3 { #expect(counters.take("a", at: start + .seconds(100)) == nil) }
    }

    @Test func staysSmallWhateverComes() {
        let counters = RateLimit.Counters(limit: 2, per: .seconds(1_000), capacity: 100)
        let start = ContinuousClock.now
        _ = counters.take("spent", at: start)
        _ = counters.take("spent", at: start)
        for number in 0..<5_000 {
            _ = counters.take("\(number)", at: start + .microseconds(number))
            #expect(counters.count <= 100)
        }
        // The one with nothing left is forgotten last.
        #expect(counters.take("spent", at: start + .seconds(1)) != nil)
    }

    @Test func refusesWithAPageThatSaysWhen() async throws {
        let app = try Site().application { router in
            router.group("api").add(middleware: RateLimit(limit: 2, per: .seconds(60))).get("things") { _, _ in Response.html("thing") }
        }
        try await app.test(.router) { client in
            for status in [200, 200, 429] {
                let found = try await client.execute(uri: "/api/things", method: .get).status.code
                #expect(found == status)
            }
            let refused = try await client.execute(uri: "/api/things", method: .get)
            #expect((1...30).contains(refused.headers[.retryAfter].flatMap { Int($0) } ?? 0))
            #expect(refused.text.contains("\"status\":429"))
        }
    }
}
