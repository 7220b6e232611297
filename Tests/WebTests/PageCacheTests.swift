import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import Web

/// Pages that visitors share, made of things whose changes the tests decide.
struct PageCacheTests {
    /// Every statement reads the one thing that it names.
    private final class Things: PageSources {
        private let changes = Box<[String: Int]>([:])
        private let counted = Box(0)

        var moment: Int { counted.value }
        func names(in statements: Set<String>) async throws -> Set<String> { statements }
        func haveChanged(_ names: Set<String>, since moment: Int) -> Bool { names.contains { changes.value[$0, default: 0] > moment } }

        func change(_ name: String) {
            counted.change { $0 += 1 }
            changes.change { $0[name] = moment }
        }
    }

    private let things = Things()
    private let made = Box<[String: Int]>([:])

    /// Asks one after the other and gives how often each page was made.
    private func ask(_ cache: PageCache? = nil, _ acts: @escaping @Sendable (any TestClientProtocol) async throws -> Void) async throws {
        var settings = WebRouter.Settings()
        settings.cache = cache ?? PageCache(paths: ["shared"], sources: things, lifetime: .seconds(3_600))
        let made = made
        @Sendable func page(_ request: Request, _ reads: String, headers: HTTPFields = [:]) -> Response {
            PageReads.current?.add(reads)
            made.change { $0[request.uri.path, default: 0] += 1 }
            return .html(String(repeating: "<p>\(request.uri.path)</p>", count: 100), headers: headers)
        }
        let application = try Site().application(settings) { router in
            router.get("shared/rooms") { request, _ in page(request, "rooms") }
            router.get("shared/people") { request, _ in page(request, "people", headers: [.contentLanguage: "it"]) }
            router.get("shared/own") { request, _ in page(request, "rooms", headers: [.setCookie: "a=b"]) }
            router.get("shared/secret") { request, _ in page(request, "rooms", headers: [.cacheControl: "no-store"]) }
            router.get("desk") { request, _ in page(request, "rooms") }
        }
        try await application.test(.router, acts)
    }

    private func times(_ path: String) -> Int { made.value[path, default: 0] }

    @Test func aPageIsMadeAgainWhenWhatItReadChangedAndOnlyThen() async throws {
        try await ask { client in
            func get() async throws -> String {
                try await client.execute(uri: "/shared/rooms", method: .get) { String(buffer: $0.body) }
            }
            let first = try await get()
            things.change("people")
            let second = try await get()
            #expect(first == second)
            #expect(times("/shared/rooms") == 1)
            things.change("rooms")
            _ = try await get()
            #expect(times("/shared/rooms") == 2)
            _ = try await get()
            #expect(times("/shared/rooms") == 2)
        }
    }

