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
}
