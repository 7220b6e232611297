import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import TestSupport
import Testing

@testable import Web

struct ErrorPagesTests {
    private struct DiskIsOnFire: Error { let secret = "table account" }

    private func application(_ site: Site) -> some ApplicationProtocol {
        site.application { router in
            router.get("late") { _, _ -> Response in
                throw HTTPError(.tooManyRequests, headers: [.retryAfter: "7"], message: "internal reason")
            }
            router.get("crash") { _, _ -> Response in throw DiskIsOnFire() }
            router.get("api/crash") { _, _ -> Response in throw DiskIsOnFire() }
            router.get("api/own") { _, _ in Response(status: .unprocessableContent, body: .init(byteBuffer: ByteBuffer(string: "own"))) }
            router.get("sign-in") { _, _ -> Response in throw HTTPError(.seeOther, headers: [.location: "/sign-in?next=/a"]) }
            router.get("bare") { _, _ in Response(status: .conflict) }
            router.get("teapot") { _, _ -> Response in throw HTTPError(.init(code: 418)) }
            router.group("mine").add(middleware: SignIn(person: Educator(language: .italian)))
                .get("crash") { _, _ -> Response in throw DiskIsOnFire() }
        }
    }

    @Test func speaksTheVisitorsLanguageAndKeepsTheCauseToItself() async throws {
        let site = try Site()
        try await application(site).test(.router) { client in
            let crash = try await client.execute(uri: "/crash?q=1", method: .get, headers: [.acceptLanguage: "it"])
            #expect(crash.status == .internalServerError)
            #expect(crash.text.hasPrefix("<h1>Titolo 500</h1><p>Spiegazione 500</p>"))
            #expect(crash.text.contains(">it</a>"))
            #expect(crash.headers[.contentType] == "text/html; charset=utf-8")
            #expect(crash.headers[.contentLanguage] == "it")
            #expect(!crash.text.contains("DiskIsOnFire"))
            #expect(!crash.text.contains("account"))
            let late = try await client.execute(uri: "/late", method: .get)
            #expect(late.text.contains("Heading 429"))
            #expect(!late.text.contains("internal"))
            #expect(late.headers[.retryAfter] == "7")
            #expect(late.headers[values: .cacheControl] == ["no-store"])
        }
        let line = try #require(site.log.lines.first { $0.contains("DiskIsOnFire") })
        #expect(line.hasPrefix("error: GET /crash: "))
        #expect(line.contains("table account"))
        #expect(!site.log.lines.contains { $0.hasPrefix("error") && $0.contains("/late") })
    }

    @Test func knowsWhoSignedInFurtherInside() async throws {
        let site = try Site()
        try await application(site).test(.router) { client in
            let answer = try await client.execute(uri: "/mine/crash", method: .get, headers: [.acceptLanguage: "en"])
            #expect(answer.text.contains("Titolo 500"))
        }
    }

    @Test func answersProgramsInJSON() async throws {
        try await application(try Site()).test(.router) { client in
            let crash = try await client.execute(uri: "/api/crash", method: .get)
            #expect(crash.text.contains("\"status\":500"))
            #expect(crash.text.contains("\"detail\":\"Reason 500\""))
            #expect(crash.text.contains("\"type\":\"about:blank\""))
            #expect(!crash.text.contains("DiskIsOnFire"))
            #expect(crash.headers[.contentType] == "application/problem+json")
            let none = try await client.execute(uri: "/api/none", method: .get)
            #expect(none.status == .notFound)
            #expect(none.text.contains("\"title\":\"Heading 404\""))
            do {
                let found = try await client.execute(uri: "/api/own", method: .get).text
                #expect(found == "own")
            }
        }
    }

    @Test func leavesRedirectsAndFillsBareRefusals() async throws {
        try await application(try Site()).test(.router) { client in
            let away = try await client.execute(uri: "/sign-in", method: .get)
            #expect(away.status == .seeOther)
            #expect(away.headers[.location] == "/sign-in?next=/a")
            #expect(away.body.readableBytes == 0)
            do {
                let found = try await client.execute(uri: "/bare", method: .get).text.contains("Heading 409")
                #expect(found)
            }
            let teapot = try await client.execute(uri: "/teapot", method: .get)
            #expect(teapot.status.code == 418)
            #expect(teapot.text.contains("Heading 400"))
        }
    }

