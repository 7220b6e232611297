import GRDB
import TestSupport
import Testing

/// A portal on which no house has been made yet.
@Suite struct FirstHouseTests {
    private func siteWithoutHouses() async throws -> TestSite {
        let site = try await TestSite()
        try await site.database.write { try $0.execute(sql: "UPDATE house SET deletedAt = '2026-01-02'") }
        return site
    }

    @Test func menuAndFirstPageLeadOnlyToWhatIsThere() async throws {
        try await siteWithoutHouses().browse(as: "admin") { browsers in
            let start = try await browsers[0].get("/admin")
            let addresses = Set(start.text.matches(of: #/<a [^>]*href="(/admin/[^"?#]+)/#).map { String($0.1) }).sorted()
            #expect(addresses.contains("/admin/house/houses"))
            #expect(!addresses.contains("/admin/house/products"))
            for address in addresses {
                let page = try await browsers[0].get(address)
                #expect(page.status == 200, "\(address)")
            }
        }
    }

    @Test(arguments: ["/admin/house/products", "/admin/house/products/new", "/admin/house/recipe-files", "/admin/house/lists"])
    func whoMayMakeAHouseIsLedThere(address: String) async throws {
        try await siteWithoutHouses().browse(as: "admin", "educator") { browsers in
            let admin = try await browsers[0].get(address)
            #expect(admin.status == 404)
            #expect(admin.contains("Non c’è ancora nessuna casa"))
            #expect(admin.contains(#"href="/admin/house/houses""#))
            let educator = try await browsers[1].get(address)
            #expect(educator.status == 404)
            #expect(educator.contains("Non c’è ancora nessuna casa"))
            #expect(!educator.contains(#"button primary" href="/admin/house/houses""#))
        }
    }
}
