import Accounts
import AdminTestSupport
import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Admin
@testable import House

/// The allergens of products in the back office: form, list, files, seed and JSON, all from one declaration.
@Suite struct AllergenTests {
    private static let products = "/admin/house/products"
    private static let allergens = "SELECT allergens FROM product WHERE name = 'Biscotti'"

    private static func product(_ allergens: String..., version: Int? = nil) -> [(String, String)] {
        [("name", "Biscotti"), ("stock", "1"), ("ordering", "10"), ("published", "yes"), ("scope", "1")]
            + (version.map { [("version", String($0))] } ?? []) + allergens.map { ("allergens", $0) }
    }

    /// Runs a test with two people and a product with these allergens.
    private func withProduct(
        _ allergens: String..., test: @escaping @Sendable (TestSite, [Browser]) async throws -> Void
    ) async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator", "admin") { browsers in
            for browser in browsers { try await browser.post("/admin/scope", [("scope", "1"), ("next", "/admin")]) }
            let form = Self.product() + allergens.map { ("allergens", $0) }
            expect(try await browsers[0].post(Self.products, form).status, is: 303)
            try await test(site, browsers)
        }
    }

    @Test func theFormKeepsSeveralInTheOrderOfTheLaw() async throws {
        try await withProduct("milk", "gluten") { site, browsers in
            expect(try await site.value(Self.allergens, as: String.self), is: #"["gluten","milk"]"#)
            let form = try await browsers[0].get(Self.products + "/1").text
            #expect(form.matches(of: #/<input type="checkbox" name="allergens"/#).count == 15)
            #expect(form.matches(of: #/name="allergens" value="(?:gluten|milk)" checked/#).count == 2)
            #expect(form.contains(##"icons.svg#allergen-milk"/></svg><span>Latte</span>"##))
            let list = try await browsers[0].get(Self.products)
            #expect(list.contains("Glutine, Latte"))
            expect(try await browsers[0].post(Self.products + "/1", Self.product(version: 1)).status, is: 303)
            expect(try await site.value("SELECT allergens IS NULL FROM product", as: Bool.self), is: true)
        }
    }

    @Test func noneTogetherWithOthersIsRefusedAndStaysTicked() async throws {
        try await withProduct { site, browsers in
            let both = try await browsers[0].post(Self.products + "/1", Self.product("milk", "none-of-these", version: 1))
            #expect(both.status == 422)
            #expect(both.contains("«Nessun allergene, controllato» non va insieme agli altri"))
            #expect(both.text.matches(of: #/name="allergens" value="(?:none-of-these|milk)" checked/#).count == 2)
            let unknown = try await browsers[0].post(Self.products + "/1", Self.product("chalk", version: 1))
            #expect(unknown.status == 422)
            expect(try await site.value("SELECT allergens IS NULL FROM product", as: Bool.self), is: true)
        }
    }

    @Test func theTableRefusesWhatTheFormDoes() async throws {
        let site = try await TestSite()
        try await site.addProducts([("Riso", 1, 100)])
        for allergens in [#"[]"#, #"["chalk"]"#, #"["milk","chalk"]"#, #"["milk","milk"]"#, #"["milk","none-of-these"]"#, "milk"] {
            await #expect(throws: DatabaseError.self, "\(allergens)") {
                try await site.database.write { try $0.execute(sql: "UPDATE product SET allergens = ?", arguments: [allergens]) }
            }
        }
    }

    @Test func theListIsFilteredByEachAndByNotStated() async throws {
        let site = try await TestSite()
        try await site.addProducts([("Riso", 1, 100), ("Pane", 2, nil), ("Panna", 3, 150)])
        try await site.database.write { db in
            try db.execute(
                sql: """
                    UPDATE product SET allergens = '["gluten","milk"]' WHERE name = 'Pane';
                    UPDATE product SET allergens = '["none-of-these"]' WHERE name = 'Riso';
                    """)
        }
        try await site.browse(as: "educator") { browsers in
            try await browsers[0].post("/admin/scope", [("scope", "1"), ("next", "/admin")])
            for (value, found) in [
                ("milk", ["Pane"]), ("none", ["Panna"]), ("any", ["Pane", "Riso"]), ("none-of-these", ["Riso"]),
                ("milk,none", ["Pane", "Panna"]), ("eggs", []),
            ] {
                let page = try await browsers[0].get(Self.products + "?allergens=\(value)")
                let names = page.text.matches(of: #/<th scope="row"[^>]*>.*?<a href="[^"]*"[^>]*>([^<]+)</#).map { String($0.1) }
                #expect(names.sorted() == found, "\(value)")
            }
            let panel = try await browsers[0].get(Self.products + "?panel=filters")
            #expect(panel.contains(#"value="milk"><span>Latte <span class="count">1</span>"#))
            #expect(panel.contains(#"value="none"><span>Non scritti <span class="count">1</span>"#))
            #expect(panel.contains(#"value="any"><span>c’è <span class="count">2</span>"#))
        }
    }

    @Test func aFileNamesThemInBothLanguages() async throws {
        try await withProduct("eggs") { site, browsers in
            let exported = try await browsers[0].get(Self.products + "/export?format=csv&separator=semicolon")
            #expect(exported.contains(#";"Uova";"#))
            for (cell, stored) in [
                ("Glutine, latte", #"["gluten","milk"]"#), ("Milk; soya", #"["soybeans","milk"]"#),
                ("none-of-these", #"["none-of-these"]"#),
            ] {
                let text = "Nome,Allergeni\nBiscotti,\"\(cell)\"\n"
                let (address, trial) = try await browsers[0].tryFile(Self.products, text: text)
                try await browsers[0].confirmFile(address, trial)
                expect(try await site.value(Self.allergens, as: String.self), is: stored)
            }
            for cell in ["Gesso", "Latte, Gesso", "Latte, Nessun allergene; controllato"] {
                let (_, trial) = try await browsers[0].tryFile(Self.products, text: "Nome,Allergeni\nBiscotti,\"\(cell)\"\n")
                #expect(counts(trial) == ["refused": 1], "\(cell)")
            }
        }
    }

    @Test func twoPeopleAddWithoutLosingEither() async throws {
        try await withProduct("eggs") { site, browsers in
            try await browsers[1].post(Self.products + "/1", Self.product("eggs", "milk", version: 1))
            let saved = try await browsers[0].post(Self.products + "/1", Self.product("eggs", "gluten", version: 1))
            #expect(saved.status == 303)
            expect(try await site.value(Self.allergens, as: String.self), is: #"["gluten","eggs","milk"]"#)
        }
    }

    @Test func noneAgainstWhatAnotherAddedIsAsked() async throws {
        try await withProduct { site, browsers in
            try await browsers[1].post(Self.products + "/1", Self.product("milk", version: 1))
            let asked = try await browsers[0].post(Self.products + "/1", Self.product("none-of-these", version: 1))
            #expect(asked.status == 409)
            expect(try await site.value(Self.allergens, as: String.self), is: #"["milk"]"#)
        }
    }

    /// Sends a change of many records and confirms it on the page that asks.
    private func change(_ fields: [(String, String)], _ browser: Browser) async throws {
        let asked = try await browser.post(Self.products + "/bulk", fields + [("id", "1"), ("field", "allergens")])
        #expect(asked.status == 200)
        // The form that asks, not that of an undo beside it.
        let card = asked.text.components(separatedBy: "<form class=\"card").dropFirst().first ?? ""
        let hidden = card.matches(of: #/<input type="hidden" name="([^"]+)" value="([^"]*)">/#)
        let form = hidden.map { (String($0.1), String($0.2).replacing("&#34;", with: "\"").replacing("&quot;", with: "\"")) }
        try await browser.post(Self.products + "/bulk", form)
    }

    @Test func addingInBulkTakesNothingAway() async throws {
        try await withProduct("eggs") { site, browsers in
            // The form offers no “add” for choices, so it sets.
            try await change([("act", "change"), ("step", "value"), ("how", "add"), ("allergens", "fish")], browsers[0])
            expect(try await site.value(Self.allergens, as: String.self), is: #"["fish"]"#)
            try await change([("act", "add"), ("value", #"["milk"]"#)], browsers[0])
            expect(try await site.value(Self.allergens, as: String.self), is: #"["fish","milk"]"#)
            try await change([("act", "add"), ("value", #"["none-of-these"]"#)], browsers[0])
            expect(try await site.value(Self.allergens, as: String.self), is: #"["fish","milk"]"#)
        }
    }

    @Test func programsReadAndWriteThem() async throws {
        let house = try await GuestSite()
        try await house.run(1) { browser, _ in
            let secret = try await house.database.write { db in
                let account = try Int64.fetchOne(db, sql: "SELECT id FROM account WHERE key = 'educator-blu'") ?? 0
                return try AccessToken.make(
                    "test", access: .write, areas: [AccessToken.everything], scope: nil, life: 3_600, of: account, db, by: .system("test")
                ).secret
            }
            let program = GuestProgram(browser: browser, token: secret)
            let made = try await program.call(.post, "house/products", #"{"name": "Torta", "allergens": ["milk", "eggs"]}"#)
            #expect(made.body["allergens"] == .list([.text("eggs"), .text("milk")]))
            let bare = try await program.call(.post, "house/products", #"{"name": "Vuoto"}"#)
            #expect(bare.body["allergens"]?.isNull == true)
            let both = try await program.call(.post, "house/products", #"{"name": "X", "allergens": ["milk", "none-of-these"]}"#)
            #expect(both.refused == ["/allergens"])
            let unknown = try await program.call(.post, "house/products", #"{"name": "X", "allergens": ["chalk"]}"#)
            #expect(unknown.refused == ["/allergens"])
            let found = try await program.get("house/products?allergens=eggs")
            #expect(found["items"]?.list?.compactMap { $0["name"]?.text } == ["Torta"])
        }
    }

    private func seed() throws -> Seed {
        Seed(
            modules: [House.self], words: try TestSite.texts.words(in: .english),
            accounts: AccountSettings(scryptCost: 4, roles: House.roles))
    }

    @Test func theSeedFileHoldsThemAndNamesMistakes() async throws {
        let (folder, site) = (try TemporaryFolder(), try await TestSite())
        let file = folder.path + "/seed.yaml"
        func write(_ allergens: String) throws {
            let text = """
                house:
                  houses:
                    - key: verde
                      name: Casa Verde
                      zone: Europe/Rome
                      contents:
                        products: [{ key: riso, name: Riso }, { key: pane, name: Pane, allergens: [\(allergens)] }]

                """
            try text.write(toFile: file, atomically: true, encoding: .utf8)
        }
        for (allergens, mistake) in [
            ("gluton", "unknown allergens"), ("milk, milk", "is named twice"),
            ("milk, none-of-these", "has 'none-of-these' beside others"),
        ] {
            try write(allergens)
            let mistakes = try seed().check(file).map(\.description).joined(separator: "\n")
            #expect(mistakes.contains(mistake), "\(mistakes)")
        }
        try write("milk, gluten")
        let store = try PictureStore(folder: folder.path + "/store")
        let passwords = Passwords(AccountSettings(scryptCost: 4))
        _ = try await seed().apply(file, to: site.database, pictures: store, passwords: passwords)
        try await seed().export(site.database, pictures: store, to: folder.path + "/out")
        let exported = try String(contentsOfFile: folder.path + "/out/seed/verde.yaml", encoding: .utf8)
        #expect(exported.contains("gluten"))
        #expect(exported.matches(of: #/allergens/#).count == 1)
        let plan = try await seed().apply(folder.path + "/out/seed.yaml", to: site.database, pictures: store, passwords: passwords)
        #expect(plan.isNothing)
    }

    @Test func everyShownFieldIsAColumn() {
        for type in House.resources { check(type) }
        func check<R: Resource>(_ type: R.Type) {
            for name in R.shown { #expect(R.field(name)?.kind.isColumn == true, "\(R.name) \(name)") }
        }
    }
}
