import Foundation
import GRDB
import TestSupport
import Testing

@testable import House

@Suite struct ShoppingTests {
    @Test func aTouchPutsAProductIntoTheListWhenTheEducatorAllowsIt() async throws {
        let house = try await GuestSite()
        try await house.live(1) { educator, guests in
            let direct = try await guests[0].get("/house/shopping/categories/1")
            #expect(direct.contains(#"action="/house/list/items""#))
            #expect(direct.contains("Carote"))
            #expect(direct.contains(#"<a class="tile-look" href="/house/shopping/products/3">"#))
            #expect(direct.contains("Guarda: Carote"))
            try await educator.post("/admin/house/guests/1/living", [("directAdd", "no")])
            let careful = try await guests[0].get("/house/shopping/categories/1")
            #expect(careful.contains(#"href="/house/shopping/products/3""#))
            #expect(!careful.contains(#"action="/house/list/items""#))
            #expect(!careful.contains("tile-look"))
        }
    }

    @Test func aPlaceShowsNoPictureThatIsInTheTrash() async throws {
        let house = try await GuestSite()
        try await house.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO picture (id, key, file, width, height, bytes, alt, credit, licence, original, version, createdAt, updatedAt)
                    VALUES (91, 'cesto', '0123456789abcdef0123456789abcdef', 1, 1, 1, '', '', '', '', 1, '2026-01-01', '2026-01-01');
                    INSERT INTO position (id, houseID, key, createdAt, updatedAt, folded, words, name, picture)
                    VALUES (91, 1, 'cesto', '2026-01-01', '2026-01-01', 'cesto', 'cesto', 'Cesto', 91);
                    UPDATE product SET position = 91 WHERE id = 3;
                    """)
        }
        try await house.live(1) { educator, guests in
            try await educator.post("/admin/house/guests/1/living", [("showPosition", "yes")])
            let before = try await guests[0].get("/house/shopping/products/3")
            #expect(before.contains("0123456789abcdef0123456789abcdef"))
            try await house.database.write { try $0.execute(sql: "UPDATE picture SET deletedAt = '2026-01-02' WHERE id = 91") }
            let after = try await guests[0].get("/house/shopping/products/3")
            #expect(!after.contains("0123456789abcdef0123456789abcdef"))
        }
    }

    @Test func aProductStandsInEachOfItsCategoriesAndOnceAmongAll() async throws {
        let house = try await GuestSite()
        try await house.database.write { try $0.execute(sql: "INSERT INTO productCategory VALUES (3, 2)") }
        try await house.live(1) { educator, guests in
            for category in 1...2 {
                let page = try await guests[0].get("/house/shopping/categories/\(category)")
                #expect(page.text.matches(of: /id="p3"/).count == 1, "\(category)")
            }
            try await educator.post("/admin/house/guests/1/living", [("grouped", "no")])
            let all = try await guests[0].get("/house/shopping")
            // The fourth has no place in the house.
            for product in 3...4 { #expect(all.text.components(separatedBy: "id=\"p\(product)\"").count == 2, "\(product)") }
            try await educator.post("/admin/house/categories/2/deletion", [("confirmed", "yes")])
            let left = try await guests[0].get("/house/shopping/categories/1")
            let gone = try await guests[0].get("/house/shopping/categories/2")
            #expect(left.contains("id=\"p3\""))
            #expect(gone.status == 404)
        }
    }

    @Test func twiceTheSameProductIsOneRow() async throws {
        let house = try await GuestSite()
        try await house.live(1) { _, guests in
            for _ in 0..<2 {
                let answer = try await guests[0].post("/house/list/items", [("product", "1"), ("next", "/house/shopping?page=2")])
                #expect(answer.location == "/house/shopping?page=2#p1")
            }
        }
        let list = try await house.list()
        #expect(list == ["Riso": 2])
    }

    @Test func aFingerThatTouchesTwiceDoesOneThing() async throws {
        let house = try await GuestSite()
        try await house.live(1) { _, guests in
            for _ in 0..<3 { try await guests[0].post("/house/list/items", [("product", "1"), ("token", "same")]) }
        }
        let list = try await house.list()
        #expect(list == ["Riso": 1])
    }

    @Test func quantitiesGoFromOneToNinetyNine() async throws {
        let house = try await GuestSite()
        try await house.live(1) { _, guests in
            try await guests[0].post("/house/list/items", [("product", "1")])
            for typed in ["0", "100", "abc", "-1", "1.5"] {
                let refused = try await guests[0].post("/house/list/items/1/quantity", [("quantity", typed)])
                #expect(refused.status == 422)
                #expect(refused.contains("Scegli un numero da 1 a 99."))
            }
            try await guests[0].post("/house/list/items/1/quantity", [("quantity", "99")])
            try await guests[0].post("/house/list/items/1/quantity", [("by", "1")])
        }
        let list = try await house.list()
        #expect(list == ["Riso": 99])
    }

    @Test func oneLessThanOneAsksThenTakesItOutAndUndoBringsItBack() async throws {
        let house = try await GuestSite()
        try await house.live(1) { _, guests in
            try await guests[0].post("/house/list/items", [("product", "1")])
            let less = try await guests[0].post("/house/list/items/1/quantity", [("by", "-1"), ("next", "/house/list?page=1&ask=9")])
            #expect(less.location == "/house/list?page=1&ask=1#i1")
            let asked = try await guests[0].get("/house/list?page=1&ask=1")
            #expect(asked.contains("Vuoi togliere Riso?"))
            #expect(asked.contains(#"href="/house/list?page=1&amp;rows=1.""#))
            let still = try await house.list()
            #expect(still == ["Riso": 1])
            let product = try await guests[0].get("/house/shopping/products/1?ask=1")
            #expect(product.contains("Vuoi togliere Riso?"))
            try await guests[0].post("/house/list/items/1/removal", [("next", "/house/list")])
            let page = try await guests[0].get("/house/list")
            #expect(page.contains("Riso: non più nella lista."))
            let removal = page.text.firstMatch(of: #/name="removal" value="(\d+)"/#).map { String($0.1) } ?? ""
            try await guests[0].post("/house/list/refilling", [("removal", removal)])
        }
        let list = try await house.list()
        #expect(list == ["Riso": 1])
    }

    @Test func whatWasJustPutIntoTheListIsTakenOutAgain() async throws {
        let house = try await GuestSite()
        try await house.live(1) { _, guests in
            let shelf = "/house/shopping/categories/1"
            for expected in ["Carote: ora 2 nella lista.", "Carote: non più nella lista."] {
                let pieces = expected.contains("ora") ? ["2", "1"] : ["2"]
                for quantity in pieces {
                    try await guests[0].post("/house/list/items", [("product", "3"), ("quantity", quantity), ("next", shelf)])
                }
                let page = try await guests[0].get(shelf)
                #expect(page.contains("Carote: nella lista."))
                #expect(page.contains(">Togli<"))
                let again = try #require(page.text.firstMatch(of: #/action="(\/house\/list\/items\/\d+\/withdrawal)"/#))
                let last = pieces.last ?? ""
                #expect(page.contains(#"name="quantity" value="\#(last)""#))
                let answer = try await guests[0].post(String(again.1), [("quantity", last), ("next", shelf), ("token", expected)])
                #expect(answer.location == shelf)
                let after = try await guests[0].get(shelf)
                #expect(after.contains(expected))
                if expected.contains("ora") { try await guests[0].post("/house/list/items/1/removal") }
            }
        }
        let list = try await house.list()
        #expect(list == [:])
    }

    @Test func aRowThatIsTouchedKeepsItsPlaceUntilThePageIsOpenedAnew() async throws {
        let house = try await GuestSite()
        try await house.live(1) { _, guests in
            for product in ["3", "2", "4"] { try await guests[0].post("/house/list/items", [("product", product)]) }
            func rows(_ page: Answer) -> [String] { page.text.matches(of: #/<li[^>]* id="i(\d+)"/#).map { String($0.1) } }
            let opened = try await guests[0].get("/house/list/shop")
            let before = rows(opened)
            let stay = try #require(opened.text.firstMatch(of: #/name="next" value="([^"]*rows=[^"]*)"/#))
            let next = String(stay.1).replacing("&amp;", with: "&")
            try await guests[0].post("/house/list/items/\(before[0])/purchase", [("bought", "yes"), ("next", next)])
            let after = try await guests[0].get(next)
            #expect(rows(after) == before)
            #expect(before.count == 3)
            #expect(after.contains("Mancano ancora 2 cose."))
            // One that is taken out leaves its room.
            try await guests[0].post("/house/list/items/\(before[1])/removal")
            let gone = try await guests[0].get(next)
            #expect(rows(gone) == before)
            #expect(gone.contains("is-gone"))
            let anew = try await guests[0].get("/house/list/shop")
            #expect(rows(anew) == [before[2], before[0]])
        }
    }

    @Test func emptyingAndUndoGiveTheSameList() async throws {
        let house = try await GuestSite()
        try await house.live(1) { _, guests in
            for product in ["1", "2", "2", "3"] { try await guests[0].post("/house/list/items", [("product", product)]) }
            try await guests[0].post("/house/list/items/3/purchase", [("bought", "yes")])
            let before = try await house.database.read {
                try Row.fetchAll($0, sql: "SELECT id, product, quantity, bought, note, removal FROM listItem ORDER BY id").map(
                    \.description)
            }
            try await guests[0].post("/house/list/emptying")
            let page = try await guests[0].get("/house/list")
            #expect(page.contains("La lista è vuota."))
            #expect(page.contains("Torna come prima"))
            let removal = page.text.firstMatch(of: #/name="removal" value="(\d+)"/#).map { String($0.1) } ?? ""
            try await guests[0].post("/house/list/refilling", [("removal", removal)])
            let after = try await house.database.read {
                try Row.fetchAll($0, sql: "SELECT id, product, quantity, bought, note, removal FROM listItem ORDER BY id").map(
                    \.description)
            }
            #expect(before == after)
        }
    }

    @Test func whatIsBoughtStaysBoughtAndCanBeTakenBack() async throws {
        let house = try await GuestSite()
        try await house.live(1) { _, guests in
            try await guests[0].post("/house/list/items", [("product", "1")])
            try await guests[0].post("/house/list/items/1/purchase", [("bought", "yes")])
            let shop = try await guests[0].get("/house/list/shop")
            #expect(shop.contains("Fatto: hai preso tutto."))
            try await guests[0].post("/house/list/items/1/purchase", [("bought", "no")])
            let again = try await guests[0].get("/house/list/shop")
            #expect(again.contains("Manca ancora una cosa."))
        }
    }

    @Test func finishingKeepsWhatWasNotFoundAndRaisesTheStockIfWanted() async throws {
        let house = try await GuestSite()
        try await house.live(1) { educator, guests in
            try await educator.post("/admin/house/living", [("stockAfterShopping", "yes")])
            for product in ["1", "1", "2"] { try await guests[0].post("/house/list/items", [("product", product)]) }
            try await guests[0].post("/house/list/items/1/purchase", [("bought", "yes")])
            try await guests[0].post("/house/list/finishing")
        }
        let list = try await house.list()
        #expect(list == ["Pane": 1])
        let stock = try await house.site.value("SELECT stock FROM product WHERE id = 1", as: Int.self)
        #expect(stock == 2)
    }

    @Test func theListFollowsTheAislesAndSaysWhatItCosts() async throws {
        let house = try await GuestSite()
        try await house.live(1) { _, guests in
            for product in ["4", "2", "3"] { try await guests[0].post("/house/list/items", [("product", product)]) }
            let page = try await guests[0].get("/house/list/shop")
            let names = page.text.matches(of: #/class="row-name">([^<]+)/#).map { String($0.1) }
            #expect(names == ["Carote", "Pane", "Sale &lt;grosso&gt;"])
            #expect(page.contains("Costa circa 3,70 €. Di una cosa non sappiamo il prezzo."))
        }
    }

    @Test(arguments: [("500", "Forse sì. Ti restano circa 1,30 €"), ("1000", "Forse sì. Ti restano circa 6,30 €")])
    func saysWhetherTheMoneyIsEnough(have: String, answer: String) async throws {
        let house = try await GuestSite()
        try await house.live(1) { _, guests in
            for product in ["4", "2", "3"] { try await guests[0].post("/house/list/items", [("product", product)]) }
            let page = try await guests[0].get("/house/list/money?have=\(have)")
            #expect(page.contains(answer))
            try await guests[0].post("/house/list/items/1/removal")
            let sure = try await guests[0].get("/house/list/money?have=\(have)")
            #expect(sure.contains("Sì. Ti restano circa"))
            for _ in 0..<9 { try await guests[0].post("/house/list/items", [("product", "5")]) }
            let little = try await guests[0].get("/house/list/money?have=\(have)")
            #expect(little.contains("No. Mancano circa"))
        }
    }

    @Test func aGuestWithAListOfHisOwnDoesNotWriteTheHouses() async throws {
        let house = try await GuestSite()
        try await house.live(1) { educator, guests in
            try await guests[0].post("/house/list/items", [("product", "1")])
            try await educator.post("/admin/house/guests/1/living", [("ownList", "yes")])
            try await guests[0].post("/house/list/items", [("product", "2")])
        }
        let (shared, own) = (try await house.list(), try await house.list(of: 1))
        #expect(shared == ["Riso": 1])
        #expect(own == ["Pane": 1])
    }

    @Test func twoGuestsWhoChangeDifferentRowsBothKeepTheirs() async throws {
        let house = try await GuestSite()
        try await house.live(1, 1) { educator, guests in
            for product in ["1", "2"] { try await guests[0].post("/house/list/items", [("product", product)]) }
            try await guests[0].post("/house/list/items/1/quantity", [("quantity", "5")])
            try await guests[1].post("/house/list/items/2/quantity", [("quantity", "7")])
            // A removal loses to a later change of the same row.
            try await educator.post("/admin/house/lists", [("quantity-1", "5"), ("was-1", "5"), ("out-1", "yes")])
            try await guests[0].post("/house/list/items/1/quantity", [("quantity", "6")])
        }
        let list = try await house.list()
        #expect(list == ["Riso": 6, "Pane": 7])
    }

    @Test func findsWithoutAccentsAndShowsNamesAsTheyAre() async throws {
        let house = try await GuestSite()
        try await house.live(1) { _, guests in
            let found = try await guests[0].get("/house/shopping/search?q=CAFFE")
            #expect(found.contains("Caffè"))
            let odd = try await guests[0].get("/house/shopping/search?q=grosso")
            #expect(odd.contains("Sale &lt;grosso&gt;"))
        }
    }

    /// Who does not spell well finds what he means, and is told what was not there.
    @Test(arguments: [("risso", "Riso"), ("carotte", "Carote"), ("cafe", "Caffè"), ("groso sale", "Sale &lt;grosso&gt;")])
    func findsWhatIsSpelledNearlySo(_ typed: String, _ name: String) async throws {
        let house = try await GuestSite()
        try await house.live(1) { _, guests in
            let page = try await guests[0].get("/house/shopping/search?q=" + typed.replacing(" ", with: "+"))
            #expect(page.contains(name))
            #expect(page.contains("Non c’è «\(typed)». Forse cercavi questo."))
            #expect(page.text.matches(of: #/name="product"/#).count == 1)
        }
    }

    /// A recipe's "2" beside the pieces would be a number that nobody understands.
    @Test func aNoteThatIsANumberSaysWhatItIs() async throws {
        let house = try await GuestSite()
        try await house.database.write { db in
            let list = try ShoppingList.open(of: nil, house: 1, db)
            for (product, note) in [(1, "2"), (2, "1"), (3, "2 cucchiai")] { _ = try list.addOnce(Int64(product), note: note, db) }
        }
        try await house.live(1) { educator, guests in
            let paper = try await educator.get("/admin/house/lists/print")
            for page in [try await guests[0].get("/house/list"), try await guests[0].get("/house/list/shop"), paper] {
                #expect(page.contains("ne servono 2"))
                #expect(page.contains("ne serve 1"))
                #expect(page.contains("2 cucchiai"))
            }
        }
    }

    @Test func theShoppingSpeaksTheGuestsLanguage() async throws {
        let house = try await GuestSite()
        try await house.database.write { db in
            let sql = #"UPDATE product SET translations = '{"en":{"name":{"text":"Carrots","of":"Carote"}}}' WHERE id = 3"#
            try db.execute(sql: sql)
            try db.execute(
                sql: #"UPDATE category SET translations = '{"en":{"name":{"text":"Vegetables","of":"Verdura"}}}' WHERE id = 1"#)
            try GuestPreferences.choose("en", .language, for: 1, house: 1, db)
        }
        try await house.live(1) { _, guests in
            let categories = try await guests[0].get("/house/shopping")
            #expect(categories.contains("Vegetables"))
            #expect(!categories.contains("Verdura"))
            let category = try await guests[0].get("/house/shopping/categories/1")
            #expect(category.contains("Vegetables"))
            #expect(category.contains("Carrots"))
            #expect(!category.contains("Carote"))
            try await guests[0].post("/house/list/items", [("product", "3")])
            for path in ["list", "list/shop", "list/print", "list/items/1", "shopping/products/3", "shopping/search?q=carrots"] {
                let page = try await guests[0].get("/house/" + path)
                #expect(page.contains("Carrots"), "\(path)")
                #expect(!page.contains("Carote"), "\(path)")
                #expect(!page.contains("Verdura"), "\(path)")
            }
            // What the educator wrote is found too.
            let found = try await guests[0].get("/house/shopping/search?q=carote")
            #expect(found.contains("Carrots"))
        }
    }

    @Test func anotherHousesProductsAndRowsAreNotThere() async throws {
        let house = try await GuestSite()
        try await house.live(1) { _, guests in
            let product = try await guests[0].get("/house/shopping/products/6")
            #expect(product.status == 404)
            let add = try await guests[0].post("/house/list/items", [("product", "6")])
            #expect(add.status == 404)
            let row = try await guests[0].post("/house/list/items/99/quantity", [("by", "1")])
            #expect(row.status == 404)
        }
        let rows = try await house.site.value("SELECT count(*) FROM listItem", as: Int.self)
        #expect(rows == 0)
    }

    @Test func noScreenAsksToChooseAmongMoreThanSix() async throws {
        let house = try await GuestSite()
        try await house.database.write { db in
            for number in 1...20 {
                try db.execute(
                    sql:
                        "INSERT INTO category (key, createdAt, updatedAt, folded, words, houseID, name) VALUES (?, '2026', '2026', ?, ?, 1, ?)",
                    arguments: ["more-\(number)", "altro \(number)", "altro", "Altro \(number)"])
            }
        }
        try await house.live(1) { _, guests in
            var seen = 0
            for page in 1...4 {
                let text = try await guests[0].get("/house/shopping?page=\(page)").text
                let tiles = text.matches(of: #/class="tile"/#).count
                #expect(tiles <= 6)
                seen += tiles
            }
            #expect(seen == 22)
        }
    }
}
