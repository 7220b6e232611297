import Testing

@testable import Accounts

struct GrantsTests {
    private let roles = [
        Role("administrator", may: ["*"]), Role("educator", scope: "house", may: ["house.*", "media.upload"]),
        Role("reader", scope: "house", may: ["house.products.view"]),
    ]

    private func grants(_ assignments: (String, Int64?)...) -> Grants {
        Grants(assignments.map { RoleAssignment(accountID: 1, role: $0.0, scopeID: $0.1) }, roles: roles)
    }

    @Test(arguments: [
        ("*", "anything.at.all", true), ("house.*", "house.products.edit", true), ("house.*", "house", false),
        ("house.*", "houses.edit", false),
        ("house.products.*", "house.recipes.edit", false), ("house.products.edit", "house.products.edit", true),
        ("house.products.edit", "house.products", false), ("house.products", "house.products.edit", false), ("", "house", false),
        ("*.edit", "house.edit", false), ("house.*", "*", false),
    ])
    func coversByWildcard(own: String, asked: String, expected: Bool) {
        #expect(Permission(rawValue: own).covers(Permission(rawValue: asked)) == expected)
    }

    @Test func anAdministratorMayAllEverywhere() {
        let all = grants(("administrator", nil))
        #expect(all.may("house.products.edit", in: 3))
        #expect(all.may("site.settings", in: nil))
        #expect(all.scopes(for: "x.y") == .all)
    }

    @Test func aScopedRoleStaysInItsScope() {
        let educator = grants(("educator", 7), ("reader", 8))
        #expect(educator.may("house.products.edit", in: 7))
        #expect(!educator.may("house.products.edit", in: 8))
        #expect(educator.may("house.products.view", in: 8))
        #expect(!educator.may("house.products.view", in: 9))
        #expect(!educator.may("house.products.edit", in: nil))
        #expect(educator.mayAnywhere("house.products.edit"))
        #expect(educator.scopes(for: "house.products.view") == .only([7, 8]))
        #expect(educator.scopes(for: "house.products.edit") == .only([7]))
        #expect(educator.scopes(for: "site.settings") == .only([]))
        #expect(!educator.mayAnywhere("site.settings"))
    }

    @Test func anAssignmentWithoutScopeHoldsEverywhere() {
        let educator = grants(("educator", nil), ("reader", 8))
        #expect(educator.may("house.products.edit", in: 1))
        #expect(educator.may("house.products.edit", in: nil))
        #expect(educator.scopes(for: "house.products.view") == .all)
    }

    @Test func unknownRolesAllowNothing() {
        #expect(!grants(("emperor", nil)).mayAnywhere("house.products.view"))
        #expect(!grants().mayAnywhere("house.products.view"))
    }

    @Test func rolesGoWithTheirScope() async throws {
        let site = try await Site()
        let roles = site.settings.roles.filter { $0.scope == "house" }
        try await site.database.write { db in
            try RoleAssignment(accountID: 1, role: "administrator", scopeID: 7).insert(db)
            try RoleAssignment.removeAll(in: 7, of: roles, db)
            let left = try RoleAssignment.of(1).fetchAll(db)
            #expect(left.map(\.role) == ["administrator"])
        }
    }
}
