import Accounts
import GRDB
import HTTPTypes
import TestSupport
import Testing

@Suite struct SecretPagesTests {
    @Test func pagesWithASecretAreNeitherKeptNorPacked() async throws {
        let site = try await TestSite("house", "campus", "stories")
        let invented = Token().text
        try await site.browse(as: "admin", "") { browsers in
            let (admin, visitor) = (browsers[0], browsers[1])
            let id = try #require(try await site.value("SELECT id FROM account WHERE key = 'educator'", as: Int64.self))
            let made = [
                try await admin.post("/admin/people/\(id)/link"),
                try await admin.post("/admin/account/tokens", [("name", "Cassa"), ("access", "read"), ("life", "7")]),
                try await admin.post("/admin/webhooks", [("address", "https://example.org/hook")]),
                try await admin.post("/admin/house/living/pairing"),
                try await admin.get("/admin/account/factors"),
                try await visitor.get("/welcome/\(invented)"),
                try await visitor.get("/setup/\(invented)"),
                try await visitor.get("/stories/recovery/\(invented)"),
                try await visitor.get("/campus/letters/confirmations/\(invented)"),
            ]
            #expect(made.map { $0.headers[.cacheControl] } == made.map { _ in "no-store, no-transform" })
            #expect(made[0].contains("/welcome/"))
            #expect(made[1].contains("ptc_"))
            #expect(made[3].contains("pairing-code"))
        }
    }
}
