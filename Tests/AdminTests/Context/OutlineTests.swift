import Accounts
import AdminTestSupport
import Testing

/// The menu is kept from page to page; it must never be somebody else's, nor yesterday's.
@Suite struct OutlineTests {
    @Test func isEverybodysOwn() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "admin", "librarian", "admin") { browsers in
            let pages = try await [browsers[0].get("/admin/sample/books"), browsers[1].get("/admin/sample/books")]
            let people = "href=\"/admin/people\""
            #expect(pages[0].contains(people))
            #expect(pages[0].contains("data-go="))
            #expect(!pages[1].contains(people))
            #expect(pages[1].contains("data-go="))
            #expect(try await browsers[2].get("/admin/sample/sellers").contains(people))
        }
    }

    @Test func losesAtOnceWhatARoleNoLongerAllows() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            let (books, sellers) = ("<a href=\"/admin/sample/books\"", "<a href=\"/admin/sample/sellers\"")
            let before = try await browsers[0].get("/admin")
            #expect(before.contains(books))
            #expect(before.contains(sellers))
            // The library stays, so only the rights differ.
            try await site.database.write { db in
                var role = CustomRole(title: "Solo le librerie", scope: nil, grants: ["sample.sellers.see"], at: .now)
                try role.insertUnderFreeName(db)
                try db.execute(sql: "UPDATE roleAssignment SET role = ? WHERE role = 'librarian'", arguments: [role.name])
            }
            let after = try await browsers[0].get("/admin")
            #expect(!after.contains(books))
            #expect(after.contains(sellers))
        }
    }

    @Test func speaksTheLanguageOfThePage() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "admin") { browsers in
            #expect(try await browsers[0].get("/admin/sample/books").contains(">Libri</a></li>"))
            try await site.database.write { try $0.execute(sql: "UPDATE account SET language = 'en'") }
            #expect(try await browsers[0].get("/admin/sample/books").contains(">Books</a></li>"))
        }
    }
}
