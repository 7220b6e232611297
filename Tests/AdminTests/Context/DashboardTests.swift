import Accounts
import TestSupport
import Testing

@Suite struct DashboardTests {
    @Test func showsEverybodyWhatConcernsHim() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator", "educator-blu", "admin") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", String(TestSite.rossa)), ("next", "/admin")])
            expect(try await browsers[0].get("/admin").contains("class=\"calm\""))
            try await browsers[0].post(
                "/admin/house/products", [("name", "Riso"), ("stock", "3"), ("ordering", "0"), ("price", ""), ("act", "save")])
            let rossa = try await browsers[0].get("/admin")
            #expect(rossa.contains("Educatrice") && rossa.contains("prodotto senza prezzo") && rossa.contains("price=absent"))
            #expect(!rossa.contains("prodotto finito") && !rossa.contains("/admin/people\""))
            // What waits in one house is no business of another.
            let blu = try await browsers[1].get("/admin")
            #expect(blu.contains("class=\"calm\"") && !blu.contains("senza prezzo"))
            let everything = try await browsers[2].get("/admin")
            #expect(
                everything.contains("class=\"part\" href=\"/admin/people\"") && everything.contains("class=\"part\" href=\"/admin/site\""))
        }
    }

    @Test func leadsWhereTheMenuLeads() async throws {
        let site = try await TestSite()
        try await site.browse(as: "admin", "educator") { browsers in
            let (everything, own) = try await (browsers[0].get("/admin"), browsers[1].get("/admin"))
            for address in ["/admin/roles", "/admin/tokens", "/admin/webhooks"] {
                let part = "class=\"part\" href=\"\(address)\""
                #expect(everything.contains(part) && !own.contains(part), "\(address)")
            }
            // Who keeps the site keeps nobody's tokens.
            try await site.database.write { db in
                var role = CustomRole(title: "Solo il portale", scope: nil, grants: ["admin.site.edit"], at: .now)
                try role.insertUnderFreeName(db)
                try db.execute(sql: "UPDATE roleAssignment SET role = ?, scopeID = NULL WHERE role = 'admin'", arguments: [role.name])
            }
            let keeper = try await browsers[0].get("/admin")
            #expect(keeper.contains("class=\"part\" href=\"/admin/webhooks\"") && !keeper.contains("class=\"part\" href=\"/admin/tokens\""))
        }
    }

    @Test func isEmptyButFriendlyWithoutARole() async throws {
        let site = try await TestSite()
        try await site.database.write { try $0.execute(sql: "DELETE FROM roleAssignment WHERE role = 'educator'") }
        try await site.browse(as: "educator") { browsers in
            let page = try await browsers[0].get("/admin")
            #expect(page.status == 200 && page.contains("class=\"calm\"") && !page.contains("class=\"part\""))
        }
    }
}
