import Accounts
import GRDB
import TestSupport
import Testing

@testable import House

@Suite struct ProductSymbolTests {
    private static let address = "/admin/house/products"
    private static let milk = [("name", "Latte fresco"), ("stock", "0"), ("ordering", "0"), ("published", "yes")]

    @Test func aDrawingIsOfferedByTheNameAndTakenWithTheProduct() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            let asked = try await educator.post(Self.address, Self.milk + [("act", "picture.browse")])
            #expect(asked.status == 200)
            #expect(asked.contains(#"name="picture.pick" value="symbol-milk""#))
            let saved = try await educator.post(Self.address, Self.milk + [("picture.pick", "symbol-milk")])
            #expect(saved.status == 303)
            let page = try await educator.get(Self.address + "/1")
            #expect(!page.contains("symbol-milk"))
            #expect(page.contains("/480.webp"))
        }
        let kept = try await site.value(
            "SELECT alt || ', ' || credit || ', ' || licence FROM picture JOIN product ON product.picture = picture.id", as: String.self)
        #expect(kept == "latte, Portico, CC0-1.0")
    }

    @Test func aSecondProductSharesThePicture() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            try await educator.post(Self.address, Self.milk + [("picture.pick", "symbol-milk")])
            let other = [("name", "Latte magro"), ("stock", "0"), ("ordering", "0"), ("published", "yes")]
            try await educator.post(Self.address, other + [("picture.pick", "symbol-milk")])
        }
        let pictures = try await site.value("SELECT count(*) FROM picture", as: Int.self)
        #expect(pictures == 1)
        let products = try await site.value("SELECT count(*) FROM product WHERE picture IS NOT NULL", as: Int.self)
        #expect(products == 2)
    }

    @Test(arguments: ["symbol-nothing", "symbol-../../portico", "symbol-"])
    func anUnknownDrawingIsRefusedAndWhatWasTypedStays(pick: String) async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            let refused = try await educator.post(Self.address, Self.milk + [("picture.pick", pick)])
            #expect(refused.status == 422)
            #expect(refused.contains("Latte fresco"))
        }
    }

    @Test func aStepIsOfferedWhatItsWordsName() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            let recipe = [("name", "Pasta"), ("difficulty", "easy"), ("people", "2"), ("published", "yes")]
            let step = [("steps.0.id", ""), ("steps.0.text", "Scola la pasta."), ("steps.0.timer", "none")]
            let asked = try await educator.post("/admin/house/recipes", recipe + step + [("act", "steps.0.picture.browse")])
            #expect(asked.contains(#"name="steps.0.picture.pick" value="symbol-drain""#))
        }
    }

    @Test func wordsBeingTypedAreAnsweredInBothLanguages() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            for word in ["latte", "milk"] {
                let answer = try await educator.get("/admin/media/symbols?q=" + word)
                #expect(answer.contains(#""name":"milk""#), "\(word)")
            }
        }
    }
}