    @Test func whatWasTypedStandsOnThePageWhenItCouldNotBeKept() async throws {
        var settings = WebRouter.Settings()
        settings.storage = { $0 is DiskIsOnFire ? .init(code: 507) : nil }
        settings.errorFrames = ["part": PartFrame()]
        let site = try Site()
        let application = site.application(settings) { router in
            router.post("part") { request, _ -> Response in
                _ = try await Form.read(request)
                throw DiskIsOnFire()
            }
            router.post("save") { request, _ -> Response in
                _ = try await Form.read(request)
                throw DiskIsOnFire()
            }
            router.post("refuse") { request, _ -> Response in
                _ = try await Form.read(request)
                throw HTTPError(.forbidden)
            }
        }
        try await application.test(.router) { client in
            func post(_ uri: String, _ body: String, mode: String = "navigate") async throws -> TestResponse {
                let headers: HTTPFields = [
                    .contentType: "application/x-www-form-urlencoded", .init("Sec-Fetch-Site")!: "same-origin",
                    .init("Sec-Fetch-Mode")!: mode,
                ]
                return try await client.execute(uri: uri, method: .post, headers: headers, body: ByteBuffer(string: body))
            }
            let full = try await post("/save?at=1&b=%22", "name=%3CPane%3E&tag=2&tag=1&empty=")
            #expect(full.status.code == 507)
            #expect(full.text.contains("Heading 507"))
            let kept = "action=\"/save?at=1&amp;b=%22\"><empty=><name=&lt;Pane&gt;><tag=2><tag=1></form>"
            #expect(full.text.contains(kept), "\(full.text)")
            for field in ["password", "newPassword", "pin", "picture2", "recovery"] {
                let secret = try await post("/save", "name=anna&\(field)=sasso")
                #expect(secret.status.code == 507, "\(field)")
                #expect(!secret.text.contains("anna"), "\(field)")
                #expect(!secret.text.contains("sasso"), "\(field)")
            }
            // A course has a code, and some write opinions: neither is a secret.
            let course = try await post("/save", "code=INF-01&opinion=Bene")
            #expect(course.text.contains("<code=INF-01><opinion=Bene></form>"), "\(course.text)")
            // A part's own page gives way where something would be lost with it.
            let part = try await post("/part", "name=Pane")
            #expect(part.text.contains("<name=Pane></form>"), "\(part.text)")
            for (body, mode) in [("", "navigate"), ("name=Pane", "cors")] {
                let own = try await post("/part", body, mode: mode)
                #expect(own.status.code == 507)
                #expect(own.text == "A part's own page")
            }
            // Whoever was refused for a reason of his own has his form, with the reason.
            let refused = try await post("/refuse", "name=Pane")
            #expect(refused.status == .forbidden)
            #expect(!refused.text.contains("Pane"))
        }
    }

    @Test func aBrokenErrorTemplateStillSaysSomething() async throws {
        let site = try Site()
        let pages = Pages(templates: try Templates(folder: TemporaryFolderWithoutErrorPage.path(of: site)), assets: "")
        let router = Router(context: Visitor.self)
        router.add(middleware: ErrorPages(pages: pages))
        try await Application(router: router, logger: site.log.logger).test(.router) { client in
            let answer = try await client.execute(uri: "/", method: .get)
            #expect(answer.status == .notFound)
            #expect(answer.text == "Heading 404")
        }
    }
}

private enum TemporaryFolderWithoutErrorPage {
    static func path(of site: Site) throws -> String {
        let folder = site.folder.path + "/Templates"
        try site.folder.write("x", to: "Templates/other.mustache")
        try FileManager.default.removeItem(atPath: folder + "/error.mustache")
        return folder
    }
}

private struct PartFrame: ErrorFrame {
    func errorPage(_ status: HTTPResponse.Status, _ request: Request, _ visitor: Visitor) async throws -> Response? {
        Response(status: status, body: .init(byteBuffer: ByteBuffer(string: "A part's own page")))
    }
}