    @Test func whatChangesWhileAPageIsMadeCounts() async throws {
        var settings = WebRouter.Settings()
        settings.cache = PageCache(paths: ["shared"], sources: things)
        let (things, made) = (things, made)
        let application = try Site().application(settings) { router in
            router.get("shared/rooms") { _, _ in
                PageReads.current?.add("rooms")
                made.change { $0["made", default: 0] += 1 }
                things.change("rooms")
                return Response.html("rooms")
            }
        }
        try await application.test(.router) { client in
            for _ in 0..<2 { try await client.execute(uri: "/shared/rooms", method: .get) { #expect($0.status == .ok) } }
        }
        #expect(times("made") == 2)
    }

    @Test(
        arguments: [
            [.cookie: "session=1"], [.cookie: "language=it; session=1"], [.authorization: "Bearer 1"], [.range: "bytes=0-1"],
        ] as [HTTPFields]) func whoIsKnownGetsAPageOfHisOwn(headers: HTTPFields) async throws
    {
        try await ask { client in
            for _ in 0..<2 { try await client.execute(uri: "/shared/rooms", method: .get, headers: headers) { #expect($0.status == .ok) } }
        }
        #expect(times("/shared/rooms") == 2)
    }

    @Test func whoAsksAtTheSameTimeWaitsForTheOnePage() async throws {
        #expect(try await timesMade(by: 4) == 1)
    }

    @Test func whoWaitsForAPageThatIsNotSharedGetsTheirOwn() async throws {
        #expect(try await timesMade(by: 4, headers: [.cacheControl: "no-store"]) == 4)
    }

    /// Sends requests for one page at the same time; it is made only when all have come.
    private func timesMade(by requests: Int, headers: HTTPFields = [:]) async throws -> Int {
        let (made, came) = (Box(0), Box(0))
        var settings = WebRouter.Settings()
        settings.cache = PageCache(paths: ["shared"], sources: things)
        settings.language = {
            came.change { $0 += 1 }
            return .english
        }
        let application = try Site().application(settings) { router in
            router.get("shared/rooms") { _, _ in
                made.change { $0 += 1 }
                while came.value < requests { await Task.yield() }
                return Response.html("rooms", headers: headers)
            }
        }
        try await application.test(.router) { client in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<requests {
                    group.addTask { try await client.execute(uri: "/shared/rooms", method: .get) { #expect($0.status == .ok) } }
                }
                try await group.waitForAll()
            }
        }
        return made.value
    }

    @Test func easyReadingTellsPagesApart() async throws {
        try await ask { client in
            for cookie in ["easy-to-read=yes", "easy-to-read=yes; language=xx", "language=en"] {
                for _ in 0..<2 { try await client.execute(uri: "/shared/rooms", method: .get, headers: [.cookie: cookie]) { _ in } }
            }
        }
        #expect(times("/shared/rooms") == 2)
    }

    @Test func aPageThatTheSenderHasIsKeptForOthers() async throws {
        try await ask { client in
            try await client.execute(uri: "/shared/rooms", method: .get, headers: [.ifNoneMatch: "*"]) {
                #expect($0.status == .notModified)
            }
            try await client.execute(uri: "/shared/rooms", method: .get) { #expect($0.status == .ok) }
        }
        #expect(times("/shared/rooms") == 1)
    }

    @Test func tagsNameWhatAPageWasMadeOf() async throws {
        let cache = PageCache(paths: ["shared"], sources: things, isTagged: true)
        try await ask(cache) { client in
            for _ in 0..<2 {
                try await client.execute(uri: "/shared/rooms", method: .get) { #expect($0.headers[.cacheTag] == "rooms") }
            }
        }
    }

    @Test func aSecondHostIsRefusedForAKeptPageToo() async throws {
        try await ask { client in
            try await client.execute(uri: "/shared/rooms", method: .get) { #expect($0.status == .ok) }
            try await client.execute(uri: "/shared/rooms", method: .get, headers: [.secondHost: "localhost"]) {
                #expect($0.status == .badRequest)
            }
        }
    }

    @Test func languagePackingHostAndQueryTellPagesApart() async throws {
        try await ask { client in
            for headers in [
                [.acceptLanguage: "it"], [.acceptLanguage: "en"], [.cookie: "language=it"], [.acceptEncoding: "gzip"],
            ] as [HTTPFields] {
                for _ in 0..<2 { try await client.execute(uri: "/shared/people", method: .get, headers: headers) { _ in } }
            }
            // The cookie says the same as the header.
            #expect(times("/shared/people") == 3)
            try await client.execute(uri: "/shared/people?q=1", method: .get) { _ in }
            #expect(times("/shared/people") == 4)
        }
    }

    @Test(arguments: ["/shared/own", "/shared/secret", "/desk"])
    func otherPagesAreNotShared(path: String) async throws {
        try await ask { client in
            for _ in 0..<2 { try await client.execute(uri: path, method: .get) { #expect($0.status == .ok) } }
        }
        #expect(times(path) == 2)
    }

    @Test func aSharedPageSaysAllThatTheFirstOneSaid() async throws {
        try await ask { client in
            func headers(_ more: HTTPFields = [:]) async throws -> (HTTPResponse.Status, HTTPFields) {
                var all: HTTPFields = [.acceptEncoding: "gzip"]
                for field in more { all[field.name] = field.value }
                return try await client.execute(uri: "/shared/people", method: .get, headers: all) { ($0.status, $0.headers) }
            }
            let (_, first) = try await headers()
            let (_, second) = try await headers()
            #expect(first == second)
            #expect(first[.contentEncoding] == "gzip")
            #expect(first[.vary]?.contains("Accept-Language") == true)
            let (status, _) = try await headers([.ifNoneMatch: first[.eTag] ?? ""])
            #expect(status == .notModified)
        }
        #expect(times("/shared/people") == 1)
    }

    @Test func pagesDoNotOutliveTheirTimeNorTheirRoom() async throws {
        for cache in [
            PageCache(paths: ["shared"], sources: things, lifetime: .zero),
            PageCache(paths: ["shared"], sources: things, capacity: 1_000),
        ] {
            made.change { $0 = [:] }
            try await ask(cache) { client in
                for _ in 0..<2 { try await client.execute(uri: "/shared/rooms", method: .get) { #expect($0.status == .ok) } }
            }
            #expect(times("/shared/rooms") == 2)
        }
    }
}
