import Hummingbird
import HummingbirdTesting
import Testing

@testable import Web

struct ThrottlePenaltyTests {
    @Test func onlyWhoAsksTooOftenWaits() async throws {
        let pauses = Box(0)
        var settings = WebRouter.Settings()
        settings.refusalPause = { pauses.change { $0 += 1 } }
        let app = try Site().application(settings) { router in
            router.get("page") { _, _ in Response.html("page") }
            router.get("wrong") { _, _ in Response(status: .unprocessableContent) }
            router.get("often") { _, _ in Response(status: .tooManyRequests) }
            router.get("refused") { _, _ -> Response in throw HTTPError(.tooManyRequests) }
        }
        try await app.test(.router) { client in
            for (path, paused) in [("page", 0), ("wrong", 0), ("often", 1), ("none", 1), ("refused", 2)] {
                _ = try await client.execute(uri: "/\(path)", method: .get)
                #expect(pauses.value == paused, "\(path)")
            }
        }
    }
}
