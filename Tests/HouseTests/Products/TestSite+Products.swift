import GRDB
import TestSupport

extension TestSite {
    /// Adds products to Casa Rossa.
    func addProducts(_ products: [(name: String, stock: Int, price: Int?)]) async throws {
        try await database.write { db in
            for product in products {
                let folded = product.name.lowercased()
                try db.execute(
                    sql: """
                        INSERT INTO product (houseID, key, createdAt, updatedAt, folded, words, name, stock, price)
                        VALUES (1, ?, '2026-01-10 10:00:00.000', '2026-01-10 10:00:00.000', ?, ?, ?, ?, ?)
                        """, arguments: [folded.replacing(" ", with: "-"), folded, folded, product.name, product.stock, product.price])
            }
        }
    }
}
