import GRDB
import TestSupport
import Testing

@Suite struct LostPagesTests {
    @Test func whoIsSignedInReadsOfAnUnknownAddressInHisLanguageAndFindsBack() async throws {
        let site = try await TestSite("house")
        try await site.database.write { db in try db.execute(sql: "UPDATE account SET language = 'en' WHERE key = 'admin'") }
        try await site.browse(as: "admin", "") { browsers in
            let known = try await browsers[0].get("/admin/nowhere")
            #expect(known.status == 404)
            #expect(known.contains("Page not found"))
            #expect(known.contains("href=\"/admin\""))
            let stranger = try await browsers[1].get("/admin/nowhere")
            #expect(stranger.status == 404)
            #expect(stranger.contains("href=\"/sign-in\""))
            #expect(!stranger.contains("href=\"/admin\""))
        }
    }
}
