import Foundation
import GRDB
import TestSupport
import Testing

@testable import House

@Suite struct PantryTests {
    /// Riso: 1 of 3 at home; Pane: 2 of 2; Carote: no minimum; Tè of another house: 0 of 5.
    private func house() async throws -> GuestSite {
        let house = try await GuestSite()
        try await house.database.write { db in
            for (id, stock, minimum) in [(1, 1, 3), (2, 2, 2), (3, 0, nil), (6, 0, 5)] as [(Int, Int, Int?)] {
                try db.execute(sql: "UPDATE product SET stock = ?, minimum = ? WHERE id = ?", arguments: [stock, minimum, id])
            }
        }
        return house
    }

    @Test func whatRunsOutIsOfferedAndGoesOnTheListOnce() async throws {
        let house = try await house()
        try await house.live(1) { _, guests in
            let page = try await guests[0].get("/house/list")
            #expect(page.contains("Sta finendo una cosa: mettila nella lista"))
            try await guests[0].post("/house/list/pantry", [("token", "a")])
            let after = try await guests[0].get("/house/list")
            #expect(after.contains("Sta finendo, ed è nella lista: Riso."))
            #expect(!after.contains("mettila nella lista"))
            try await guests[0].post("/house/list/pantry", [("token", "b")])
        }
        let list = try await house.list()
        #expect(list == ["Riso": 2])
    }

    @Test func theNextListBeginsWithWhatRunsOut() async throws {
        let house = try await house()
        try await house.live(1) { _, guests in
            try await guests[0].post("/house/list/items", [("product", "3")])
            try await guests[0].post("/house/list/items/1/purchase", [("bought", "yes")])
            try await guests[0].post("/house/list/finishing")
            let page = try await guests[0].get("/house/list")
            #expect(page.contains("La spesa è finita."))
            #expect(page.contains("Sta finendo, ed è nella lista: Riso."))
        }
        let list = try await house.list()
        #expect(list == ["Riso": 2])
    }

    @Test func theLastPieceIsUsedUpWithOneTouch() async throws {
        let house = try await house()
        try await house.live(1) { _, guests in
            let page = try await guests[0].get("/house/shopping/products/2")
            #expect(page.contains("È finito"))
            try await guests[0].post("/house/shopping/products/2/used-up")
            let after = try await guests[0].get("/house/shopping/products/2")
            #expect(after.contains("Pane: è finito. È nella lista."))
            // Nothing is at home of the carrots, and of the tea of another house there is nothing to say.
            let none = try await guests[0].get("/house/shopping/products/3")
            #expect(!none.contains("È finito"))
            let other = try await guests[0].post("/house/shopping/products/6/used-up")
            #expect(other.status == 404)
        }
        let list = try await house.list()
        #expect(list == ["Pane": 2])
        let stock = try await house.site.value("SELECT stock FROM product WHERE id = 2", as: Int.self)
        #expect(stock == 0)
    }

    @Test func withoutAMinimumTheListStaysAsItIs() async throws {
        let house = try await house()
        try await house.database.write { try $0.execute(sql: "UPDATE product SET stock = 4 WHERE id = 3") }
        try await house.live(1) { _, guests in
            try await guests[0].post("/house/shopping/products/3/used-up")
            let page = try await guests[0].get("/house/shopping/products/3")
            #expect(page.contains("Carote: è finito."))
        }
        let list = try await house.list()
        #expect(list == [:])
    }

    @Test func educatorsFillAListWithWhatRunsOut() async throws {
        let house = try await house()
        try await house.browse(devices: 0) { educator, _ in
            let page = try await educator.get("/admin/house/lists")
            #expect(page.contains("Una cosa sta finendo"))
            #expect(page.contains("Riso (2)"))
            try await educator.post("/admin/house/lists/pantry")
            let after = try await educator.get("/admin/house/lists")
            #expect(after.contains("In lista ora: Riso."))
            #expect(!after.contains("Una cosa sta finendo"))
        }
    }
}
