import Accounts
import AdminTestSupport
import GRDB
import HTTPTypes
import Testing

@Suite struct WrongTokenTests {
    private static func ask(_ browser: Browser, _ token: String) async throws {
        for _ in 0..<6 {
            let wrong = try await browser.call(.get, "/api/v1/sample/books", headers: [.authorization: "Bearer \(token)"])
            #expect(wrong.status == 401)
        }
    }

    @Test func unknownTokensLeaveATraceAndAreSeenOnTheFirstPage() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "admin") { browsers in
            let card = "tentativi con token sconosciuti"
            let calm = try await browsers[0].get("/admin")
            #expect(!calm.contains(card))
            try await Self.ask(browsers[0], "ptc_invented")
            let page = try await browsers[0].get("/admin")
            #expect(page.contains(card))
        }
        let acts = try await site.value("SELECT group_concat(action) FROM audit WHERE action LIKE 'token.%'", as: String.self)
        #expect(acts == "token.refused")
        let kept = try await site.value("SELECT count(*) FROM audit WHERE detail LIKE '%invented%'", as: Int.self)
        #expect(kept == 0)
    }

    @Test func aRevokedTokenIsNamed() async throws {
        let site = try await SampleSite()
        let token = try await site.token(of: "librarian", .read)
        try await site.database.write {
            try $0.execute(sql: "UPDATE accessToken SET expiresAt = '2026-01-01 00:00:00.000', name = 'Cassa'")
        }
        try await site.browse(as: "admin") { browsers in
            try await Self.ask(browsers[0], token)
            let page = try await browsers[0].get("/admin")
            #expect(page.contains("tentativi con il token «Cassa»"))
        }
        let title = try await site.value("SELECT objectTitle FROM audit WHERE action = 'token.refused'", as: String.self)
        #expect(title == "Cassa")
    }
}
