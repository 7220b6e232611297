import Foundation
import TestSupport
import Testing
import Web

@testable import House

@Suite struct MoneyTests {
    @Test func thereAreFifteenPieces() {
        #expect(Denomination.all.map(\.cents) == [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000])
        #expect(Denomination.all.count { $0.isNote } == 7)
        // 10 cents is smaller than 5, and 1 euro smaller than 50 cents: size does not follow value.
        #expect(Denomination.of(10)!.width < Denomination.of(5)!.width)
        #expect(Denomination.of(100)!.width < Denomination.of(50)!.width)
    }

    @Test func theFewestPiecesMakeEveryAmount() {
        let values = Denomination.all.map(\.cents)
        var fewest = [0]
        for cents in 1...3000 { fewest.append(1 + values.filter { $0 <= cents }.map { fewest[cents - $0] }.min()!) }
        for cents in 0...3000 {
            let pieces = Denomination.pieces(for: cents)
            #expect(pieces.reduce(0) { $0 + $1.cents } == cents)
            #expect(pieces.count == fewest[cents], "\(cents)")
        }
    }

    @Test(arguments: [("3,50", 350), ("3.5", 350), ("3", 300), (" 12,05 € ", 1205), ("0,01", 1), ("2000", 200_000)])
    func aPriceIsReadAsPeopleTypeIt(_ typed: String, _ cents: Int) { #expect(PricePages.cents(typed) == cents) }

    @Test(arguments: ["", "tre", "-1", "0", "0,00", "1,234", "1.2.3", "2000,01", "1e3", "٣", ",50", "3,"])
    func whatIsNoPriceIsRefused(_ typed: String) { #expect(PricePages.cents(typed) == nil) }

    @Test func aRefusedPriceStaysWithItsReason() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            let answer = try await guest.get("/house/euro/pieces?amount=tanto%22%3E")
            #expect(answer.status == 422)
            #expect(answer.contains("Scrivi un prezzo"))
            #expect(answer.contains(#"value="tanto&#34;&gt;""#))
            let good = try await guest.get("/house/euro/pieces?amount=3,50")
            #expect(good.contains("Ti servono 3 pezzi"))
            #expect(good.contains("Dai 5 euro. Ti danno di resto 1,50 €."))
            let one = try await guest.get("/house/euro/pieces?amount=5")
            #expect(one.contains("Ti serve un pezzo"))
            #expect(!one.contains("resto"))
        }
    }

    /// Prices of 0.50, 1.60, unknown and nothing.
    @Test func aPieceBuysWhatItIsEnoughFor() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            func names(_ cents: Int) async throws -> [String] {
                let page = try await guest.get("/house/euro/\(cents)/products")
                return page.text.matches(of: #/class="tile-label">([^<]+)</#).map { String($0.1) }
            }
            let (few, some, most, exact) = (try await names(20), try await names(50), try await names(200), try await names(160))
            #expect(few == [])
            #expect(some == ["Gomma"])
            #expect(most == ["Spaghetti", "Gomma"])
            #expect(exact == most)
            let nothing = try await guest.get("/house/euro/20/products")
            #expect(nothing.contains("Non puoi comprare niente con 20 centesimi. Ti servono almeno 50 centesimi."))
            for cents in ["0", "-1", "abc", "200001", "9223372036854775808"] {
                let answer = try await guest.get("/house/euro/\(cents)/products")
                #expect(answer.status == 404, "\(cents)")
            }
        }
    }

    @Test func allPiecesAreShownInThreePagesOrOne() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            var seen: [String] = []
            for path in ["coins", "euros", "notes"] {
                let page = try await guest.get("/house/euro/\(path)")
                let here = page.text.matches(of: #/href="\/house\/euro\/(\d+)\/products"/#).map { String($0.1) }
                #expect(here.count <= 6)
                seen += here
            }
            #expect(seen == Denomination.all.map { String($0.cents) })
            let all = try await guest.get("/house/euro/all")
            #expect(all.text.matches(of: #/<svg class="piece/#).count == 15)
        }
    }

    @Test func drawingsKeepTheTrueProportionsAndAreLargeEnough() async throws {
        let kitchen = try await Kitchen()
        let words = kitchen.site.portal.admin.pages.templates.words(in: .italian)
        for piece in Denomination.all {
            let drawn = piece.values(words)
            let (width, height) = (Double(drawn["width"] as? String ?? "") ?? 0, Double(drawn["height"] as? String ?? "") ?? 0)
            #expect(abs(width * 16 / piece.scale - piece.width) < 0.5, "\(piece.cents)")
            #expect(min(width, height) * 16 >= 90, "\(piece.cents)")
            #expect(width * 16 <= 260, "\(piece.cents)")
        }
    }

    @Test func countingIsKeptInTheAddressAlone() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            let empty = try await guest.get("/house/euro/purse")
            #expect(empty.contains("Non hai ancora messo niente"))
            let page = try await guest.get("/house/euro/purse?have=200.50.50&page=coins")
            #expect(page.contains("Hai 3 euro"))
            #expect(page.contains("/house/euro/300/products"))
            #expect(page.contains("have=200.50.50.20&amp;page=coins"))
            let nonsense = try await guest.get("/house/euro/purse?have=3.x.-5.200&page=hats")
            #expect(nonsense.contains("Hai 2 euro"))
            let many = try await guest.get("/house/euro/purse?have=" + Array(repeating: "1", count: 90).joined(separator: "."))
            #expect(many.contains("Hai 40 centesimi"))
            #expect(many.contains("Più di così"))
        }
    }
}
