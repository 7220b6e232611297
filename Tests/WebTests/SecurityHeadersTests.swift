import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import Web

struct SecurityHeadersTests {
    static let names = [
        "Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy", "Permissions-Policy", "Cross-Origin-Opener-Policy",
        "Cross-Origin-Resource-Policy", "Cross-Origin-Embedder-Policy", "Cache-Control",
    ]

    private struct Unexpected: Error {}

    @Test func everyAnswerCarriesThem() async throws {
        let site = try Site()
        let app = site.application { router in
            router.get("page") { _, _ in Response.html("hello") }
            router.get("status/{code}") { _, visitor -> Response in
                throw HTTPError(.init(code: try visitor.parameters.require("code", as: Int.self)))
            }
            router.get("bare/{code}") { _, visitor in Response(status: .init(code: try visitor.parameters.require("code", as: Int.self))) }
            router.get("crash") { _, _ -> Response in throw Unexpected() }
            router.post("form") { _, _ in Response.redirect(to: "/page") }
            router.get("upload") { _, _ in Response.html("x", headers: [field("Content-Security-Policy"): "sandbox"]) }
        }
        try await app.test(.router) { client in
            func check(_ uri: String, _ method: HTTPRequest.Method = .get, _ headers: HTTPFields = [:], is status: Int) async throws {
                let answer = try await client.execute(uri: uri, method: method, headers: headers)
                #expect(answer.status.code == status, "\(method) \(uri)")
                for name in Self.names { #expect(answer.headers[field(name)] != nil, "\(name) at \(method) \(uri)") }
                #expect(answer.headers[field("Strict-Transport-Security")] == nil)
            }
            try await check("/page", is: 200)
            let tag = try #require(try await client.execute(uri: "/page", method: .get).headers[.eTag])
            try await check("/page", .get, [.ifNoneMatch: tag], is: 304)
            for code in [400, 403, 404, 405, 409, 413, 415, 418, 422, 429, 500, 503] {
                try await check("/status/\(code)", is: code)
                try await check("/bare/\(code)", is: code)
            }
            try await check("/status/303", is: 303)
            try await check("/crash", is: 500)
            try await check("/nowhere", is: 404)
            try await check("/nowhere", .head, is: 404)
            try await check("/form", is: 405)
            try await check("/form", .post, is: 303)
            try await check("/form", .post, [.origin: "https://evil.example"], is: 403)
            try await check("/page", .trace, is: 405)
            try await check(site.assets.prefix + "/portico.css", is: 200)
            try await check(site.assets.prefix + "/none", is: 404)
            try await check("/favicon.ico", is: 204)
            try await check("/upload", is: 200)
            let upload = try await client.execute(uri: "/upload", method: .get)
            #expect(upload.headers[values: field("Content-Security-Policy")] == ["sandbox"])
        }
    }

    @Test func saysWhatTheSiteNeedsAndNoMore() async throws {
        var settings = WebRouter.Settings(publicURL: "https://portal.example.org")
        settings.imageSources = ["https://tiles.example.org"]
        let site = try Site()
        let app = site.application(settings) { router in router.get("page") { _, _ in Response.html("hello") } }
        try await app.test(.router) { client in
            let headers = try await client.execute(uri: "/page", method: .get).headers
            let policy = try #require(headers[field("Content-Security-Policy")])
            #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'; "))
            #expect(policy.contains("img-src 'self' data: https://tiles.example.org;"))
            #expect(!policy.contains("unsafe"))
            #expect(policy.contains("frame-ancestors 'none'"))
            #expect(policy.contains("base-uri 'none'"))
            #expect(headers[field("Strict-Transport-Security")] == "max-age=63072000")
            #expect(headers[field("Cross-Origin-Embedder-Policy")] == "credentialless")
            #expect(headers[field("Permissions-Policy")]?.hasPrefix("geolocation=(self), ") == true)
            #expect(headers[.cacheControl] == "private, no-cache")
            let missing = try await client.execute(uri: "/none", method: .get)
            #expect(missing.headers[.cacheControl] == "no-store")
        }
    }
}
