import Accounts
import TestSupport
import Testing

/// The menu is kept from page to page; it must never be somebody else's, nor yesterday's.
@Suite struct OutlineTests {
    @Test func isEverybodysOwn() async throws {
        let site = try await TestSite()
        try await site.browse(as: "admin", "educator", "admin") { browsers in
            let pages = try await [browsers[0].get("/admin/house/products"), browsers[1].get("/admin/house/products")]
            let people = "href=\"/admin/people\""
            #expect(pages[0].contains(people) && pages[0].contains("data-go="))
            #expect(!pages[1].contains(people) && pages[1].contains("data-go="))
            #expect(try await browsers[2].get("/admin/house/shops").contains(people))
        }
    }

    @Test func losesAtOnceWhatARoleNoLongerAllows() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let (products, shops) = ("<a href=\"/admin/house/products\"", "<a href=\"/admin/house/shops\"")
            let before = try await browsers[0].get("/admin")
            #expect(before.contains(products) && before.contains(shops))
            // The house stays, so only the rights differ.
            try await site.database.write { db in
                var role = CustomRole(title: "Solo i negozi", scope: nil, grants: ["house.shops.see"], at: .now)
                try role.insertUnderFreeName(db)
                try db.execute(sql: "UPDATE roleAssignment SET role = ? WHERE role = 'educator'", arguments: [role.name])
            }
            let after = try await browsers[0].get("/admin")
            #expect(!after.contains(products) && after.contains(shops))
        }
    }

    @Test func speaksTheLanguageOfThePage() async throws {
        let site = try await TestSite()
        try await site.browse(as: "admin") { browsers in
            #expect(try await browsers[0].get("/admin/house/products").contains(">Prodotti</a></li>"))
            try await site.database.write { try $0.execute(sql: "UPDATE account SET language = 'en'") }
            #expect(try await browsers[0].get("/admin/house/products").contains(">Products</a></li>"))
        }
    }
}
