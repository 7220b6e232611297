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
            (try Preferences.of(1, house: 1, db), try Preferences.of(2, house: 1, db), try Preferences.of(4, house: 2, db))
        }
        #expect(anna[.textSize] == "150" && anna[.directAdd] == "no")
        #expect(bruno[.textSize] == "125" && bruno[.directAdd] == "no")
        #expect(dario[.textSize] == "100" && dario[.directAdd] == "yes")
    }

    @Test func refusesWhatIsNoChoice() async throws {
        let house = try await GuestSite()
        try await house.browse(devices: 0) { educator, _ in
            let answer = try await educator.post("/admin/house/guests/1/living", [("textSize", "900")])
            #expect(answer.status == 422)
        }
    }

    @Test func whatAnEducatorChoosesShowsOnTheGuestsPages() async throws {
        let house = try await GuestSite()
        try await house.live(1) { educator, guests in
            try await educator.post("/admin/house/guests/1/living", [("textSize", "150"), ("language", "en"), ("showEuro", "no")])
            let home = try await guests[0].get("/house/home")
            #expect(home.contains(#"lang="en" data-size="150""#))
            #expect(home.contains("Shopping") && !home.contains(#"href="/house/euro""#))
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
