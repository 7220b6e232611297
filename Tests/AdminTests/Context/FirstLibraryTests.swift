import AdminTestSupport
import GRDB
import Testing

/// A portal on which no library has been made yet.
@Suite struct FirstLibraryTests {
    private func siteWithoutLibraries() async throws -> SampleSite {
        let site = try await SampleSite()
        try await site.database.write { try $0.execute(sql: "UPDATE library SET deletedAt = '2026-01-02'") }
        return site
    }

    @Test func menuAndFirstPageLeadOnlyToWhatIsThere() async throws {
        try await siteWithoutLibraries().browse(as: "admin") { browsers in
            let start = try await browsers[0].get("/admin")
            let addresses = Set(start.text.matches(of: #/<a [^>]*href="(/admin/[^"?#]+)/#).map { String($0.1) }).sorted()
            #expect(addresses.contains("/admin/sample/libraries"))
            #expect(!addresses.contains("/admin/sample/books"))
            for address in addresses {
                let page = try await browsers[0].get(address)
                #expect(page.status == 200, "\(address)")
            }
        }
    }

    @Test(arguments: ["/admin/sample/books", "/admin/sample/books/new", "/admin/sample/tours/trash"])
    func whoMayMakeALibraryIsLedThere(address: String) async throws {
        try await siteWithoutLibraries().browse(as: "admin", "librarian") { browsers in
            let admin = try await browsers[0].get(address)
            #expect(admin.status == 404)
            #expect(admin.contains("Non c’è ancora nessuna biblioteca"))
            #expect(admin.contains(#"href="/admin/sample/libraries""#))
            let librarian = try await browsers[1].get(address)
            #expect(librarian.status == 404)
            #expect(librarian.contains("Non c’è ancora nessuna biblioteca"))
            #expect(!librarian.contains(#"button primary" href="/admin/sample/libraries""#))
        }
    }
}
