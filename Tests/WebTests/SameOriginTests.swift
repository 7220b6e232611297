import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import Web

struct SameOriginTests {
    private let site = field("Sec-Fetch-Site")

    private func allows(
        _ headers: HTTPFields, _ method: HTTPRequest.Method = .post, host: String = "portal.example.org",
        origin: String? = "https://portal.example.org"
    ) -> Bool {
        let head = HTTPRequest(method: method, scheme: "http", authority: host, path: "/", headerFields: headers)
        return SameOrigin(publicOrigin: origin).isAllowed(Request(head: head, body: RequestBody(buffer: .init())))
    }

    @Test func whatOurOwnPagesSendPasses() {
        #expect(allows([site: "same-origin", .cookie: "s=1"]))
        #expect(allows([site: "none", .cookie: "s=1"]))
        #expect(allows([.origin: "https://portal.example.org", .cookie: "s=1"]))
        #expect(allows([.origin: "HTTPS://Portal.Example.Org", .cookie: "s=1"]))
    }

    @Test(
        arguments: [
            [field("Sec-Fetch-Site"): "cross-site"], [field("Sec-Fetch-Site"): "same-site"], [field("Sec-Fetch-Site"): "nonsense"],
            [field("Sec-Fetch-Site"): ""], [field("Sec-Fetch-Site"): "cross-site", .origin: "https://portal.example.org"],
            [.origin: "null"], [.origin: "https://portal.example.org:8443"], [.origin: "http://portal.example.org"],
            [.origin: "https://portal.example.org.evil.org"], [.origin: "https://evil.portal.example.org"], [.origin: "https://evil.org"],
            [.origin: "https://portal.example.org/"], [.origin: "https://portal.example.org@evil.org"], [.origin: ""],
            [.origin: "https://evil.org#https://portal.example.org"], [:],
        ] as [HTTPFields])
    func whatAnotherSiteSendsIsRefused(headers: HTTPFields) {
        var headers = headers
        headers[.cookie] = "session=1"
        for method in [.post, .put, .patch, .delete, HTTPRequest.Method("PURGE")!] { #expect(!allows(headers, method)) }
        // Reading is not held back; it must not change anything.
        for method in [HTTPRequest.Method.get, .head, .options] { #expect(allows(headers, method)) }
    }

    @Test func twoHeadersAreNotOurs() {
        var headers: HTTPFields = [.cookie: "s=1", site: "same-origin"]
        headers.append(HTTPField(name: site, value: "cross-site"))
        #expect(!allows(headers))
    }

    @Test func programsWithoutCookiesPass() {
        #expect(allows([:]))
        #expect(allows([.authorization: "Bearer x", .contentType: "text/plain"]))
        #expect(!allows([.cookie: "s=1", .contentType: "text/plain"]))
        #expect(!allows([.origin: "https://evil.org"]))
    }

    @Test func onItsOwnMachineTheRequestedHostCounts() {
        #expect(allows([.origin: "http://192.168.1.5:8080", .cookie: "s=1"], host: "192.168.1.5:8080", origin: nil))
        #expect(!allows([.origin: "http://192.168.1.5:8081", .cookie: "s=1"], host: "192.168.1.5:8080", origin: nil))
        #expect(!allows([.origin: "http://192.168.1.5", .cookie: "s=1"], host: "192.168.1.5:8080", origin: nil))
        #expect(allows([.origin: "http://localhost", .cookie: "s=1"], host: "localhost:80", origin: nil))
        // With a public address only that one and the machine itself are ours.
        #expect(allows([.origin: "http://127.0.0.1:8080", .cookie: "s=1"], host: "127.0.0.1:8080"))
        #expect(!allows([.origin: "http://192.168.1.5:8080", .cookie: "s=1"], host: "192.168.1.5:8080"))
    }

    @Test func theMethodCannotBeSwappedAndRefusalIsAPage() async throws {
        let changes = Box(0)
        let app = try Site().application { router in
            router.post("change") { _, _ in
                changes.change { $0 += 1 }
                return Response.redirect(to: "/")
            }
        }
        try await app.test(.router) { client in
            let refused = try await client.execute(uri: "/change", method: .post, headers: [site: "cross-site"])
            #expect(refused.status == .forbidden)
            #expect(refused.text.contains("Heading 403"))
            for override in ["X-HTTP-Method-Override", "X-Method-Override", "X-HTTP-Method"] {
                let answer = try await client.execute(uri: "/change?_method=POST", method: .get, headers: [field(override): "POST"])
                #expect(answer.status == .methodNotAllowed)
            }
            #expect(changes.value == 0)
            _ = try await client.execute(uri: "/change", method: .post, headers: [site: "same-origin"])
            #expect(changes.value == 1)
        }
    }
}
