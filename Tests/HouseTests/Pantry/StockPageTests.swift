import Foundation
import GRDB
import TestSupport
import Testing

@testable import House

/// The educators' page of what the house has too little of.
@Suite struct StockPageTests {
    @Test func showsWhatRunsOutAndTheCategoriesOfWhatIsFinished() async throws {
        let house = try await GuestSite()
        try await house.database.write { db in
            try db.execute(sql: "UPDATE product SET stock = 5, minimum = NULL")
            try db.execute(sql: "UPDATE product SET stock = 1, minimum = 4 WHERE id = 1")
        }
        try await house.live(1) { educator, _ in
            let short = try await educator.get("/admin/house/stock")
            #expect(short.contains("Riso (1 di 4)"))
            #expect(short.contains("/admin/house/houses/1/catalogue"))
            #expect(!short.contains("id=\"finished-title\""))
            let file = try await educator.get("/admin/house/stock?chart=short")
            #expect(file.text.hasPrefix("<?xml"))
        }
        try await house.database.write { db in
            try db.execute(sql: "UPDATE product SET stock = 0, minimum = NULL WHERE id = 1")
            try db.execute(sql: "DELETE FROM productCategory")
        }
        try await house.live(1) { educator, _ in
            let finished = try await educator.get("/admin/house/stock")
            #expect(finished.contains("senza categoria"))
            #expect(!finished.contains("id=\"short-title\""))
        }
        try await house.database.write { try $0.execute(sql: "UPDATE product SET stock = 5, minimum = NULL") }
        try await house.live(1) { educator, _ in
            let nothing = try await educator.get("/admin/house/stock")
            #expect(nothing.contains("Non manca niente"))
        }
    }

    @Test func countsWhatWasBoughtByTheWeekAtThePricesOfToday() async throws {
        let (house, now) = (try await GuestSite(), Date(timeIntervalSince1970: 1_795_000_000))
        let spending = try await house.database.write { db -> WeeklySpending in
            try db.execute(sql: "UPDATE product SET price = 150 WHERE id = 1")
            try db.execute(sql: "UPDATE product SET price = NULL WHERE id = 2")
            for (days, product, quantity, bought) in [(0.0, 1, 2, 1), (7, 1, 1, 1), (7, 2, 3, 1), (7, 1, 9, 0), (200, 1, 5, 1)] {
                let done = now - days * 86_400
                try db.execute(sql: "INSERT INTO shoppingList (houseID, state, doneAt) VALUES (1, 'done', ?)", arguments: [done])
                try db.execute(
                    sql: "INSERT INTO listItem (listID, product, quantity, bought) VALUES (?, ?, ?, ?)",
                    arguments: [db.lastInsertedRowID, product, quantity, bought])
            }
            return try WeeklySpending(of: 1, until: now, in: .gmt, db)
        }
        #expect(spending.cents.suffix(2) == [150, 300])
        #expect(spending.total == 450)
        #expect(spending.unpriced == 3)
    }
}
