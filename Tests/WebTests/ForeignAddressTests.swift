import HTTPTypes
import Hummingbird
import NIOEmbedded
import Testing

@testable import Web

/// A request or form of another address is told which two addresses differ.
struct ForeignAddressTests {
    private struct Answer {
        let status: Int
        let text: String
        let lines: [String]
    }

    private func ask(
        _ method: HTTPRequest.Method = .get, _ path: String = "/page", host: String, headers: HTTPFields = [:], publicURL: String?
    ) async throws -> Answer {
        let site = try Site()
        let router = WebRouter.make(
            WebRouter.Settings(publicURL: publicURL), pages: site.pages, assets: site.assets, logger: site.log.logger,
            RouteTable { router in
                router.get("page") { _, _ in Response.html("hello") }
                router.post("page") { _, _ in Response.html("changed") }
                router.post("api/v1/things") { _, _ in Response.html("changed") }
            })
        let head = HTTPRequest(method: method, scheme: "http", authority: host, path: path, headerFields: headers)
        var logger = site.log.logger
        logger[metadataKey: "hb.request.id"] = "1"
        let visitor = Visitor(source: ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: logger))
        let response = try await router.buildResponder().respond(to: Request(head: head, body: .init(buffer: .init())), context: visitor)
        let text = try await response.body.bytes(upTo: 1 << 20).map { String(buffer: $0) } ?? ""
        return Answer(status: response.status.code, text: text, lines: site.log.lines.filter { $0.hasPrefix("warning: ") })
    }

    private let site = "https://portal.example.org"
    private let fetch = field("Sec-Fetch-Site")

    @Test func anotherHostIsToldTheSitesAddress() async throws {
        let answer = try await ask(host: "www.portal.example.org", publicURL: site)
        #expect(answer.status == 421)
        #expect(answer.text.contains("<h1>host</h1>"))
        #expect(answer.text.contains("asked=www.portal.example.org site=\(site) url=https://www.portal.example.org"))
        // The way on leads to the site.
        #expect(answer.text.contains(#"href="\#(site)/""#))
        let line = try #require(answer.lines.first)
        #expect(answer.lines.count == 1)
        #expect(line.contains("GET /page 421: «www.portal.example.org» was asked for, but PORTICO_URL is \(site)"))
        #expect(!line.contains("\n"))
    }

    @Test func withoutAnAddressTheSettingIsNamed() async throws {
        let answer = try await ask(host: "portal.example.org", publicURL: nil)
        #expect(answer.status == 421)
        #expect(answer.text.contains("<h1>unset</h1>"))
        #expect(answer.text.contains("url=https://portal.example.org"))
        #expect(answer.lines.first?.contains("set PORTICO_URL=https://portal.example.org") == true)
    }

    @Test(arguments: ["a b", "<script>", "evil.org\"><b>", ""]) func aMalformedHostIsNotRepeated(_ host: String) async throws {
        let answer = try await ask(host: host, publicURL: site)
        #expect(answer.status == 400)
        #expect(answer.lines == [])
        #expect(!answer.text.contains("asked="))
        #expect(!answer.text.contains("<script>"))
    }

    @Test(
        arguments: [
            ("https://portal.example.org:8143", "portal.example.org:8143"), ("http://portal.example.org", "portal.example.org"),
            ("https://localhost:8143", "localhost:8143"),
        ])
    func aFormFromAnotherPortOrSchemeIsToldBoth(_ origin: String, host: String) async throws {
        for path in ["/page", "/api/v1/things"] {
            let answer = try await ask(.post, path, host: host, headers: [.origin: origin, .cookie: "s=1"], publicURL: site)
            #expect(answer.status == 403)
            #expect(answer.text.contains("asked=\(origin) site=\(site)"))
            #expect(answer.lines.count == 1)
            #expect(answer.lines[0].contains("POST \(path) 403: the browser shows \(origin), but PORTICO_URL is \(site)"))
        }
    }

    @Test func behindAProxyWithoutASettingTheBrowsersAddressIsNamed() async throws {
        let answer = try await ask(.post, host: "127.0.0.1:8080", headers: [.origin: site, .cookie: "s=1"], publicURL: nil)
        #expect(answer.status == 403)
        #expect(answer.text.contains("<h1>originUnset</h1>"))
        #expect(answer.text.contains("host=127.0.0.1:8080"))
        #expect(answer.lines.first?.contains("set PORTICO_URL=\(site)") == true)
    }

    /// What another site sends is no wrong setting: nobody is told to set its address.
    @Test(arguments: ["https://evil.org", "https://portal.example.org:8143", "https://www.portal.example.org"])
    func whatABrowserCallsForeignIsNotCalledASetting(_ origin: String) async throws {
        for publicURL in [site, nil] {
            let host = publicURL == nil ? "127.0.0.1:8080" : "portal.example.org"
            let answer = try await ask(.post, host: host, headers: [.origin: origin, fetch: "cross-site"], publicURL: publicURL)
            #expect(answer.status == 403)
            #expect(answer.text.contains("<h1>foreign</h1>"))
            #expect(answer.text.contains("asked=\(origin)"))
            #expect(answer.lines.first?.contains("PORTICO_URL=") == false)
        }
    }

    @Test(
        arguments: [
            [.cookie: "s=1"], [.origin: "null", .cookie: "s=1"], [.origin: "https://evil.org#x", .cookie: "s=1"],
            [.origin: "https://portal.example.org", field("Sec-Fetch-Site"): "cross-site"],
        ] as [HTTPFields])
    func whereNoTwoAddressesAreKnownNoneIsNamed(_ headers: HTTPFields) async throws {
        let answer = try await ask(.post, host: "portal.example.org", headers: headers, publicURL: site)
        #expect(answer.status == 403)
        #expect(answer.text.contains("Heading 403"))
        #expect(answer.lines == [])
    }
}
