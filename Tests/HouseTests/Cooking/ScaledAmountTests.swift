import GRDB
import TestSupport
import Testing
import Web

@testable import House

@Suite struct ScaledAmountTests {
    @Test(arguments: [
        ("1 cucchiaio", "2 cucchiai"), ("2 cucchiai", "4 cucchiai"), ("mezzo bicchiere", "1 bicchiere"), ("200 g", "400 g"),
        ("200g", "400 g"), ("1/2 tazza", "1 tazza"), ("1 1/2 cups", "3 cups"), ("1,5 kg", "3 kg"), ("3", "6"), ("½", "1"),
        ("un pizzico", "2 pizzichi"),
    ])
    func twiceThePeopleTakeTwiceAsMuch(amount: String, wanted: String) {
        #expect(ScaledAmount.scaled(amount, for: 4, insteadOf: 2, .italian) == wanted)
    }

    @Test(arguments: [
        ("3 cucchiai", "1½ cucchiai"), ("1 spicchio", "½ spicchio"), ("90 g", "45 g"), ("1 kg", "0,5 kg"), ("2 fette", "1 fetta"),
    ])
    func halfThePeopleTakeHalf(amount: String, wanted: String) {
        #expect(ScaledAmount.scaled(amount, for: 1, insteadOf: 2, .italian) == wanted)
    }

    @Test(arguments: ["", "q.b.", "quanto basta", "2-3 cucchiai", "2 o 3 foglie", "0 g", "1/0 tazza", "poco"])
    func otherAmountsStay(amount: String) { #expect(ScaledAmount.scaled(amount, for: 4, insteadOf: 2, .italian) == nil) }

    @Test func aGuestCooksForMorePeople() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            try await guest.post("/house/recipes/1/people", [("people", "4")])
            let recipe = try await guest.get("/house/recipes/1")
            #expect(recipe.contains("4 persone"))
            let things = try await guest.get("/house/recipes/1/ingredients")
            #expect(things.contains("2 cucchiai"))
            let utensils = try await guest.get("/house/recipes/1/utensils")
            #expect(!utensils.contains(#"<span class="thing-amount">2</span>"#))
            try await guest.post("/house/recipes/1/people", [("people", "2")])
            let again = try await guest.get("/house/recipes/1/ingredients")
            #expect(again.contains("1 cucchiaio"))
            for wrong in ["0", "51", "x", ""] {
                let refused = try await guest.post("/house/recipes/1/people", [("people", wrong)])
                #expect(refused.status == 404, "\(wrong)")
            }
        }
        let left = try await kitchen.site.value("SELECT count(*) FROM dishPeople", as: Int.self)
        #expect(left == 0)
    }
}
