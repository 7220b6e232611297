import GRDB
import TestSupport
import Testing

@testable import House

@Suite struct PreferencesTests {
    @Test func aGuestsOwnChoiceWinsOverTheHousesAndThatOverTheUsual() async throws {
        let house = try await GuestSite()
        try await house.browse(devices: 0) { educator, _ in
            let saved = try await educator.post("/admin/house/living", [("textSize", "125"), ("directAdd", "no")])
            #expect(saved.status == 303)
            try await educator.post("/admin/house/guests/1/living", [("textSize", "150"), ("directAdd", "")])
        }
        let (anna, bruno, dario) = try await house.database.read { db in
            (try GuestPreferences.of(1, house: 1, db), try GuestPreferences.of(2, house: 1, db), try GuestPreferences.of(4, house: 2, db))
        }
        #expect(anna[.textSize] == "150")
        #expect(anna[.directAdd] == "no")
        #expect(bruno[.textSize] == "125")
        #expect(bruno[.directAdd] == "no")
        #expect(dario[.textSize] == "100")
        #expect(dario[.directAdd] == "yes")
    }

    @Test func theSampleKnowsWhatEachChoiceDoes() async throws {
        let house = try await GuestSite()
        try await house.browse(devices: 0) { educator, _ in
            try await educator.post("/admin/house/living", [("textSize", "125")])
            let page = try await educator.get("/admin/house/guests/1/living")
            #expect(page.contains(#"<section class="guest-sample""#))
            // What comes from the house is known too.
            #expect(page.contains(#"<option value="" data-effect="125" selected>"#))
            #expect(page.contains(#"<option value="200" data-effect="200">"#))
        }
    }

    @Test func refusesWhatIsNoChoice() async throws {
        let house = try await GuestSite()
        try await house.browse(devices: 0) { educator, _ in
            let answer = try await educator.post("/admin/house/guests/1/living", [("textSize", "900")])
            #expect(answer.status == 422)
            #expect(answer.contains("Scegli una delle voci"))
        }
    }

    @Test func whatAnEducatorChoosesShowsOnTheGuestsPages() async throws {
        let house = try await GuestSite()
        try await house.live(1) { educator, guests in
            try await educator.post("/admin/house/guests/1/living", [("textSize", "150"), ("language", "en"), ("showEuro", "no")])
            let home = try await guests[0].get("/house/home")
            #expect(home.contains(#"lang="en" data-size="150""#))
            #expect(home.contains("Shopping"))
            #expect(!home.contains(#"href="/house/euro""#))
        }
    }

    @Test func metresAreTypedWithinReasonAndComeBackAsTheyWere() async throws {
        let house = try await GuestSite()
        try await house.browse(devices: 0) { educator, _ in
            for typed in ["49", "2001", "tanti", "+60", "060"] {
                for address in ["/admin/house/guests/1/living", "/admin/house/living"] {
                    let refused = try await educator.post(address, [("nearRadius", typed), ("textSize", "150")])
                    #expect(refused.status == 422)
                    #expect(refused.contains("da 50 a 2000"))
                    #expect(refused.contains(#"value="\#(typed)""#))
                    #expect(refused.contains(#"<option value="150" data-effect="150" selected>"#))
                }
            }
            try await educator.post("/admin/house/guests/1/living", [("nearRadius", "50")])
            try await educator.post("/admin/house/living", [("nearRadius", "2000")])
            let page = try await educator.get("/admin/house/guests/1/living")
            #expect(page.contains("Predefinito della casa (2000 metri)"))
        }
        let (anna, bruno) = try await house.database.read { db in
            (try GuestPreferences.of(1, house: 1, db)[.nearRadius], try GuestPreferences.of(2, house: 1, db)[.nearRadius])
        }
        #expect(anna == "50")
        #expect(bruno == "2000")
    }

    @Test func whoTriesTheGuestsPagesSeesThemAsTheGuestDoes() async throws {
        let house = try await GuestSite()
        try await house.database.write { db in
            try db.execute(
                sql:
                    "INSERT INTO shop (key, createdAt, updatedAt, folded, words, houseID, name, place, radius) VALUES ('s', '', '', '', '', 1, 'Bottega', '42.35,13.4', 300)"
            )
            try db.execute(sql: "INSERT INTO productShop (product, shop) VALUES (1, 1)")
        }
        try await house.browse(devices: 0) { educator, _ in
            let choices = [("contrast", "more"), ("motion", "less"), ("textSize", "200"), ("nearRadius", "75"), ("language", "en")]
            try await educator.post("/admin/house/guests/2/living", choices)
            try await educator.post("/house/guests/2/entry", [("try", "yes")])
            try await educator.post("/house/list/items", [("product", "1")])
            let home = try await educator.get("/house/home")
            #expect(home.contains(#"lang="en" data-size="200" data-contrast="more" data-motion="less""#))
            let shops = try await educator.get("/house/list/shops")
            #expect(shops.contains(#""radius":75"#))
        }
    }

    @Test func everyPreferenceStandsOnTheEducatorsPageWithItsWords() async throws {
        let house = try await GuestSite()
        #expect(Set(Preference.groups.flatMap(\.preferences)) == Set(Preference.allCases))
        try await house.browse(devices: 0) { educator, _ in
            let page = try await educator.get("/admin/house/guests/1/living")
            for preference in Preference.allCases { #expect(page.contains(#"name="\#(preference.rawValue)""#)) }
            #expect(!page.contains("living."))
        }
    }
}
