import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import House

@Suite struct ExpiryTests {
    private static let address = "/admin/house/products"
    private static let milk = [("name", "Latte"), ("stock", "2"), ("ordering", "0"), ("published", "yes")]

    /// In Rome, where the houses are, it is already the second of December.
    private static let now = Date(timeIntervalSince1970: 1_796_167_800)

    private func house() async throws -> GuestSite {
        let house = try await GuestSite()
        try await house.database.write { db in
            let days: [(Int, String, Int)] = [
                (1, "2026-12-01", 1), (2, "2026-12-02", 3), (3, "2026-12-10", 1), (4, "2026-12-02", 0), (6, "2026-12-02", 1),
            ]
            for (id, day, stock) in days {
                try db.execute(sql: "UPDATE product SET expires = ?, stock = ? WHERE id = ?", arguments: [day, stock, id])
            }
        }
        return house
    }

    @Test func aDayIsTypedShownAndRefused() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            let saved = try await educator.post(Self.address, Self.milk + [("expires", "24/12/2026")])
            #expect(saved.status == 303)
            let page = try await educator.get(Self.address + "/1")
            #expect(page.contains(#"name="expires" value="24/12/2026""#))
            let wrong = try await educator.post(Self.address + "/1", Self.milk + [("expires", "31/11/2026"), ("version", "1")])
            #expect(wrong.status == 422)
            #expect(wrong.contains("Scrivi un giorno che esiste, per esempio 24/12/2026."))
            #expect(wrong.contains(#"value="31/11/2026""#))
        }
        let day = try await site.value("SELECT expires FROM product", as: String.self)
        #expect(day == "2026-12-24")
    }

    @Test func aListIsNarrowedToDays() async throws {
        let house = try await house()
        try await house.browse(devices: 0) { educator, _ in
            let page = try await educator.get(Self.address + "?expires.from=2026-12-02&expires.to=2/12/2026&stock=present")
            let rows = Set(page.text.matches(of: #/products\/([0-9]+)[?"]/#).map { String($0.1) })
            #expect(rows == ["2"])
        }
    }

    @Test func whatEndsWithinAWeekIsNamedWhileSomeIsAtHome() async throws {
        let house = try await house()
        let soon = try await house.database.read { db in
            try Expiry.soon(in: TestSite.rossa, at: Self.now, TimeZone(identifier: "Europe/Rome") ?? .gmt, db)
        }
        #expect(soon.map(\.name) == ["Riso", "Pane"])
        #expect(soon.map(\.day) == ["2026-12-01", "2026-12-02"])
    }

    @Test func theFirstPageCountsWhatIsOverApartFromWhatSoonWillBe() async throws {
        let house = try await house()
        try await house.database.write { try $0.execute(sql: "UPDATE product SET expires = '2020-03-04' WHERE id IN (1, 2)") }
        try await house.database.write { try $0.execute(sql: "UPDATE product SET expires = date('now', '+3 days') WHERE id = 3") }
        try await house.browse(devices: 0) { educator, _ in
            let page = try await educator.get("/admin")
            #expect(page.contains("prodotti scaduti"))
            #expect(page.contains("prodotto che scade entro una settimana"))
            let link = page.text.firstMatch(of: #/href="([^"]*expires\.to=[^"]*)"/#)
            let address = link.map { String($0.1) } ?? ""
            let listed = try await educator.get(address.replacing("&amp;", with: "&"))
            let rows = Set(listed.text.matches(of: #/products\/([0-9]+)[?"]/#).map { String($0.1) })
            #expect(rows == ["1", "2"])
        }
    }

    @Test func educatorsReadItBesideTheList() async throws {
        let house = try await house()
        try await house.browse(devices: 0) { educator, _ in
            try await house.database.write { try $0.execute(sql: "UPDATE product SET expires = '2020-03-04' WHERE id = 2") }
            let page = try await educator.get("/admin/house/lists")
            #expect(page.contains(#"<a href="/admin/house/products/2">Pane: 4 marzo 2020</a>"#))
        }
    }

    @Test func whatIsUsedUpHasNoDayAnyMore() async throws {
        let house = try await house()
        try await house.live(1) { _, guests in try await guests[0].post("/house/shopping/products/2/used-up") }
        let day = try await house.site.value("SELECT expires FROM product WHERE id = 2", as: String.self)
        #expect(day == nil)
    }
}
