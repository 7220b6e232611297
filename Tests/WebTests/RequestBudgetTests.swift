import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import TestSupport
import Testing

@testable import Web

/// Strangers may send little, and what is refused is listed.
@Suite struct RequestBudgetTests {
    private struct Known: VisitorIdentity {
        let displayName = "Anna"
        let language: Language? = nil
    }

    private static let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]

    private func application(_ budgets: RequestBudgets = RequestBudgets(), proxies: [String] = []) throws -> some ApplicationProtocol {
        var settings = WebRouter.Settings()
        (settings.budgets, settings.trustedProxies) = (budgets, proxies)
        return try Site().application(settings) { router in
            router.post("open") { request, _ in
                var limits = Form.Limits.documents
                // Nothing could be written down here.
                limits.folder = "/nowhere/at/all"
                return Response.html("\(try await Form.read(request, limits: limits).values.count)")
            }
            router.post("plain") { request, _ in Response.html("\(try await Form.read(request).values.count)") }
            router.post("known") { request, visitor in
                var visitor = visitor
                visitor.person = Known()
                return Response.html("\(try await Form.read(request, limits: .documents).values.count)")
            }
        }
    }

    private static func multipart(_ bytes: Int, file: Bool) -> (HTTPFields, ByteBuffer) {
        let name = file ? "name=\"a\"; filename=\"a.png\"" : "name=\"a\""
        let text = "--B\r\nContent-Disposition: form-data; \(name)\r\n\r\n\(String(repeating: "x", count: bytes))\r\n--B--\r\n"
        return ([.contentType: "multipart/form-data; boundary=B"], ByteBuffer(string: text))
    }

    @Test func aStrangerSendsNoMoreThanAShortForm() async throws {
        try await application().test(.router) { client in
            func status(_ path: String, _ bytes: Int) async throws -> Int {
                let body = ByteBuffer(string: "a=" + String(repeating: "x", count: bytes))
                return try await client.execute(uri: path, method: .post, headers: Self.form, body: body).status.code
            }
            let short = try await status("/open", 60_000)
            let long = try await status("/open", 70_000)
            let known = try await status("/known", 1_000_000)
            #expect(short == 200)
            #expect(long == 413)
            #expect(known == 200)
        }
    }

    @Test(arguments: ["/open", "/plain"]) func aStrangersFileIsRefusedBeforeItIsWrittenDown(path: String) async throws {
        try await application().test(.router) { client in
            let (headers, body) = Self.multipart(10, file: true)
            let refused = try await client.execute(uri: path, method: .post, headers: headers, body: body).status.code
            #expect(refused == 413)
            let (empty, nothing) = Self.multipart(0, file: true)
            let none = try await client.execute(uri: path, method: .post, headers: empty, body: nothing).status.code
            #expect(none == 200, "a file input that was left empty")
        }
    }

    @Test func whoIsKnownSendsFilesWhereTheyAreTaken() async throws {
        try await application().test(.router) { client in
            let (headers, body) = Self.multipart(100_000, file: true)
            let taken = try await client.execute(uri: "/known", method: .post, headers: headers, body: body).status.code
            #expect(taken == 200)
        }
    }

    @Test func whatWasCutIsListedByItsKind() async throws {
        let budgets = RequestBudgets(classes: ["open"])
        try await application(budgets).test(.router) { client in
            let body = ByteBuffer(string: "a=" + String(repeating: "x", count: 70_000))
            for _ in 0..<2 { _ = try await client.execute(uri: "/open", method: .post, headers: Self.form, body: body) }
            _ = try await client.execute(uri: "/open", method: .post, headers: Self.form, body: ByteBuffer(string: "a=b"))
        }
        let refusals = budgets.refusals
        #expect(refusals.map(\.part) == ["open"])
        #expect(refusals.first?.status == 413)
        #expect(refusals.first?.count == 2)
    }

    @Test func filesOfAFormThatOnlyKeepsItsWordsAreNotWrittenDown() async throws {
        var limits = Form.Limits()
        (limits.discardsFiles, limits.strangerBytes) = (true, 100_000)
        let narrowed = RequestBudget().narrowed(limits)
        #expect(narrowed.textBytes == 100_000)
        var form = try MultipartForm(boundary: Array("B".utf8), limits: narrowed)
        try form.feed(Self.multipart(200_000, file: true).1.readableBytesView)
        let file = try #require(try form.finish().file("a"))
        #expect(file.size == 200_000)
        #expect(file.path.isEmpty)
    }

    @Test func workThatCostsMoreThanARequestMayIsRefused() async throws {
        let budget = RequestBudget()
        #expect(throws: HTTPError.self) { try budget.spend(.seconds(1)) }
        let known = RequestBudget()
        known.prove()
        try known.spend(.seconds(1))
        #expect(known.values > budget.values)
    }

    @Test func aNetworkIsCountedWithTheWiderOnesThatItLiesIn() async throws {
        let networks = ClientAddress("2001:db8:1:2::5").networks
        #expect(networks.map(\.name) == ["20-1-d-b8-0-1-0-2/64", "20-1-d-b8-0-1-0/56", "20-1-d-b8-0-1/48"])
        #expect(ClientAddress("192.0.2.7").networks.map(\.name) == ["192.0.2.7"])
        let app = try Site().application { router in
            router.group("things").add(middleware: Named()).add(middleware: RateLimit(limit: 2, per: .seconds(600)))
                .get("") { _, _ in Response.html("thing") }
        }
        try await app.test(.router) { client in
            var statuses: [Int] = []
            for number in 0..<6 {
                let headers: HTTPFields = [.init("X-From")!: "2001:db8:0:10\(number)::1"]
                statuses.append(try await client.execute(uri: "/things", method: .get, headers: headers).status.code)
            }
            #expect(statuses == [200, 200, 200, 200, 429, 429], "twice as many from a home as from one network")
        }
    }

    /// Says where a request comes from.
    private struct Named: RouterMiddleware {
        typealias Context = Visitor
        func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
            var context = context
            context.client = ClientAddress(request.headers[.init("X-From")!] ?? "")
            return try await next(request, context)
        }
    }
}
