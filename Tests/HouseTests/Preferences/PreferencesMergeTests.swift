import GRDB
import TestSupport
import Testing

/// Two educators at the preferences of a guest and of a house: what one did not choose stays as the other saved it.
@Suite struct PreferencesMergeTests {
    private func saved(_ house: GuestSite, _ guest: String) async throws -> [String] {
        try await house.database.read { db in
            let sql = """
                SELECT key || '=' || value FROM livingPreference WHERE houseID = 1 AND guestID IS \(guest) AND key IN ('capitals', 'ownList', 'showEuro')
                ORDER BY key
                """
            return try String.fetchAll(db, sql: sql)
        }
    }

    @Test(arguments: [
        ("/admin/house/guests/1/living", "1", "Anche un’altra persona ha cambiato questo campo. Quale vale?"),
        ("/admin/house/living", "NULL", "Hai cambiato questo campo anche in un’altra finestra"),
    ])
    func whatWasNotChosenStaysAsOthersSavedIt(address: String, guest: String, asks: String) async throws {
        let house = try await GuestSite()
        try await house.browse(devices: 0) { [self] educator, _ in
            let base = try #require(try await educator.get(address).form(to: address, with: "ownList"))
            try await educator.post(address, base.filled(["ownList": ["yes"], "capitals": ["yes"]]))
            let second = try await educator.post(address, base.filled(["showEuro": ["no"]]))
            #expect(second.location == address)
            let merged = try await saved(house, guest)
            #expect(merged == ["capitals=yes", "ownList=yes", "showEuro=no"])
            let both = try await educator.post(address, base.filled(["ownList": ["no"], "showEuro": ["yes"]]))
            #expect(both.status == 409)
            #expect(both.contains(asks))
            #expect(both.contains(#"name="ownList.answer""#))
            let asked = try #require(both.form(to: address, with: "ownList"))
            let silent = try await educator.post(address, asked.filled())
            #expect(silent.status == 409)
            #expect(silent.contains(#"name="showEuro.answer""#))
            let answered = asked.filled(["ownList.answer": ["theirs"], "showEuro.answer": ["mine"]])
            let third = try await educator.post(address, answered)
            #expect(third.location == address)
            let after = try await saved(house, guest)
            #expect(after == ["capitals=yes", "ownList=yes", "showEuro=yes"])
        }
    }
}
