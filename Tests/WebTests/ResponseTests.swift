import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import TestSupport
import Testing

@testable import Web

/// Packing, tags, HEAD, methods, languages and the log, on the whole chain.
struct ResponseTests {
    private static let long = String(repeating: "<p>una riga</p>\n", count: 300)

    private func application(_ site: Site) -> some ApplicationProtocol {
        site.application { router in
            router.get("long") { _, _ in Response.html(Self.long) }
            router.get("short") { _, _ in Response.html("short") }
            router.get("secret") { _, _ in Response.html(Self.long, headers: [.cacheControl: "no-store, no-transform"]) }
            router.get("picture") { _, _ in Response.html(Self.long, headers: [.contentType: "image/png"]) }
            router.get("packed") { _, _ in Response.html(Self.long, headers: [.contentEncoding: "br"]) }
            router.get("stream") { _, _ in
                Response(
                    status: .ok, headers: [.contentType: "text/csv"],
                    body: .init { writer in
                        for _ in 0..<100 { try await writer.write(ByteBuffer(string: Self.long)) }
                        try await writer.finish(nil)
                    })
            }
            router.get("language") { _, visitor in
                Response.html(visitor.language.rawValue, headers: [.contentLanguage: visitor.language.rawValue])
            }
            router.get("things/{id}") { _, _ in Response.html("thing") }
            router.post("things/{id}") { _, _ in Response.redirect(to: "/") }
            router.post("things/{id}/hiding") { _, _ in Response.redirect(to: "/") }
            router.group("mine").add(middleware: SignIn(person: Educator(displayName: "Anna\n\"Bianchi\""))).get("page") {
                request, visitor in
                try site.pages.page("error", ["heading": "mine"], for: visitor, request: request)
            }
        }
    }

    private func unpacked(_ answer: TestResponse) throws -> String {
        let file = try TemporaryFolder()
        let path = file.path + "/answer.gz"
        try Data(buffer: answer.body).write(to: URL(fileURLWithPath: path))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/gzip")
        process.arguments = ["-d", path]
        try process.run()
        process.waitUntilExit()
        return try String(contentsOfFile: file.path + "/answer", encoding: .utf8)
    }

    @Test func packsTextForThoseWhoTakeIt() async throws {
        try await application(try Site()).test(.router) { client in
            for accepted in ["gzip", "gzip, br", "br;q=1, gzip;q=0.1", "*", "GZIP;q=1"] {
                let answer = try await client.execute(uri: "/long", method: .get, headers: [.acceptEncoding: accepted])
                #expect(answer.headers[.contentEncoding] == "gzip", "\(accepted)")
                #expect(answer.body.readableBytes < 200, "\(accepted)")
                #expect(answer.headers[.contentLength] == String(answer.body.readableBytes))
                #expect(answer.headers[.vary]?.contains("Accept-Encoding") == true)
            }
            let packed = try await client.execute(uri: "/long", method: .get, headers: [.acceptEncoding: "gzip"])
            #expect(try unpacked(packed) == Self.long)
            for refused in ["", "identity", "br", "gzip;q=0", "gzip;q=0, *", "*;q=0", "gzip;q=0.0", "gzip;q=nonsense"] {
                let answer = try await client.execute(uri: "/long", method: .get, headers: [.acceptEncoding: refused])
                #expect(answer.headers[.contentEncoding] == nil, "\(refused)")
                #expect(answer.text == Self.long, "\(refused)")
                #expect(answer.headers[.vary]?.contains("Accept-Encoding") == true)
            }
        }
    }

    @Test func leavesTheRestAlone() async throws {
        try await application(try Site()).test(.router) { client in
            func answer(_ uri: String) async throws -> TestResponse {
                try await client.execute(uri: uri, method: .get, headers: [.acceptEncoding: "gzip"])
            }
            for uri in ["/short", "/secret", "/picture", "/stream"] {
                do {
                    let found = try await answer(uri).headers[.contentEncoding]
                    #expect(found == nil, "\(uri)")
                }
            }
            do {
                let found = try await answer("/packed").headers[values: .contentEncoding]
                #expect(found == ["br"])
            }
            let stream = try await answer("/stream")
            #expect(stream.body.readableBytes == Self.long.utf8.count * 100)
            #expect(stream.headers[.contentLength] == nil)
        }
    }

