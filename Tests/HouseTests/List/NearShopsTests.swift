import GRDB
import TestSupport
import Testing

@testable import House

@Suite struct NearShopsTests {
    @Test func onlyShopsThatSellWhatIsStillToBuyAreToldToThePage() async throws {
        let house = try await GuestSite()
        try await house.database.write { db in
            for (id, name, place) in [(1, "Alimentari", "42.35000, 13.40000"), (2, "Forno", "42.36000, 13.41000"), (3, "Mercato", nil)] {
                try db.execute(
                    sql: """
                        INSERT INTO shop (id, key, createdAt, updatedAt, folded, words, houseID, name, place)
                        VALUES (?, ?, '2026', '2026', ?, ?, 1, ?, ?)
                        """, arguments: [id, "shop-\(id)", name.lowercased(), name, name, place as String?])
            }
            try db.execute(sql: "INSERT INTO productShop (product, shop) VALUES (1, 1), (2, 2), (1, 3)")
        }
        try await house.live(1) { educator, guests in
            let empty = try await guests[0].get("/house/list/shops")
            #expect(empty.text == #"{"shops":[]}"#)
            for product in ["1", "2"] { try await guests[0].post("/house/list/items", [("product", product)]) }
            try await guests[0].post("/house/list/items/2/purchase", [("bought", "yes")])
            let one = try await guests[0].get("/house/list/shops")
            #expect(one.contains("Alimentari"))
            // What is to buy there is said too.
            #expect(one.contains(#""products":["Riso"]"#))
            #expect(!one.contains("Forno"))
            #expect(!one.contains("Mercato"))
            try await educator.post("/admin/house/guests/1/living", [("nearShop", "no")])
            let none = try await guests[0].get("/house/list/shops")
            #expect(none.text == #"{"shops":[]}"#)
        }
    }
}
