import Accounts
import TestSupport
import Testing

@testable import Admin

@Suite struct AccessTests {
    @Test func saysWhatAPersonCanSeeAndDoAndWhere() async throws {
        let site = try await TestSite()
        let id = try #require(try await site.value("SELECT id FROM account WHERE key = 'educator-blu'", as: Int64.self))
        try await site.browse(as: "admin", "educator-blu") { browsers in
            let page = try await browsers[0].get("/admin/people/\(id)/access")
            #expect(page.contains("Vedere e cambiare: prodotti") && page.contains("Leggere il registro"))
            #expect(page.contains("<p class=\"quiet\">Casa Blu</p>") && !page.contains("<p class=\"quiet\">Casa Rossa</p>"))
            #expect(!page.contains("Vedere e cambiare: case") && !page.contains("Decidere chi può entrare"))

            let own = try await browsers[1].get("/admin/account/access")
            #expect(own.status == 200 && own.contains("Vedere e cambiare: prodotti"))

            let everything = try await browsers[0].get("/admin/account/access")
            #expect(everything.contains("Vedere e cambiare: case") && everything.contains("Decidere chi può entrare"))
            #expect(!everything.contains("<p class=\"quiet\">Casa Blu</p>"))
        }
    }

    /// The right to edit people must not be the right to everything.
    @Test func nobodyGivesMoreThanHeHas() {
        let roles = AdminRoles.all + [Role("keeper", may: ["admin.people.edit"]), Role("educator", scope: "house", may: ["house.*"])]
        let keeper = Grants([RoleAssignment(accountID: 1, role: "keeper")], roles: roles)
        let educator = Grants([RoleAssignment(accountID: 1, role: "educator", scopeID: 1)], roles: roles)
        let admin = Grants([RoleAssignment(accountID: 1, role: "admin")], roles: roles)
        func gives(_ role: String, _ scope: Int64? = nil) -> [RoleAssignment] { [RoleAssignment(accountID: 2, role: role, scopeID: scope)] }
        #expect(!keeper.cover(gives("admin"), of: roles) && !keeper.cover(gives("educator", 1), of: roles))
        #expect(keeper.cover(gives("keeper"), of: roles) && keeper.cover([], of: roles))
        #expect(educator.cover(gives("educator", 1), of: roles) && !educator.cover(gives("educator", 2), of: roles))
        #expect(!educator.cover(gives("educator"), of: roles))
        #expect(admin.cover(gives("admin") + gives("educator") + gives("educator", 2), of: roles))
    }
}
