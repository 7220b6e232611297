import Accounts
import AdminTestSupport
import Testing

@Suite struct DashboardTests {
    @Test func showsEverybodyWhatConcernsHim() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian", "librarian-blu", "admin") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", String(SampleSite.rossa)), ("next", "/admin")])
            expect(try await browsers[0].get("/admin").contains("class=\"calm\""))
            try await browsers[0].post(
                "/admin/sample/books", [("name", "Riso"), ("copies", "3"), ("ordering", "0"), ("price", ""), ("act", "save")])
            let rossa = try await browsers[0].get("/admin")
            #expect(rossa.contains("Bibliotecaria"))
            #expect(rossa.contains("libro senza prezzo"))
            #expect(rossa.contains("price=absent"))
            #expect(!rossa.contains("libro finito"))
            #expect(!rossa.contains("/admin/people\""))
            // What waits in one library is no business of another.
            let blu = try await browsers[1].get("/admin")
            #expect(blu.contains("class=\"calm\""))
            #expect(!blu.contains("senza prezzo"))
            let everything = try await browsers[2].get("/admin")
            #expect(everything.contains("class=\"part\" href=\"/admin/people\""))
            #expect(everything.contains("class=\"part\" href=\"/admin/site\""))
        }
    }

    @Test func leadsWhereTheMenuLeads() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "admin", "librarian") { browsers in
            let (everything, own) = try await (browsers[0].get("/admin"), browsers[1].get("/admin"))
            for address in ["/admin/roles", "/admin/tokens", "/admin/webhooks"] {
                let part = "class=\"part\" href=\"\(address)\""
                #expect(everything.contains(part), "\(address)")
                #expect(!own.contains(part), "\(address)")
            }
            // Who keeps the site keeps nobody's tokens.
            try await site.database.write { db in
                var role = CustomRole(title: "Solo il portale", scope: nil, grants: ["admin.site.edit"], at: .now)
                try role.insertUnderFreeName(db)
                try db.execute(sql: "UPDATE roleAssignment SET role = ?, scopeID = NULL WHERE role = 'admin'", arguments: [role.name])
            }
            let keeper = try await browsers[0].get("/admin")
            #expect(keeper.contains("class=\"part\" href=\"/admin/webhooks\""))
            #expect(!keeper.contains("class=\"part\" href=\"/admin/tokens\""))
        }
    }

    @Test func isEmptyButFriendlyWithoutARole() async throws {
        let site = try await SampleSite()
        try await site.database.write { try $0.execute(sql: "DELETE FROM roleAssignment WHERE role = 'librarian'") }
        try await site.browse(as: "librarian") { browsers in
            let page = try await browsers[0].get("/admin")
            #expect(page.status == 200)
            #expect(page.contains("class=\"calm\""))
            #expect(!page.contains("class=\"part\""))
        }
    }
}
