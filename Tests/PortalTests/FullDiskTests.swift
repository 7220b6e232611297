import GRDB
import HTTPTypes
import TestSupport
import Testing

/// A full disk loses nothing: what was typed stands on the page that says so, and is sent again from there.
@Suite struct FullDiskTests {
    private static let products = "/admin/house/products"

    private func product(_ number: Int) -> [(String, String)] {
        [("name", "Mele & pere \(number) " + String(repeating: "x", count: 60)), ("stock", "1"), ("ordering", "10"), ("scope", "1")]
    }

    @Test func whatWasTypedIsSentAgainOnceThereIsRoom() async throws {
        let site = try await TestSite()
        try await site.browse(as: "admin") { browsers in
            let admin = browsers[0]
            let pages = try await site.value("PRAGMA page_count", as: Int.self) ?? 0
            try await Self.limit(pages, site)
            // The last page has room for a few.
            var number = 0
            var answer = try await admin.post(Self.products, product(number))
            while answer.status == 303, number < 100 {
                number += 1
                answer = try await admin.post(Self.products, product(number))
            }
            #expect(answer.status == 507, "\(number): \(answer.text.prefix(300))")
            #expect(answer.headers[.retryAfter] == "60")
            #expect(answer.contains("Non c’è più spazio"))
            #expect(answer.contains("Invia di nuovo"))
            #expect(answer.contains("name=\"name\" value=\"Mele &amp; pere \(number) x"))
            let list = try await admin.get(Self.products)
            #expect(list.status == 200)
            let name = "SELECT count(*) FROM product WHERE name LIKE 'Mele & pere \(number) %'"
            let none = try await site.value(name, as: Int.self)
            #expect(none == 0)

            try await Self.limit(1 << 30, site)
            let again = try await admin.post(Self.products, product(number))
            let one = try await site.value(name, as: Int.self)
            #expect(again.status == 303)
            #expect(one == 1)
        }
    }

    private static func limit(_ pages: Int, _ site: TestSite) async throws {
        try await site.database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = \(pages)") }
    }
}
