import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import Portal

/// Which pages of the product caches in front of it may keep.
@Suite struct SharedPagesTests {
    private static let cdn = HTTPField.Name("CDN-Cache-Control")!
    private static let shared = "public, max-age=0, s-maxage=1, stale-while-revalidate=5, stale-if-error=86400"

    private func open(_ path: String, as name: String = "", _ look: @escaping @Sendable (Answer) throws -> Void) async throws {
        let site = try await TestSite("house", "registry", "campus", "stories", environment: ["PORTICO_SHARED_CACHE": "yes"])
        try await site.browse(as: name) { browsers in try look(try await browsers[0].get(path)) }
    }

    @Test(arguments: [
        "/", "/campus", "/campus/alerts", "/campus/alerts.atom", "/campus/alerts.rss", "/campus/alerts.json", "/campus/emergency",
        "/campus/news.rss", "/campus/calendars", "/campus/api/v1/news", "/stories", "/campus/nothing", "/it/campus/alerts.atom",
        "/en-simple/campus",
    ]) func publicPagesAndFilesAreShared(path: String) async throws {
        try await open(path) { answer in
            #expect(answer.headers[.cacheControl] == Self.shared)
            #expect(answer.headers[Self.cdn] != nil)
            #expect(answer.headers[.setCookie] == nil)
        }
    }

    @Test(arguments: [
        "/campus/mine", "/campus/agenda", "/campus/api/v1/me", "/stories/sign-in", "/stories/profile", "/sign-in", "/house", "/health",
    ])
    func pagesOfPeopleAreNotShared(path: String) async throws {
        try await open(path) { answer in
            #expect(answer.headers[.cacheControl]?.contains("public") != true)
            #expect(answer.headers[Self.cdn] == nil)
        }
    }

    @Test(arguments: ["/", "/campus", "/admin", "/campus/alerts.atom"]) func nothingIsSharedThatASignedInPersonGets(path: String)
        async throws
    {
        try await open(path, as: "admin") { answer in
            #expect(answer.headers[.cacheControl]?.contains("public") != true)
            #expect(answer.headers[Self.cdn] == nil)
        }
    }

    @Test func anAddressWithALanguageKnowsNoPerson() async throws {
        try await open("/it", as: "admin") { answer in
            #expect(!answer.contains("Amministratrice"))
            #expect(answer.headers[.cacheControl] == Self.shared)
        }
        try await open("/it/campus/mine", as: "admin") { answer in
            #expect(answer.status == 302)
            #expect(answer.location == "/campus/mine")
        }
    }
}
