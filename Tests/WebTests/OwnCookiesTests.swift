import HTTPTypes
import Hummingbird
import HummingbirdTesting
import TestSupport
import Testing

@testable import Web

@Suite struct OwnCookiesTests {
    private func seen(_ cookie: String, publicURL: String?) async throws -> String {
        let application = try Site().application(.init(publicURL: publicURL)) { router in
            router.get("seen") { request, _ in request.headers[.cookie] ?? "nothing" }
        }
        return try await application.test(.router) { client in
            try await client.execute(uri: "/seen", method: .get, headers: [.cookie: cookie, .init("Host")!: "portal.example.org"]) {
                String(buffer: $0.body)
            }
        }
    }

    @Test(arguments: [
        ("portico-campus=planted; other=1", "other=1"), ("portico=planted", "nothing"),
        ("a=1;  portico-unsent=x; __Host-portico=y", "a=1; __Host-portico=y"), ("__Host-portico-campus=mine", "__Host-portico-campus=mine"),
        ("language=it", "language=it"),
    ])
    func aCookieWithoutThePrefixIsNotSeenByHTTPS(sent: String, left: String) async throws {
        let seen = try await seen(sent, publicURL: "https://portal.example.org")
        #expect(seen == left)
    }

    @Test func withoutHTTPSThereIsNoPrefixToAskFor() async throws {
        let seen = try await seen("portico-campus=mine", publicURL: nil)
        #expect(seen == "portico-campus=mine")
    }
}
