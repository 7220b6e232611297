import HTTPTypes
import Hummingbird
import HummingbirdTesting
import TestSupport
import Testing

@testable import Web

@Suite struct RouteTableTests {
    /// How often the routes of each part were made.
    private let made = Box<[String]>([])

    private func part(_ path: String) -> LazyRoutes {
        LazyRoutes(path: path) { [made] router in
            made.change { $0.append(path) }
            let own = router.group(RouterPath(path))
            own.get("") { _, _ in "all of \(path)" }
            own.post("") { _, _ in "made" }
            own.get("new") { _, _ in "a new one" }
            own.get("{id}") { _, visitor in visitor.parameters.get("id") ?? "" }
            own.get("{id}/broken") { _, _ -> String in throw HTTPError(.unprocessableContent, message: "said inside") }
            own.post("{id}/deletion") { _, _ in "gone" }
        }
    }

    private func answers(
        _ asked: [(HTTPRequest.Method, String)], _ check: @Sendable ([(status: Int, allow: String?, body: String)]) -> Void
    ) async throws {
        let application = try Site().application(parts: [part("/desk/shop/apples"), part("/desk/shop/pears")]) { router in
            router.get("desk/shop/apples/{id}/photo") { _, _ in "a photo" }
            router.get("desk/shop/opening") { _, _ in "at nine" }
        }
        try await application.test(.router) { client in
            var answers: [(status: Int, allow: String?, body: String)] = []
            for (method, uri) in asked {
                let answer = try await client.execute(uri: uri, method: method, headers: [field("Sec-Fetch-Site"): "same-origin"])
                answers.append((answer.status.code, answer.headers[.allow], String(buffer: answer.body)))
            }
            check(answers)
        }
    }

    @Test func whatIsBelowAPathAnswersAsIfItHadAlwaysBeenThere() async throws {
        try await answers([
            (.get, "/desk/shop/apples"), (.post, "/desk/shop/apples"), (.get, "/desk/shop/pears/new"), (.get, "/desk/shop/pears/7?a=/b"),
            (.post, "/desk/shop/apples/7/deletion"), (.get, "/desk/shop/apples/7/photo"), (.get, "/desk/shop/opening"),
        ]) { found in
            #expect(
                found.map(\.body) == ["all of /desk/shop/apples", "made", "a new one", "7", "gone", "a photo", "at nine"])
            #expect(found.allSatisfy { $0.status == 200 })
        }
        try await answers([(.head, "/desk/shop/apples")]) {
            #expect($0[0].status == 200)
            #expect($0[0].body.isEmpty)
        }
    }

    @Test func whatIsNotThereIsMissingAndAWrongMethodIsRefused() async throws {
        try await answers([
            (.get, "/desk/shop/apples/7/none"), (.get, "/desk/shop/plums"), (.get, "/desk/shop"), (.get, "/desk/shop/apples-and-more"),
            (.post, "/desk/shop/pears/7/photo"),
        ]) { found in #expect(found.map(\.status) == [404, 404, 404, 404, 404]) }
        try await answers([
            (.delete, "/desk/shop/apples"), (.get, "/desk/shop/apples/7/deletion"), (.put, "/desk/shop/pears/new"),
            (.post, "/desk/shop/apples/7/photo"),
        ]) { found in
            #expect(found.map(\.status) == [405, 405, 405, 405])
            #expect(found.map(\.allow) == ["GET, HEAD, POST", "POST", "GET, HEAD", "GET, HEAD"])
        }
    }

    @Test func errorsInsideBecomePages() async throws {
        try await answers([(.get, "/desk/shop/apples/7/broken"), (.get, "/desk/shop/apples/7/none")]) { found in
            #expect(found[0].status == 422)
            #expect(found[0].body.contains("<h1>Heading 422</h1>"))
            #expect(found[1].status == 404)
            #expect(found[1].body.contains("<h1>Heading 404</h1>"))
        }
    }

    /// The innermost part is asked first, then those around it, then what lies in none.
    @Test func partsMayLieWithinOthers() async throws {
        let around = LazyRoutes(path: "/desk") { router in
            router.get("desk/shop/apples/{id}/photo") { _, _ in "a photo" }
            router.post("desk/tidying") { _, _ in "tidy" }
        }
        let application = try Site().application(parts: [around, part("/desk/shop/apples")]) { $0.get("desk/lamp") { _, _ in "lit" } }
        try await application.test(.router) { client in
            for (path, body) in ["shop/apples/7": "7", "shop/apples/7/photo": "a photo", "lamp": "lit"] {
                #expect(try await client.execute(uri: "/desk/\(path)", method: .get).text == body)
            }
            let wrong = try await client.execute(uri: "/desk/tidying", method: .get)
            #expect(wrong.status == .methodNotAllowed)
            #expect(wrong.headers[.allow] == "POST")
            #expect(try await client.execute(uri: "/desk/shop/apples/7/none", method: .get).status == .notFound)
        }
    }

    @Test func routesAreMadeOnceAndOnlyWhereSomebodyAsks() async throws {
        try await answers([(.get, "/desk/shop/opening"), (.get, "/desk/shop/pears"), (.get, "/desk/shop/pears/1"), (.get, "/elsewhere")]) {
            #expect($0.map(\.status) == [200, 200, 200, 404])
        }
        #expect(made.value == ["/desk/shop/pears"])
    }
}
