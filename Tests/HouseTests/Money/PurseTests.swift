import Foundation
import TestSupport
import Testing
import Web

@testable import House

@Suite struct PurseTests {
    @Test(arguments: [
        ("500.200.50", 350, [500]), ("200.100.50", 350, [200, 100, 50]), ("50.50.200", 300, [200, 50, 50]), ("1000.5", 5, [5]),
        ("100.100.100", 250, [100, 100, 100]),
    ])
    func aPriceIsPaidWithoutPiecesThatAreNotNeeded(_ have: String, _ price: Int, _ given: [Int]) {
        #expect(Purse(have).payment(for: price)?.map(\.cents) == given)
    }

    @Test func whatIsNotEnoughPaysNothing() {
        #expect(Purse("200.100").payment(for: 301) == nil)
        #expect(Purse("").payment(for: 1) == nil)
    }

    @Test func everyPaymentIsEnoughAndNoPieceOfItIsTooMuch() throws {
        let purse = Purse("5000.1000.500.500.200.100.50.20.20.10.5.2.1")
        for price in stride(from: 1, through: purse.cents, by: 7) {
            let given = try #require(purse.payment(for: price))
            let sum = Purse(given).cents
            #expect(sum >= price, "\(price)")
            #expect(given.allSatisfy { sum - $0.cents < price }, "\(price)")
            let left = try #require(purse.after(giving: given, for: price))
            #expect(left.cents == purse.cents - price, "\(price)")
        }
    }

    @Test func aPurseThatCannotBeCountedIsNotOffered() throws {
        let purse = Purse([Denomination](repeating: try #require(Denomination.of(1)), count: 39) + [try #require(Denomination.of(50_000))])
        let given = try #require(purse.payment(for: 40))
        #expect(given.map(\.cents) == [50_000])
        #expect(purse.after(giving: given, for: 40) == nil)
    }

    @Test func aGuestKeepsTheirMoneyAndTakesItBack() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            let counted = try await guest.get("/house/euro/purse?have=200.500.50")
            #expect(counted.contains("Questi sono i miei soldi"))
            let saved = try await guest.post("/house/euro/purse", [("have", "200.500.50.7.x")])
            #expect(saved.status == 303)
            let page = try await guest.get("/house/euro/purse")
            #expect(page.contains("Nel tuo portafoglio hai 7,50 €."))
            #expect(page.contains("Hai 7,50 €"))
            #expect(page.contains("Questi soldi sono nel tuo portafoglio."))
            #expect(!page.contains("Questi sono i miei soldi"))
            let again = try await guest.get("/house/euro/purse?have=")
            #expect(again.contains("Non hai ancora messo niente"))
            #expect(again.contains("Questi sono i miei soldi"))
            try await guest.post("/house/euro/purse", [("have", "")])
            let empty = try await guest.get("/house/euro/purse")
            #expect(empty.contains("Il tuo portafoglio è vuoto."))
            #expect(empty.contains(#"name="have" value="500.200.50""#))
            let count = try await kitchen.site.value("SELECT count(*) FROM purse", as: Int.self)
            #expect(count == 0)
        }
    }

    @Test func aPriceIsPaidFromThePurse() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            let before = try await guest.get("/house/euro/pieces?amount=3,50")
            #expect(!before.contains("Dal tuo portafoglio"))
            try await guest.post("/house/euro/purse", [("have", "500.200.50")])
            let page = try await guest.get("/house/euro/pieces?amount=3,50")
            #expect(page.contains("Dal tuo portafoglio dai questo"))
            #expect(page.contains("Ti danno di resto 1,50 €."))
            #expect(page.contains("/house/euro/purse?have=200.100.50.50"))
            let exact = try await guest.get("/house/euro/pieces?amount=2,50")
            #expect(exact.contains("Sono giusti: non ti danno resto."))
            let poor = try await guest.get("/house/euro/pieces?amount=8")
            #expect(poor.contains("Nel tuo portafoglio hai 7,50 €. Ti mancano 50 centesimi."))
        }
    }

    @Test func changeIsCountedFromThePriceUp() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            let start = try await guest.get("/house/euro/change?price=350&give=500&step=0&from=/house/list")
            #expect(start.contains("Costa 3,50 €. Tu dai 5 euro. Il resto è 1,50 €. Parti da 3,50 €."))
            #expect(start.contains("0 di 2"))
            #expect(start.contains("/house/euro/change?price=350&amp;give=500&amp;step=1&amp;from=/house/list"))
            let first = try await guest.get("/house/euro/change?price=350&give=500&step=1")
            #expect(first.contains("Più 50 centesimi: arrivi a 4 euro."))
            #expect(!first.contains("Il resto è giusto."))
            let last = try await guest.get("/house/euro/change?price=350&give=500&step=2")
            #expect(last.contains("Più 1 euro: arrivi a 5 euro."))
            #expect(last.contains("Il resto è giusto."))
            #expect(!last.contains("step=3"))
            for wrong in [
                "price=500&give=500&step=0", "price=350&give=500&step=3", "price=-1&give=5&step=0", "price=1&give=250001&step=0", "",
            ] {
                let answer = try await guest.get("/house/euro/change?\(wrong)")
                #expect(answer.status == 404, "\(wrong)")
            }
        }
    }

    @Test func aPriceLeadsToItsMoney() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            let product = try await guest.get("/house/shopping/products/1")
            #expect(product.contains("/house/euro/pieces?cents=160&amp;from=/house/shopping/products/1"))
            let pieces = try await guest.get("/house/euro/pieces?cents=160&from=/house/shopping/products/1")
            #expect(pieces.contains("Per 1,60 €"))
            #expect(pieces.contains(#"value="1,60""#))
            #expect(pieces.contains(#"class="corner" href="/house/shopping/products/1""#))
            let free = try await guest.get("/house/shopping/products/3")
            #expect(!free.contains("/house/euro/pieces"))
            for item in ["1", "2"] { try await guest.post("/house/list/items", [("product", item)]) }
            for path in ["/house/list", "/house/list/shop", "/house/list/money"] {
                let page = try await guest.get(path)
                #expect(page.contains("/house/euro/pieces?cents=160&amp;unknown=1&amp;from=\(path)"), "\(path)")
            }
            let unknown = try await guest.get("/house/euro/pieces?cents=160&unknown=1&from=/house/list")
            #expect(unknown.contains("Di una cosa non sappiamo il prezzo."))
            let away = try await guest.get("/house/euro/pieces?cents=160&from=//example.org/house/")
            #expect(!away.contains("example.org"))
            try await kitchen.site.database.write { try GuestPreferences.choose("no", .showEuro, for: nil, house: TestSite.rossa, $0) }
            for path in ["/house/list", "/house/shopping/products/1"] {
                let page = try await guest.get(path)
                #expect(!page.contains("/house/euro/pieces"), "\(path)")
            }
        }
    }

    @Test func theListIsComparedWithThePurse() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            try await guest.post("/house/list/items", [("product", "1")])
            let before = try await guest.get("/house/list/money?have=purse")
            #expect(!before.contains("I miei soldi"))
            try await guest.post("/house/euro/purse", [("have", "100.50")])
            let page = try await guest.get("/house/list/money?have=purse")
            #expect(page.contains("I miei soldi: 1,50 €"))
            #expect(page.contains("No. Mancano circa 0,10 €."))
        }
    }
}