    @Test func aKnownPageIsNotSentAgain() async throws {
        try await application(try Site()).test(.router) { client in
            let first = try await client.execute(uri: "/long", method: .get, headers: [.acceptEncoding: "gzip"])
            let tag = try #require(first.headers[.eTag])
            #expect(tag.hasPrefix("W/\""))
            for known in [tag, "\"a\", " + tag, "*", String(tag.dropFirst(2))] {
                let answer = try await client.execute(uri: "/long", method: .get, headers: [.ifNoneMatch: known])
                #expect(answer.status == .notModified, "\(known)")
                #expect(answer.body.readableBytes == 0, "\(known)")
                #expect(answer.headers[.eTag] == tag)
                #expect(answer.headers[.contentLength] == nil)
                #expect(answer.headers[.contentType] == nil)
            }
            let other = try await client.execute(uri: "/long", method: .get, headers: [.ifNoneMatch: "\"other\""])
            #expect(other.status == .ok)
            for uri in ["/secret", "/mine/page", "/none", "/stream"] {
                do {
                    let found = try await client.execute(uri: uri, method: .get).headers[.eTag]
                    #expect(found == nil, "\(uri)")
                }
            }
            let mine = try await client.execute(uri: "/mine/page", method: .get, headers: [.ifNoneMatch: "*"])
            #expect(mine.status == .ok)
            #expect(mine.headers[.cacheControl] == "no-store")
        }
    }

    @Test func headSaysWhatGetSays() async throws {
        let site = try Site()
        try await application(site).test(.router) { client in
            let addresses = [
                "/long", "/short", "/none", "/mine/page", "/picture", "/stream", site.assets.prefix + "/portico.css", "/robots.txt",
                "/things/1/hiding",
            ]
            for uri in addresses {
                let get = try await client.execute(uri: uri, method: .get, headers: [.acceptEncoding: "gzip"])
                let head = try await client.execute(uri: uri, method: .head, headers: [.acceptEncoding: "gzip"])
                #expect(head.status == get.status, "\(uri)")
                #expect(head.body.readableBytes == 0, "\(uri)")
                let hasNoLength = ["/none", "/stream", "/things/1/hiding"].contains(uri)
                #expect(head.headers == get.headers || hasNoLength, "\(uri)")
            }
            #expect(site.log.lines.count { $0.hasPrefix("info: HEAD") } == addresses.count)
        }
    }

    @Test func aWrongMethodIsNotAMissingPage() async throws {
        try await application(try Site()).test(.router) { client in
            func answer(_ uri: String, _ method: HTTPRequest.Method) async throws -> (Int, String?) {
                let answer = try await client.execute(uri: uri, method: method, headers: [field("Sec-Fetch-Site"): "same-origin"])
                return (answer.status.code, answer.headers[.allow])
            }
            do {
                let found = try await answer("/things/7", .delete)
                #expect(found == (405, "GET, HEAD, POST"))
            }
            do {
                let found = try await answer("/things/7/hiding", .get)
                #expect(found == (405, "POST"))
            }
            do {
                let found = try await answer("/long", .post)
                #expect(found == (405, "GET, HEAD"))
            }
            do {
                let found = try await answer("/long", .trace)
                #expect(found == (405, "GET, HEAD"))
            }
            do {
                let found = try await answer("/none", .trace).0
                #expect(found == 405)
            }
            do {
                let found = try await answer("/none", HTTPRequest.Method("BREW")!).0
                #expect(found == 405)
            }
            do {
                let found = try await answer("/none", .post).0
                #expect(found == 404)
            }
            do {
                let found = try await answer("/things", .get).0
                #expect(found == 404)
            }
            do {
                let found = try await answer("/things/7/hiding/more", .get).0
                #expect(found == 404)
            }
        }
    }

