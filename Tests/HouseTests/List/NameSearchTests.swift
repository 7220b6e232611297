import GRDB
import TestSupport
import Testing
import Web

@testable import House

@Suite struct NameSearchTests {
    @Test func searchesByWordsInWhateverOrderAndGuessesOnlyWhatIsNear() {
        let names: [(id: Int64, names: [String])] = [
            (1, ["Olio d’oliva"]), (2, ["Pane"]), (3, ["Panini"]), (4, ["Zucchero", "Sugar"]), (5, ["Detersivo per i piatti"]),
        ]
        func ids(_ typed: String) -> [Int64] { NameSearch(typed).matches(in: names).ids }
        #expect(ids("oliva olio") == [1])
        #expect(ids("OLIO D'OLIVA") == [1])
        #expect(ids("pan") == [2, 3])
        #expect(ids("zuchero") == [4])
        #expect(ids("suggar") == [4])
        #expect(ids("detersivo piati") == [5])
        #expect(ids("pene") == [2])
        for typed in ["", " ", "x", "ab", "xyz", "%", "_", "zzzzzzzzzz", String(repeating: "pane ", count: 500)] {
            #expect(ids(typed) == (typed.hasPrefix("pane") ? [2] : []), "\(typed)")
        }
    }

    /// The names that a search finds in Casa Rossa, and whether they are called so.
    private func names(_ typed: String, in house: GuestSite, upTo most: Int = NameSearch.most) async throws -> [String] {
        try await house.database.read { db in
            let found = try NameSearch(typed).matches(in: Product.self, of: 1, .english, upTo: most, db)
            let sql = "SELECT name FROM product WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id"
            return try String.fetchAll(db, sql: sql, arguments: [found.json]).map { found.isExact ? $0 : "~" + $0 }
        }
    }

    @Test(arguments: [
        ("riso", "Riso"), ("RÌSO", "Riso"), ("iso", "Riso"), ("caffe", "Caffè"), ("grosso sale", "Sale <grosso>"), ("bread", "Pane"),
        ("brea", "Pane"), ("a", "Pane Carote Sale <grosso> Caffè"), ("tè", "Carote"), ("%", ""), ("", ""),
    ])
    func aLargeHouseFindsByItsIndexesWhatASmallOneFinds(typed: String, wanted: String) async throws {
        let house = try await GuestSite()
        try await house.database.write { db in
            try db.execute(
                sql: """
                    UPDATE product SET words = 'pane bread', translations = '{"en":{"name":{"of":"Pane","text":"Bread"}}}' WHERE id = 2;
                    INSERT INTO product (houseID, key, createdAt, updatedAt, folded, words, name, published)
                    VALUES (1, 'hidden', '2026', '2026', 'riso nascosto', 'riso nascosto', 'Riso nascosto', 0);
                    """)
        }
        let small = try await names(typed, in: house)
        let large = try await names(typed, in: house, upTo: 0)
        #expect(small.joined(separator: " ") == wanted)
        #expect(large == small)
    }

    @Test func onlyAHouseOfSomeThousandsForgivesTheSpelling() async throws {
        let house = try await GuestSite()
        let small = try await names("carotte", in: house)
        let large = try await names("carotte", in: house, upTo: 4)
        #expect(small == ["~Carote"])
        #expect(large.isEmpty)
        let exact = try await names("carote", in: house, upTo: 4)
        #expect(exact == ["Carote"])
    }
}
