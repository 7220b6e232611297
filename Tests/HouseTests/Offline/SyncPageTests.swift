import TestSupport
import Testing

@testable import House

@Suite struct SyncPageTests {
    private static func sync(_ browser: Browser, _ json: String) async throws -> Answer {
        try await browser.call(.post, "/house/sync", json, headers: [.init("Sec-Fetch-Site")!: "same-origin"], cookies: true)
    }

    @Test func answersEachActAndSaysWhyOneWasNotDone() async throws {
        let house = try await GuestSite()
        try await house.live(1) { educator, guests in
            try await guests[0].post("/house/list/items", [("product", "4")])
            try await educator.post("/admin/house/lists", [("quantity-1", "1"), ("out-1", "yes")])
            let answer = try await Self.sync(
                guests[0],
                #"{"guest":1,"ops":[{"id":"a","op":"add","product":1},{"id":"b","op":"quantity","item":1,"by":1}]}"#)
            #expect(answer.status == 200)
            #expect(answer.headers[.cacheControl] == "no-store")
            #expect(answer.contains(#""id":"a""#))
            #expect(answer.contains(#""state":"done""#))
            #expect(answer.contains("Sale <grosso>: non più nella lista. Così ha deciso chi ti segue."))
        }
        let list = try await house.list()
        #expect(list == ["Riso": 1])
    }

    @Test func namesThingsInTheGuestsLanguage() async throws {
        let house = try await GuestSite()
        try await house.database.write { db in
            try db.execute(
                sql: """
                    UPDATE product SET translations = '{"en":{"name":{"of":"Sale <grosso>","text":"Coarse salt"}}}' WHERE id = 4;
                    UPDATE product SET translations = '{"en":{"name":{"of":"Pane","text":"Bread"}}}', published = 0 WHERE id = 2;
                    """)
            try GuestPreferences.choose("en", .language, for: 1, house: 1, db)
        }
        try await house.live(1) { educator, guests in
            try await guests[0].post("/house/list/items", [("product", "4")])
            try await educator.post("/admin/house/lists", [("quantity-1", "1"), ("out-1", "yes")])
            let answer = try await Self.sync(
                guests[0],
                #"{"guest":1,"ops":[{"id":"a","op":"add","product":2},{"id":"b","op":"quantity","item":1,"by":1}]}"#)
            #expect(answer.contains("Coarse salt: no longer on the list. Your educator decided so."))
            #expect(answer.contains("Bread"))
            #expect(!answer.contains("Pane"))
        }
    }

    @Test func takesOnlyTheActsOfWhoIsIn() async throws {
        let house = try await GuestSite()
        try await house.browse(devices: 2) { _, devices in
            try await devices[0].post("/house/guests/1/entry")
            let other = try await Self.sync(devices[0], #"{"guest":2,"ops":[{"id":"a","op":"add","product":1}]}"#)
            #expect(other.status == 409)
            let nobody = try await Self.sync(devices[1], #"{"guest":1,"ops":[{"id":"a","op":"add","product":1}]}"#)
            #expect(nobody.status == 303)
            #expect(nobody.location == "/house")
        }
        let list = try await house.list()
        #expect(list == [:])
    }

    @Test(arguments: [
        "", "null", "[]", "{}", #"{"guest":1,"ops":1}"#, #"{"guest":"1","ops":[]}"#,
    ])
    func refusesWhatIsNoList(_ json: String) async throws {
        let house = try await GuestSite()
        try await house.live(1) { _, guests in
            let answer = try await Self.sync(guests[0], json)
            #expect(answer.status == 422)
        }
    }

    @Test func anActThatNobodyKnowsKeepsNoOtherBack() async throws {
        let house = try await GuestSite()
        try await house.live(1) { _, guests in
            let acts = [
                #"{"id":"a","op":"steal","item":1}"#, #"{"op":"add","product":1}"#, #"{"id":"b","op":"add","product":"1"}"#, "7",
                #"{"id":"c","op":"add","product":1,"more":[1]}"#,
            ]
            let answer = try await Self.sync(guests[0], #"{"guest":1,"ops":[\#(acts.joined(separator: ","))]}"#)
            #expect(answer.status == 200)
            let states = answer.text.matches(of: #/"state":"(\w+)"/#).map { String($0.1) }
            #expect(states == ["refused", "refused", "refused", "refused", "done"])
        }
        let list = try await house.list()
        #expect(list == ["Riso": 1])
    }

    @Test func refusesMoreThanItSays() async throws {
        let house = try await GuestSite()
        try await house.live(1) { _, guests in
            let ops = (0...OfflineSync.most).map { #"{"id":"\#($0)","op":"add","product":1}"# }.joined(separator: ",")
            let answer = try await Self.sync(guests[0], #"{"guest":1,"ops":[\#(ops)]}"#)
            #expect(answer.status == 422)
        }
        let list = try await house.list()
        #expect(list == [:])
    }
}
