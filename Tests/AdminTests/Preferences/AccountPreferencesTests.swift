import AdminTestSupport
import GRDB
import Testing

@testable import Admin

/// What each person has set for themselves.
@Suite struct AccountPreferencesTests {
    @Test func eachPersonHasTheirOwn() async throws {
        try await SampleSite().database.write { db in
            #expect(try AccountPreferences(of: 1, db)[.tour] == nil)
            try AccountPreferences.set(.tour, to: "3", of: 1, db)
            try AccountPreferences.set(.tour, to: "left", of: 1, db)
            try AccountPreferences.set(.singleKeys, to: "off", of: 2, db)
            let (first, second) = (try AccountPreferences(of: 1, db), try AccountPreferences(of: 2, db))
            #expect(first[.tour] == "left")
            #expect(first[.singleKeys] == nil)
            #expect(second[.singleKeys] == "off")
            #expect(second[.tour] == nil)
        }
    }

    @Test func thePageOfKeysSwitchesSingleKeysOffAndOn() async throws {
        let site = try await SampleSite()
        let stored = "SELECT value FROM preference WHERE name = 'keys.single' AND accountID = 2"
        try await site.browse(as: "librarian") { browsers in
            expect(try await browsers[0].post("/admin/keys", [("single", "off")]).status, is: 303)
            expect(try await site.value(stored, as: String.self), is: "off")
            try await browsers[0].post("/admin/keys", [("single", "anything")])
            expect(try await site.value(stored, as: String.self), is: "on")
        }
    }
}
