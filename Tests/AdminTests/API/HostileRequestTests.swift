import AdminTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import Admin

typealias HTTPMethods = HTTPRequest.Method

enum HTTPFieldsOf {
    static func token(_ secret: String) -> HTTPFields { [.authorization: "Bearer \(secret)"] }
}

private let books = "/api/v1/sample/books"

@Suite struct HostileRequestTests {
    @Test func noBodyMakesTheServerFail() async throws {
        let site = try await SampleSite()
        let deep = String(repeating: "[", count: 5_000)
        let bodies: [(body: String, status: Int, kind: String)] = [
            ("", 400, "syntax"), ("{", 400, "syntax"), ("[]", 422, "noObject"), ("3", 422, "noObject"), (deep, 400, "deep"),
            (#"{"name": "a", "name": "b"}"#, 400, "twice"), (#"{"name": "\ud800"}"#, 400, "syntax"),
            (#"{"name": {"name": {}}}"#, 422, "invalid"), (#"{"name": ["a"]}"#, 422, "invalid"),
            (#"{"name": "a", "copies": 1e300}"#, 422, "invalid"), (#"{"name": "a", "copies": -9223372036854775808}"#, 422, "invalid"),
            (#"{"name": "a", "price": 9223372036854775807}"#, 422, "invalid"), (#"{"name": "a", "shelf": -1}"#, 422, "invalid"),
            (#"{"name": "a", "topics": [9223372036854775807]}"#, 422, "invalid"), (#"{"name": "a", "picture": 99}"#, 422, "invalid"),
            (#"{"name": "a", "scope": "x"}"#, 422, "invalid"), (#"{"name": null}"#, 422, "invalid"),
            (#"{"name": "\#(String(repeating: "x", count: 900_000))"}"#, 422, "invalid"),
            (#"{"name": "\#(String(repeating: "x", count: 1_100_000))"}"#, 413, ""),
        ]
        try await site.run(as: "librarian-blu") { programs in
            for (body, status, kind) in bodies {
                let answer = try await programs[0].call(.post, books, body)
                #expect(
                    answer.status == status,
                    "\(body.prefix(60)): \(answer.status) \(answer.text)")
                #expect(
                    kind.isEmpty || answer.problem == kind,
                    "\(body.prefix(60)): \(answer.status) \(answer.text)")
                #expect(answer.headers[.contentType] == "application/problem+json")
            }
            // However deep it stands, and whatever would be dropped from it.
            for long in [
                #""name": "\#(String(repeating: "\\u0007", count: 200))""#,
                #""name": "a", "translations": {"en": {"name": {"text": "b", "of": "\#(String(repeating: "x", count: 50_001))"}}}"#,
            ] {
                let answer = try await programs[0].call(.post, books, "{\(long)}")
                #expect(answer.status == 422, "\(answer.text)")
                #expect(answer.errors.count == 1, "\(answer.text)")
            }
            // What forms drop is dropped here: nothing that ends a string elsewhere gets into a text.
            let (id, _) = try await programs[0].make(books, #"{"name": "Ri\u0000so\u0007"}"#)
            let rice = try await programs[0].call(.get, "\(books)/\(id)")
            #expect(rice.json["name"]?.text == "Riso")
        }
    }

    @Test func everyParameterMustMeanSomething() async throws {
        let site = try await SampleSite()
        try await site.run(as: "librarian-blu") { programs in
            let queries = [
                "colour=red", "limit=0", "limit=201", "limit=x", "cursor=x", "cursor=W10", "sort=colour", "sort=--name", "published=maybe",
                "topics=x", "topics=1,", "price.from=1.60", "price.to=x", "created.from=2026-02-30", "created.from=3/5/2026",
                "published=", "q=a&q=b", "scope=x", "scope=0",
                "q=\(String(repeating: "a", count: 201))",
            ]
            for query in queries {
                let answer = try await programs[0].call(.get, "\(books)?\(query)")
                #expect(answer.status == 400, "\(query): \(answer.status)")
                #expect(answer.json["parameter"]?.text != nil, "\(query): \(answer.status)")
            }
            for path in ["/0", "/x", "/-1", "/99999999999999999999", "/1/x", "/1%00"] {
                let answer = try await programs[0].call(.get, books + path)
                #expect(answer.status == 404, "\(path)")
                #expect(answer.headers[.contentType] == "application/problem+json", "\(path)")
            }
        }
    }

    @Test func methodsAndMediaTypesAreNamed() async throws {
        let site = try await SampleSite()
        try await site.run(as: "librarian-blu") { programs in
            let program = programs[0]
            let wrong = try await program.call(.put, books, "{}")
            #expect(wrong.status == 405)
            #expect(wrong.headers[.allow] == "GET, HEAD, POST")
            let options = try await program.call(.options, books + "/1")
            #expect(options.status == 204)
            #expect(options.headers[.allow] == "DELETE, GET, HEAD, OPTIONS, PATCH, PUT")
            let head = try await program.call(.head, books)
            #expect(head.status == 200)
            #expect(head.text.isEmpty)
            #expect(head.headers[.contentType] == "application/json")
            var headers = HTTPFieldsOf.token(program.secret)
            headers[.accept] = "text/html"
            let html = try await program.browser.call(.get, books, headers: headers)
            #expect(html.status == 406)
            headers[.accept] = "text/html, application/*;q=0.5"
            let both = try await program.browser.call(.get, books, headers: headers)
            #expect(both.status == 200)
            for type in ["text/plain", "application/x-www-form-urlencoded", "application/merge-patch+json"] {
                let refused = try await program.call(.post, books, #"{"name": "a"}"#, type: type)
                #expect(refused.status == 415)
            }
            let charset = try await program.call(.post, books, #"{"name": "a"}"#, type: "application/json; charset=utf-8")
            #expect(charset.status == 201)
            let limit = try #require(head.headers[HTTPField.Name("RateLimit")!])
            // What was used comes back with time, so a slow machine has them all again.
            #expect(limit.hasPrefix("\"account\";r=1"))
            #expect(head.headers[HTTPField.Name("RateLimit-Policy")!] == "\"account\";q=1500;w=300")
        }
    }
}
