import Admin
import GRDB
import TestSupport
import Testing

/// J1: coming in and going out, and who may call at all.
@Suite struct GuestEntryAPITests {
    @Test func aProgramJoinsComesInAndGoesOut() async throws {
        let house = try await GuestSite()
        try await house.browse(devices: 0) { educator, _ in
            let code = try await GuestSite.code(from: educator)
            let wrong = try await educator.call(.post, "/api/v1/pairing", #"{"code": "00000000"}"#)
            #expect(wrong.status == 422)
            #expect(wrong.refused == ["/code"])
            let joined = try await educator.call(.post, "/api/v1/pairing", #"{"code": "\#(code)"}"#)
            #expect(joined.status == 201)
            #expect(joined.body["house"]?["name"]?.text == "Casa Rossa")
            let twice = try await educator.call(.post, "/api/v1/pairing", #"{"code": "\#(code)"}"#)
            #expect(twice.status == 422)

            var program = GuestProgram(browser: educator, token: joined.body["device_token"]?.text ?? "")
            let people = try await program.get("people")
            #expect(people["items"]?.list?.compactMap { $0["name"]?.text } == ["Anna", "Bruno", "Carla"])
            // A device is no guest.
            let closed = try await program.call(.get, "lists/current")
            #expect(closed.status == 401)

            try await educator.post("/admin/house/guests/2/living/secret", [("pin", "4711")])
            let without = try await program.call(.post, "session", #"{"guest_id": 2}"#)
            #expect(without.status == 422)
            #expect(without.refused == ["/secret"])
            let foreign = try await program.call(.post, "session", #"{"guest_id": 4}"#)
            #expect(foreign.status == 404)
            let entered = try await program.call(.post, "session", #"{"guest_id": 2, "secret": "4711"}"#)
            #expect(entered.status == 201)
            program.token = entered.body["token"]?.text ?? ""
            let me = try await program.get("me")
            #expect(me["guest"]?["name"]?.text == "Bruno")
            #expect(me["preferences"]?["direct_add"]?.bool == true)

            let left = try await program.call(.delete, "session")
            #expect(left.status == 204)
            let after = try await program.call(.get, "me")
            #expect(after.status == 401)
            #expect(after.problem == "token")
        }
        let acts = try await house.database.read {
            try String.fetchAll($0, sql: "SELECT action FROM audit WHERE action IN ('house.device.pair', 'house.guests.entry') ORDER BY id")
        }
        #expect(acts == ["house.device.pair", "house.guests.entry"])
    }

    @Test func wrongNumbersAreCountedAsThoseOfThePage() async throws {
        let house = try await GuestSite()
        try await house.browse(devices: 0) { educator, _ in
            try await educator.post("/admin/house/guests/2/living/secret", [("pin", "4711")])
            let code = try await GuestSite.code(from: educator)
            let joined = try await educator.call(.post, "/api/v1/pairing", #"{"code": "\#(code)"}"#)
            let device = GuestProgram(browser: educator, token: joined.body["device_token"]?.text ?? "")
            var last = 0
            for _ in 0..<30 where last != 429 {
                last = try await device.call(.post, "session", #"{"guest_id": 2, "secret": "0000"}"#).status
            }
            let waiting = try await device.call(.post, "session", #"{"guest_id": 2, "secret": "4711"}"#)
            #expect(last == 429)
            #expect(waiting.status == 429)
            #expect(waiting.headers[.retryAfter] != nil)
        }
    }

    @Test func aTokenEndsWithItsDeviceAndWithItsGuest() async throws {
        let house = try await GuestSite()
        try await house.run(1, 1) { _, programs in
            let before = try await programs[0].call(.get, "me")
            #expect(before.status == 200)
            try await house.database.write { try $0.execute(sql: "DELETE FROM houseDevice WHERE id = 1") }
            let ended = try await programs[0].call(.get, "me")
            #expect(ended.status == 401)
            try await house.database.write { try $0.execute(sql: "UPDATE guest SET active = 0 WHERE id = 1") }
            let off = try await programs[1].call(.get, "me")
            #expect(off.status == 401)
        }
    }

    @Test func nobodyAndEducatorsTokensAreNotGuests() async throws {
        let house = try await GuestSite()
        try await house.run(1) { educator, programs in
            for path in [
                "me", "products", "lists/current", "recipes", "euro", "time", "preferences", "notices", "events", "stores/near-list",
            ] {
                let nobody = try await educator.call(.get, "/api/v1/" + path)
                #expect(nobody.status == 401, "\(path)")
                #expect(nobody.headers[.wwwAuthenticate] != nil, "\(path)")
                let wrong = try await educator.call(.get, "/api/v1/" + path, headers: [.authorization: "Bearer ptg_nonsense"])
                #expect(wrong.status == 401, "\(path)")
                #expect(wrong.problem == "token", "\(path)")
            }
            // And guests do nothing that is the educators'.
            for path in ["house/products", "house/guests", "media/pictures"] {
                let answer = try await programs[0].call(.get, path)
                #expect(answer.status == 401, "\(path)")
            }
            let message = try await programs[0].call(.post, "messages", #"{"to": "all", "text": "Ciao"}"#)
            #expect(message.status == 401)
        }
    }

    @Test func wrongTokensOfAppsLeaveATraceAndAreSeenOnTheFirstPage() async throws {
        let house = try await GuestSite()
        try await house.run(1) { educator, _ in
            let calm = try await educator.get("/admin")
            #expect(!calm.contains("token di dispositivi"))
            #expect(!calm.contains("token che non valgono"))
            for _ in 0..<6 {
                for (path, token) in [("me", "ptg_invented"), ("people", "ptd_invented")] {
                    let wrong = try await educator.call(.get, "/api/v1/" + path, headers: [.authorization: "Bearer \(token)"])
                    #expect(wrong.status == 401, "\(path)")
                }
            }
            let page = try await educator.get("/admin")
            #expect(page.contains("tentativi con token di dispositivi che non valgono"))
            #expect(page.contains("tentativi di app di ospiti con token che non valgono"))
        }
        let acts = try await house.database.read { db in
            let sql =
                "SELECT action || ' ' || coalesce(objectTitle, '') || ' ' || detail FROM audit WHERE action LIKE '%token-refused' ORDER BY id"
            return try String.fetchAll(db, sql: sql)
        }
        #expect(acts == ["house.guests.token-refused  {}", "house.device.token-refused  {}"])
        let kept = try await house.database.read { db in
            "\(try Row.fetchAll(db, sql: "SELECT * FROM guess"))\(try Row.fetchAll(db, sql: "SELECT * FROM audit"))"
        }
        #expect(!kept.contains("invented"))
        #expect(kept.contains("guestToken"))
        #expect(kept.contains("deviceToken"))
    }

    @Test func anAppWhoseSessionHasRunOutIsKnownByItsGuest() async throws {
        let house = try await GuestSite()
        try await house.run(1) { educator, programs in
            try await house.database.write { try $0.execute(sql: "UPDATE guestSession SET expiresAt = '2026-01-01 00:00:00.000'") }
            for _ in 0..<6 { try await programs[0].call(.get, "me") }
            let told = try await educator.get("/admin")
            #expect(told.contains("tentativi sbagliati di entrare come Anna"))
        }
        let log = try await house.site.value(
            "SELECT objectTitle || ' ' || scopeID FROM audit WHERE action = 'house.guests.token-refused'", as: String.self)
        #expect(log == "Anna 1")
    }

    @Test func aGoodTokenAtAnothersDoorIsNoGuess() async throws {
        let house = try await GuestSite()
        try await house.run(1) { educator, programs in
            let door = try await programs[0].call(.get, "people")
            #expect(door.status == 401)
        }
        let guesses = try await house.site.value("SELECT count(*) FROM guess", as: Int.self)
        #expect(guesses == 0)
    }

    @Test func problemsAreThoseOfTheInterfaceAndThoseOfTheRequirements() async throws {
        let house = try await GuestSite()
        try await house.run(1) { _, programs in
            let missing = try await programs[0].call(.get, "products/999")
            #expect(missing.status == 404)
            #expect(missing.headers[.contentType] == "application/problem+json")
            #expect(missing.body["status"]?.number == 404)
            #expect(missing.body["error"]?["code"]?.text == "notFound")
            #expect(missing.body["error"]?["message"] == missing.body["detail"])
            let unknown = try await programs[0].call(.get, "products?colour=red")
            #expect(unknown.status == 400)
            #expect(unknown.problem == "parameter")
            let html = try await programs[0].call(.get, "products", headers: [.accept: "text/html"])
            #expect(html.status == 406)
        }
    }

    @Test func everyAddressHasItsWordsInBothLanguages() async throws {
        let house = try await GuestSite()
        try await house.site.browse(as: "") { browsers in
            for language in ["it", "en"] {
                let document = try await browsers[0].call(.get, "/api/openapi.json", headers: [.acceptLanguage: language])
                #expect(document.text.contains("/api/v1/lists/current"))
                #expect(document.text.contains(#""guestToken""#))
                for key in ["\"guestAPI.", "\"api.acts.", "\"api.actTexts."] { #expect(!document.text.contains(key), "\(language) \(key)") }
                let page = try await browsers[0].call(.get, "/api", headers: [.acceptLanguage: language])
                #expect(page.status == 200)
                #expect(page.text.contains("from-recipe"))
                #expect(!page.text.contains("guestAPI."))
            }
        }
    }
}
