import Foundation
import GRDB
import TestSupport
import Testing

@testable import House

/// The server's voice, for devices without one.
@Suite struct SpeechTests {
    @Test func aSentenceIsHeardByTheGuestsOfAHouseAlone() async throws {
        let kitchen = try await Kitchen()
        let address = "/house/speech/it?text=Sono%20le%20tre."
        try await kitchen.visit { guest in
            let page = try await guest.get("/house/home")
            #expect(page.contains(#"data-spoken="/house/speech/it""#))
            let sound = try await guest.get(address)
            #expect(sound.status == 200)
            #expect(sound.headers[.contentType] == "audio/mpeg")
            #expect(sound.headers[.cacheControl] == "private, max-age=31536000, immutable")
            #expect(sound.text.utf8.count > 2000)
        }
        try await kitchen.site.browse(as: "") { browsers in
            let stranger = try await browsers[0].get(address)
            #expect(stranger.status == 303)
        }
    }

    @Test(arguments: ["it?text=", "it", "xx?text=Ciao", "it?text=" + String(repeating: "a", count: 401)])
    func whatIsNoSentenceIsNotSaid(_ rest: String) async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            let answer = try await guest.get("/house/speech/" + rest)
            #expect(answer.status == 404)
        }
    }

    /// Steps, products and the clock have a player where no script runs; a person's recording comes first.
    @Test func pagesWithoutScriptHaveAPlayer() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            let step = try await guest.get("/house/recipes/1/steps/3")
            #expect(step.contains(#"<audio controls preload="none" src="/house/speech/it?text=Scola%20la%20pasta%2E">"#))
            let clock = try await guest.get("/house/clock")
            #expect(clock.contains(#"<audio controls preload="none" src="/house/speech/it?text="#))
            try await kitchen.site.database.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO voice (houseID, text, sound, milliseconds, madeBy, madeAt)
                        VALUES (1, 'Scola la pasta.', x'00', 1, 'x', '2026-01-01')
                        """)
            }
            let recorded = try await guest.get("/house/recipes/1/steps/3")
            #expect(recorded.contains(#"<audio controls preload="none" src="/house/voices/1">"#))
            try await kitchen.site.database.write { try GuestPreferences.choose("off", .speech, for: nil, house: TestSite.rossa, $0) }
            let silent = try await guest.get("/house/clock")
            #expect(!silent.contains("<audio"))
        }
    }

    @Test func theEndOfATimerIsSaidWithoutScript() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            try await guest.post("/house/timers", [("seconds", "60")])
            try await kitchen.site.database.write { db in
                try db.execute(sql: "UPDATE kitchenTimer SET startedAt = ?, endsAt = ?", arguments: [Date.now - 90, Date.now - 30])
            }
            let page = try await guest.get("/house/home")
            #expect(page.contains("<noscript><audio controls autoplay src=\"/house/speech/it?text=Il%20tempo%20%C3%A8%20finito"))
            try await kitchen.site.database.write { try GuestPreferences.choose("no", .sounds, for: nil, house: TestSite.rossa, $0) }
            let quiet = try await guest.get("/house/home")
            #expect(!quiet.contains("autoplay"))
        }
    }

    @Test func speakingOnTouchIsChosenByTheEducator() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            let before = try await guest.get("/house/home")
            #expect(!before.contains("data-touch"))
            try await kitchen.site.database.write { try GuestPreferences.choose("yes", .speechTouch, for: nil, house: TestSite.rossa, $0) }
            let after = try await guest.get("/house/home")
            #expect(after.contains("data-touch"))
        }
    }
}