    @Test func choosesTheLanguage() async throws {
        try await application(try Site()).test(.router) { client in
            func language(_ headers: HTTPFields) async throws -> String {
                try await client.execute(uri: "/language", method: .get, headers: headers).text
            }
            do {
                let found = try await language([:])
                #expect(found == "en")
            }
            do {
                let found = try await language([.acceptLanguage: "it"])
                #expect(found == "it")
            }
            do {
                let found = try await language([.acceptLanguage: "it", .cookie: "a=1; language=en"])
                #expect(found == "en")
            }
            do {
                let found = try await language([.acceptLanguage: "it", .cookie: "language=xx"])
                #expect(found == "it")
            }
            let answer = try await client.execute(uri: "/language", method: .get)
            #expect(answer.headers[.vary] == "Accept-Encoding, Accept-Language, Cookie")
        }
        let cookie = Languages.choice(of: .italian, https: true).description
        #expect(cookie.hasPrefix("language=it;"))
        #expect(cookie.contains("HttpOnly"))
        #expect(cookie.contains("Secure"))
        #expect(cookie.contains("SameSite=Lax"))
    }

    @Test(arguments: [(nil, "it"), ("", "it"), ("*", "it"), ("fr, *;q=0.1", "it"), ("fr-FR, de;q=0.5", "en"), ("fr, it;q=0.1", "it")])
    func whoeverAsksForOtherLanguagesReadsEnglish(header: String?, wanted: String) async throws {
        var settings = WebRouter.Settings()
        settings.language = { .italian }
        let application = try Site().application(settings) { router in
            router.get("language") { _, visitor in Response.html(visitor.language.rawValue) }
        }
        try await application.test(.router) { client in
            let headers: HTTPFields = header.map { [.acceptLanguage: $0] } ?? [:]
            let found = try await client.execute(uri: "/language", method: .get, headers: headers).text
            #expect(found == wanted)
        }
    }

    @Test func whereNobodyMayBeFollowedTheLogSaysNeitherWhoCameNorHowMuchHeGot() async throws {
        let site = try Site()
        var settings = WebRouter.Settings()
        settings.confidential = ["/offers/"]
        let secret = String(repeating: "s", count: 43)
        let anna = SignIn(person: Educator(displayName: "Anna"))
        try await site.application(settings) { router in
            router.group("offers").add(middleware: anna).get("{offer}/pages/{page}") { _, _ in Response.html("page") }
        }.test(.router) { client in
            _ = try await client.execute(uri: "/offers/\(secret)/pages/3", method: .get)
            _ = try await client.execute(uri: "/other/\(secret)/pages/3", method: .get)
        }
        let lines = site.log.lines.filter { $0.hasPrefix("info: GET") }
        #expect(lines[0].contains("GET /offers/… 200 "))
        #expect(lines[0].contains("ms - - request="))
        #expect(!lines[0].contains("Anna"))
        #expect(!lines[0].contains("pages"))
        #expect(lines[1].contains("/pages/3 404 "))
    }

    @Test func logsOneLineForEachRequest() async throws {
        let site = try Site()
        try await application(site).test(.router) { client in
            _ = try await client.execute(uri: "/long?q=secret", method: .get)
            _ = try await client.execute(uri: "/mine/page", method: .get)
            _ = try await client.execute(uri: "/stream", method: .get)
            _ = try await client.execute(uri: "/a\u{1B}[2J\"\u{301}", method: .get)
        }
        let lines = site.log.lines.filter { $0.hasPrefix("info: GET") }
        #expect(lines.count == 4)
        #expect(lines[0].contains("GET /long 200 "))
        #expect(lines[0].contains(" 4800B "))
        #expect(lines[0].contains("ms "))
        #expect(!lines[0].contains("secret"))
        #expect(lines[0].contains(" request="))
        #expect(lines[1].contains("account=\"Anna\\x0A\\x22Bianchi\\x22\""))
        #expect(lines[2].contains("GET /stream 200 "))
        #expect(lines[2].contains(" 480000B "))
        #expect(lines[3].contains("[2J\\x22\\xCC\\x81 404"))
        #expect("a\u{1B}[2J\r\n\\\u{7F}".escapedForLog(limit: 100) == "a\\x1B[2J\\x0D\\x0A\\x5C\\x7F")
    }
}
