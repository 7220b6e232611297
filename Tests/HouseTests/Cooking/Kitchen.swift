import Foundation
import GRDB
import TestSupport

@testable import House

/// A house with a guest, things in their places and a recipe, for the tests of the guests' pages.
struct Kitchen: Sendable {
    static let guest: Int64 = 1
    static let recipe: Int64 = 1
    let site: TestSite

    init() async throws {
        site = try await TestSite()
        try await site.database.write { db in
            let stamp = "key, createdAt, updatedAt, folded, words, houseID, name"
            func add(_ table: String, _ house: Int64, _ name: String, _ more: String = "", _ values: String = "") throws {
                try db.execute(
                    sql: "INSERT INTO \(table) (\(stamp)\(more)) VALUES (?, '2026-01-01', '2026-01-01', ?, ?, ?, ?\(values))",
                    arguments: [name.lowercased(), name.lowercased(), name.lowercased(), house, name])
            }
            try add("guest", TestSite.rossa, "Anna")
            try add("guest", TestSite.blu, "Bruno")
            try add("position", TestSite.rossa, "Dispensa")
            try add("product", TestSite.rossa, "Spaghetti", ", position, price", ", 1, 160")
            try add("product", TestSite.rossa, "Sale")
            try add("product", TestSite.rossa, "Pentola", ", price", ", 0")
            try add("product", TestSite.rossa, "Gomma", ", price", ", 50")
            try add("product", TestSite.blu, "Vino", ", price", ", 40")
            try add("recipeCategory", TestSite.rossa, "Primi")
            try add("recipe", TestSite.rossa, "Pasta", ", category, people, calories, published", ", 1, 2, 480, 1")
            try add("recipe", TestSite.rossa, "Segreta")
            try add("recipe", TestSite.blu, "Zuppa", ", published", ", 1")
            // Stored in another order than they are cooked in.
            for (position, text, timer, time) in [
                (3, "Scola la pasta.", "none", 0), (1, "Bolli l’acqua.", "up", 0), (2, "Cuoci la pasta.", "down", 60),
            ] {
                try db.execute(
                    sql: "INSERT INTO recipeStep (recipe, position, text, timer, time) VALUES (1, ?, ?, ?, ?)",
                    arguments: [position, text, timer, time])
            }
            for (position, kind, product, amount) in [
                (1, "ingredient", 1, "1 pacco"), (2, "ingredient", 2, "1 cucchiaio"), (1, "utensil", 3, "1"),
            ] {
                try db.execute(
                    sql: "INSERT INTO recipeItem (recipe, position, kind, product, amount) VALUES (1, ?, ?, ?, ?)",
                    arguments: [position, kind, product, amount])
            }
        }
    }

    /// Moves all timers, as if time had passed.
    func moveTimers(by seconds: Int) async throws {
        try await site.database.write { db in
            for timer in try KitchenTimer.fetchAll(db, sql: "SELECT * FROM kitchenTimer") {
                try db.execute(
                    sql: "UPDATE kitchenTimer SET startedAt = ?, endsAt = ? WHERE id = ?",
                    arguments: [timer.startedAt + Double(seconds), timer.endsAt.map { $0 + Double(seconds) }, timer.id])
            }
        }
    }

    /// Runs a test with a browser in which Anna of Casa Rossa has come in.
    func visit(_ test: @escaping @Sendable (Browser) async throws -> Void) async throws {
        try await site.browse(as: "educator") { browsers in
            try await browsers[0].post("/house/guests/\(Self.guest)/entry")
            try await test(browsers[0])
        }
    }
}

/// The places of some texts on a page, in order; nil when one is missing.
func order(of texts: [String], in page: String) -> [String.Index]? {
    let places = texts.map { page.range(of: $0)?.lowerBound }
    return places.contains(nil) ? nil : places.compactMap(\.self)
}
