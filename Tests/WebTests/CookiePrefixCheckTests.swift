import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import Web

@Suite struct CookiePrefixCheckTests {
    private func seen(_ cookie: String, https: Bool) async throws -> String {
        let router = Router(context: Visitor.self)
        router.add(middleware: CookiePrefixCheck(https: https))
        router.get("seen") { request, _ in request.headers[.cookie] ?? "nothing" }
        return try await Application(router: router).test(.router) { client in
            try await client.execute(uri: "/seen", method: .get, headers: [.cookie: cookie]) { String(buffer: $0.body) }
        }
    }

    @Test(arguments: [
        ("portico-campus=planted; other=1", "other=1"), ("portico=planted", "nothing"),
        ("a=1;  portico-unsent=x; __Host-portico=y", "a=1; __Host-portico=y"), ("__Host-portico-campus=mine", "__Host-portico-campus=mine"),
        ("language=it", "language=it"),
    ])
    func aCookieWithoutThePrefixIsNotSeenByHTTPS(sent: String, left: String) async throws {
        let seen = try await seen(sent, https: true)
        #expect(seen == left)
    }

    @Test func withoutHTTPSThereIsNoPrefixToAskFor() async throws {
        let seen = try await seen("portico-campus=mine", https: false)
        #expect(seen == "portico-campus=mine")
    }
}
