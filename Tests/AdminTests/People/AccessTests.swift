import Accounts
import AdminTestSupport
import Testing

@testable import Admin

@Suite struct AccessTests {
    @Test func saysWhatAPersonCanSeeAndDoAndWhere() async throws {
        let site = try await SampleSite()
        let id = try #require(try await site.value("SELECT id FROM account WHERE key = 'librarian-blu'", as: Int64.self))
        try await site.browse(as: "admin", "librarian-blu") { browsers in
            let page = try await browsers[0].get("/admin/people/\(id)/access")
            #expect(page.contains("Vedere e cambiare: libri"))
            #expect(page.contains("Leggere il registro"))
            #expect(page.contains("<p class=\"quiet\">Biblioteca Blu</p>"))
            #expect(!page.contains("<p class=\"quiet\">Biblioteca Rossa</p>"))
            #expect(!page.contains("Vedere e cambiare: biblioteche"))
            #expect(!page.contains("Decidere chi può entrare"))

            let own = try await browsers[1].get("/admin/account/access")
            #expect(own.status == 200)
            #expect(own.contains("Vedere e cambiare: libri"))

            let everything = try await browsers[0].get("/admin/account/access")
            #expect(everything.contains("Vedere e cambiare: biblioteche"))
            #expect(everything.contains("Decidere chi può entrare"))
            #expect(!everything.contains("<p class=\"quiet\">Biblioteca Blu</p>"))
        }
    }

    /// The right to edit people must not be the right to everything.
    @Test func nobodyGivesMoreThanHeHas() {
        let roles = AdminRoles.all + [Role("keeper", may: ["admin.people.edit"]), Role("librarian", scope: "library", may: ["sample.*"])]
        let keeper = Grants([RoleAssignment(accountID: 1, role: "keeper")], roles: roles)
        let librarian = Grants([RoleAssignment(accountID: 1, role: "librarian", scopeID: 1)], roles: roles)
        let admin = Grants([RoleAssignment(accountID: 1, role: "admin")], roles: roles)
        func gives(_ role: String, _ scope: Int64? = nil) -> [RoleAssignment] { [RoleAssignment(accountID: 2, role: role, scopeID: scope)] }
        #expect(!keeper.cover(gives("admin"), of: roles))
        #expect(!keeper.cover(gives("librarian", 1), of: roles))
        #expect(keeper.cover(gives("keeper"), of: roles))
        #expect(keeper.cover([], of: roles))
        #expect(librarian.cover(gives("librarian", 1), of: roles))
        #expect(!librarian.cover(gives("librarian", 2), of: roles))
        #expect(!librarian.cover(gives("librarian"), of: roles))
        #expect(admin.cover(gives("admin") + gives("librarian") + gives("librarian", 2), of: roles))
    }
}
