import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOEmbedded
import Testing

@testable import Web

struct HostTests {
    private func status(_ host: String?, second: String? = nil, publicURL: String? = nil) async -> Int {
        var headers = HTTPFields()
        // Several fields of one name, as a raw connection brings them; the library takes only the first one out.
        if let second { headers.append(HTTPField(name: HTTPField.Name("Host")!, value: second)) }
        let head = HTTPRequest(method: .get, scheme: "http", authority: host, path: "/", headerFields: headers)
        do {
            let visitor = Visitor.forTests()
            return try await HostCheck(publicURL: publicURL, others: ["Other.example.org"])
                .handle(Request(head: head, body: .init(buffer: .init())), context: visitor) { _, _ in Response(status: .ok) }.status.code
        } catch { return (error as? any HTTPResponseError)?.status.code ?? 0 }
    }

    @Test(arguments: [
        "localhost", "127.0.0.1:8080", "[::1]:8080", "192.168.1.5", "10.1.2.3", "172.31.0.1", "[fd12::5]", "a_b-c.localhost:1",
    ])
    func takesHostsOfTheOwnNetwork(host: String) async {
        #expect(await status(host) == 200)
    }

    @Test(arguments: [
        nil, "", ":80", "a b", "a/b", "a@b", "a:b", "a:", "a:1:2", "a:123456", "[::1", "::1", "[]", "[::1]x", "<script>", "caff\u{E8}.it",
        "a\u{301}",
        "a,b", "a%2eb",
    ])
    func refusesOthers(host: String?) async {
        #expect(await status(host) == 400)
    }

    @Test func refusesTwo() async {
        #expect(await status("localhost", second: "localhost") == 400)
    }

    /// A word or a number is not private by itself: whoever writes the header chooses it.
    @Test(arguments: [
        "portal.example.org", "127.0.0.1.evil.org", "evil.local.org", "evil", "local", "kitchen.lan", "203.0.113.66", "8.8.8.8",
        "172.32.0.1", "192.169.0.1", "2130706433", "0x7f000001", "127.1", "[2001:db8::1]", "[::ffff:8.8.8.8]", "localhost.evil",
    ])
    func answersNoOtherNameUnlessItIsToldItsOwn(host: String) async {
        #expect(await status(host) == 421)
    }

    @Test func theMachineAnswersToItsOwnNames() {
        let names = PrivateHost.names(of: "Kitchen.example.org")
        for name in ["kitchen", "kitchen.example.org", "kitchen.local", "kitchen.lan"] {
            #expect(PrivateHost.contains(name, ownNames: names), "\(name)")
        }
        for name in ["other", "other.lan", "example.org", "kitchen.example.com"] {
            #expect(!PrivateHost.contains(name, ownNames: names), "\(name)")
        }
    }

    @Test func knowsItsOwnNames() async {
        let publicURL = "https://Portal.example.org/path"
        for host in ["portal.example.org", "PORTAL.example.org:443", "localhost:8080", "127.0.0.1", "[::1]", "other.example.org"] {
            #expect(await status(host, publicURL: publicURL) == 200)
        }
        for host in ["evil.org", "portal.example.org.evil.org", "192.168.1.5", "example.org"] {
            #expect(await status(host, publicURL: publicURL) == 421)
        }
    }
}

struct ClientAddressTests {
    private func client(_ forwarded: [String], peer: String, trusted: [String] = ["10.0.0.1", "::1"]) -> String {
        var headers = HTTPFields()
        for value in forwarded { headers.append(HTTPField(name: field("X-Forwarded-For"), value: value)) }
        let head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/", headerFields: headers)
        return ClientAddresses(trustedProxies: trusted)
            .client(of: Request(head: head, body: .init(buffer: .init())), peer: ClientAddress(peer)).text
    }

    @Test func believesOnlyNamedProxies() {
        #expect(client(["1.2.3.4"], peer: "9.9.9.9") == "9.9.9.9")
        #expect(client(["1.2.3.4"], peer: "10.0.0.1") == "1.2.3.4")
        #expect(client(["1.2.3.4"], peer: "::ffff:10.0.0.1") == "1.2.3.4")
        #expect(client(["1.2.3.4"], peer: "0:0:0:0:0:0:0:1") == "1.2.3.4")
        #expect(client(["1.2.3.4"], peer: "10.0.0.1", trusted: []) == "10.0.0.1")
        #expect(client([], peer: "10.0.0.1") == "10.0.0.1")
    }

    @Test func readsFromTheRight() {
        #expect(client(["6.6.6.6, 1.2.3.4"], peer: "10.0.0.1") == "1.2.3.4")
        #expect(client(["6.6.6.6, 1.2.3.4, 10.0.0.1"], peer: "::1") == "1.2.3.4")
        #expect(client(["6.6.6.6", "1.2.3.4"], peer: "10.0.0.1") == "1.2.3.4")
        #expect(client(["1.2.3.4, unknown"], peer: "10.0.0.1") == "10.0.0.1")
        #expect(client(["2001:db8::1"], peer: "10.0.0.1") == "2001:db8::1")
        #expect(client(["x\r\ny"], peer: "10.0.0.1") == "10.0.0.1")
    }

    @Test func countsAHouseholdAsOne() {
        #expect(ClientAddress("2001:db8:0:1::1").network == ClientAddress("2001:db8:0:1:ffff::9").network)
        #expect(ClientAddress("2001:db8:0:2::1").network != ClientAddress("2001:db8:0:1::1").network)
        #expect(ClientAddress("::ffff:1.2.3.4").network == "1.2.3.4")
    }
}

extension Visitor {
    /// A visitor without a connection.
    static func forTests() -> Visitor {
        Visitor(source: ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: RecordedLog().logger))
    }
}
