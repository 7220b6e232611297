import GRDB
import TestSupport
import Testing

@Suite struct ProductIndexTests {
    @Test func countingReadsAnIndexAndNotTheRows() async throws {
        let site = try await TestSite()
        try await site.database.write { db in
            for number in 1...300 {
                try db.execute(
                    sql: """
                        INSERT INTO product (houseID, key, createdAt, updatedAt, folded, words, name, stock)
                        VALUES (1, ?1, '2026-01-10 10:00:00.000', '2026-01-10 10:00:00.000', ?1, ?1, ?1, ?2)
                        """, arguments: ["p\(number)", number % 5])
            }
        }
        let plan = try await site.database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    EXPLAIN QUERY PLAN SELECT count(*) FILTER (WHERE product."published" = 1), count(*) FILTER (WHERE product."price" IS NULL)
                    FROM product WHERE product.houseID = 1 AND product.deletedAt IS NULL AND product."published" = 1
                    """
            ).map { $0["detail"] as String }.joined()
        }
        #expect(plan.contains("COVERING INDEX product_facets"), "\(plan)")
    }
}
