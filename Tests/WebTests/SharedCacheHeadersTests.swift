import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import Web

/// What caches in front of the site may keep, and what they must not.
struct SharedCacheHeadersTests {
    private func ask(
        _ path: String, _ headers: HTTPFields = [:], method: HTTPRequest.Method = .get, isOpen: Bool = true,
        _ look: @escaping @Sendable (TestResponse) throws -> Void
    ) async throws {
        var settings = WebRouter.Settings()
        (settings.sharedPaths, settings.isSharedCacheOpen) = (["", "shared"], isOpen)
        let links = #"<a href="/shared/rooms?x=1">a</a><a class="b" href="/">b</a><a href="/desk">c</a><a href="https://shared/">d</a>"#
        let site = try Site(templates: ["links": "<p lang=\"{{lang}}\">{{path}}</p>" + links + #"<form action="/shared"></form>"#])
        let pages = site.pages
        let application = site.application(settings) { router in
            router.get("shared/rooms") { request, visitor in
                try pages.page("links", ["cookie": request.headers[.cookie] ?? ""], for: visitor, request: request)
            }
            router.get("") { request, visitor in try pages.page("links", [:], for: visitor, request: request) }
            router.get("shared/cookie") { request, _ in Response.html(request.headers[.cookie] ?? "none") }
            router.get("shared/file") { _, _ in Response(status: .ok, headers: [.cacheControl: "no-cache"]) }
            router.get("shared/picture") { _, _ in Response(status: .ok, headers: [.cacheControl: "public, max-age=31536000, immutable"]) }
            router.get("shared/own") { _, _ in Response.html("own", headers: [.setCookie: "a=b"]) }
            router.get("shared/secret") { _, _ in Response.html("secret", headers: [.cacheControl: "no-store"]) }
            router.get("shared/personal") { _, _ in
                var response = Response.html("mine")
                response.markPersonal()
                return response
            }
            router.get("shared/leaving") { _, _ in
                var response = Response.html("link")
                (response.status, response.headers[.cacheControl]) = (.notFound, "no-store, no-transform")
                return response
            }
            router.get("shared/gone") { _, _ in Response(status: .gone) }
            router.get("shared/moved") { _, _ in
                var response = Response.redirect(to: "/shared/rooms")
                response.markShared()
                return response
            }
            router.get("shared/in") { _, _ in Response.redirect(to: "/sign-in") }
            router.get("shared/broken") { _, _ -> Response in throw HTTPError(.serviceUnavailable) }
            router.get("desk") { _, _ in Response.html("desk") }
        }
        try await application.test(.router) { client in
            try await client.execute(uri: path, method: method, headers: headers) { try look($0) }
        }
    }

    private static let cdn = "public, max-age=1, stale-while-revalidate=5, stale-if-error=86400"
    private static let open = "public, max-age=0, s-maxage=1, stale-while-revalidate=5, stale-if-error=86400"

    @Test(arguments: [true, false]) func aSharedPageMayBeKeptForASecond(isOpen: Bool) async throws {
        try await ask("/shared/rooms", [.acceptLanguage: "it"], isOpen: isOpen) { answer in
            #expect(answer.headers[.cdnCacheControl] == Self.cdn)
            #expect(answer.headers[.cacheControl] == (isOpen ? Self.open : "private, no-cache"))
            #expect(answer.headers[.cloudflareCacheControl] == "no-store")
            #expect(answer.headers[.contentLocation] == "/it/shared/rooms")
            #expect(answer.headers[.setCookie] == nil)
            let vary = Set((answer.headers[.vary] ?? "").split(separator: ",").map { $0.trimmingSpaces() })
            #expect(vary == ["Accept-Encoding", "Accept-Language", "Cookie", "Authorization"])
        }
    }

    @Test(arguments: ["/it/shared/rooms", "/it-simple/shared/rooms", "/en/shared/rooms?x=1"])
    func nothingButTheAddressCountsWhereItNamesTheLanguage(path: String) async throws {
        try await ask(path, [.acceptLanguage: "en-simple", .cookie: "language=en; portico=session"], isOpen: false) { answer in
            #expect(answer.headers[.cdnCacheControl] == Self.cdn)
            #expect(answer.headers[.vary] == "Accept-Encoding")
            #expect(answer.headers[.cloudflareCacheControl] == nil)
            #expect(answer.headers[.contentLanguage] == path.split(separator: "/").first.map(String.init))
            #expect(answer.text.contains(">/shared/rooms"))
        }
        try await ask("/en/shared/cookie", [.cookie: "portico=session"]) { #expect($0.text == "none") }
    }

    @Test func linksLeadToAddressesWithTheLanguage() async throws {
        let linked =
            #"<a href="/it/shared/rooms?x=1">a</a><a class="b" href="/it/">b</a><a href="/desk">c</a><a href="https://shared/">d</a>"#
        let plain = linked.replacing("/it/", with: "/")
        try await ask("/it", isOpen: false) { #expect($0.text.contains(linked + #"<form action="/shared">"#)) }
        // Who came without one stays without: there are their own pages.
        try await ask("/", [.acceptLanguage: "it"]) { #expect($0.text.contains(plain)) }
    }

    @Test(
        arguments: [
            ("/shared/rooms", [.cookie: "portico=1"]), ("/shared/rooms", [.cookie: "language=it; portico=1"]),
            ("/shared/rooms", [.authorization: "Bearer 1"]), ("/shared/own", [:]), ("/shared/secret", [:]), ("/shared/personal", [:]),
            ("/shared/leaving", [:]), ("/shared/in", [:]), ("/shared/broken", [:]), ("/desk", [:]),
        ] as [(String, HTTPFields)]) func whatIsOfOnePersonIsNotShared(path: String, headers: HTTPFields) async throws
    {
        try await ask(path, headers) { answer in
            #expect(answer.headers[.cdnCacheControl] == nil)
            #expect(answer.headers[.cacheControl]?.contains("public") != true)
            #expect(answer.headers[.contentLocation] == nil)
        }
    }

    @Test(arguments: [[.cookie: "easy-to-read=yes"], [.cookie: "easy-to-read=yes; language=it"], [.cookie: "language=xx"]] as [HTTPFields])
    func theCookiesThatChooseAFormDoNotPreventSharing(headers: HTTPFields) async throws {
        try await ask("/shared/rooms", headers) { #expect($0.headers[.cacheControl] == Self.open) }
    }

    @Test(arguments: [("/shared/nothing", 404), ("/shared/gone", 410), ("/shared/moved", 303), ("/shared/file", 200)])
    func whatReplacesAPageIsSharedLikeIt(path: String, status: Int) async throws {
        try await ask(path) { answer in
            #expect(answer.status.code == status)
            #expect(answer.headers[.cacheControl] == Self.open)
        }
    }

    @Test func whatNeverChangesSaysSoItself() async throws {
        try await ask("/shared/picture") { answer in
            #expect(answer.headers[.cacheControl] == "public, max-age=31536000, immutable")
            #expect(answer.headers[.cdnCacheControl] == nil)
        }
    }

    @Test(arguments: ["own", "secret", "personal", "leaving", "in", "moved"])
    func anAddressWithALanguageLeadsToThePlainOneWhereThePageIsNotForAll(name: String) async throws {
        try await ask("/it/shared/\(name)?x=1") { answer in
            #expect(answer.status == .found)
            #expect(answer.headers[.location] == "/shared/\(name)?x=1")
            #expect(answer.headers[.setCookie] == nil)
        }
    }

    @Test func aFaultIsNotShared() async throws {
        try await ask("/it/shared/broken") { answer in
            #expect(answer.status == .serviceUnavailable)
            #expect(answer.headers[.cacheControl] == "no-store")
            #expect(answer.headers[.cdnCacheControl] == nil)
        }
    }

    @Test(arguments: ["/it/desk", "/xx/shared/rooms", "/it-/shared/rooms", "/it//shared/secret"]) func otherAddressesHaveNoLanguage(
        path: String
    ) async throws {
        try await ask(path) { #expect($0.status == .notFound) }
    }

    @Test func aPageThatTheCacheHasIsConfirmed() async throws {
        try await ask("/it/shared/rooms", [.ifNoneMatch: "*"]) { answer in
            #expect(answer.status == .notModified)
            #expect(answer.headers[.cdnCacheControl] == Self.cdn)
        }
    }
}
