import Foundation
import GRDB
import TestSupport
import Testing

@testable import House

@Suite struct CallTests {
    @Test func aCallReachesTheEducatorAndTheAnswerTheGuest() async throws {
        let house = try await GuestSite()
        try await house.live(1) { educator, guests in
            let before = try await educator.get("/admin")
            #expect(!before.contains("ospite chiede aiuto"))
            let help = try await guests[0].get("/house/help")
            #expect(help.contains(#"href="/house/calls""#))
            let page = try await guests[0].get("/house/calls")
            #expect(page.contains("chiama il 112"))
            #expect(page.contains("Non so cosa fare."))
            try await guests[0].post("/house/calls", [("need", "lost")])
            let waiting = try await guests[0].get("/house/calls")
            #expect(waiting.contains("«Non so cosa fare.»"))
            #expect(waiting.contains("non l’ha ancora visto"))
            let today = try await educator.get("/admin")
            #expect(today.contains("ospite chiede aiuto"))
            let admin = try await educator.get("/admin/house/messages")
            #expect(admin.contains("Non so cosa fare."))
            #expect(admin.contains("aspetta una risposta"))
            let seen = try await guests[0].get("/house/calls")
            #expect(seen.contains("Il tuo educatore l’ha visto."))

            let empty = try await educator.post("/admin/house/messages/calls/1/answer", [("text", " ")])
            #expect(empty.status == 422)
            #expect(empty.contains("Scrivi il messaggio."))
            try await educator.post("/admin/house/messages/calls/1/answer", [("quick", "Arrivo subito.")])
            let home = try await guests[0].get("/house/home")
            #expect(home.contains("Educatrice ti scrive: Arrivo subito."))
            let answered = try await guests[0].get("/house/calls")
            #expect(answered.contains("Educatrice ti risponde: Arrivo subito."))
            #expect(answered.contains("Manda"))
            let log = try await educator.get("/admin/house/messages")
            #expect(log.contains("ha risposto «Arrivo subito.»"))
            #expect(!log.contains("/calls/1/answer"))
            let late = try await educator.post("/admin/house/messages/calls/1/answer", [("text", "Eccomi")])
            #expect(late.status == 303)
        }
        let answers = try await house.site.value("SELECT answer FROM helpCall", as: String.self)
        #expect(answers == "Arrivo subito.")
        let acts = try await house.database.read {
            try String.fetchAll($0, sql: "SELECT action FROM audit WHERE action LIKE 'house.guests.call%' ORDER BY id")
        }
        #expect(acts == ["house.guests.call", "house.guests.call-answer"])
    }

    @Test func oneCallAtATimeAndTheGuestCanTakeItBack() async throws {
        let house = try await GuestSite()
        try await house.live(1) { educator, guests in
            try await guests[0].post("/house/calls", [("text", "Il <forno> è caldo")])
            let again = try await guests[0].post("/house/calls", [("text", "Il <forno> è caldo")])
            let other = try await guests[0].post("/house/calls", [("need", "come")])
            #expect(again.status == 303)
            #expect(other.status == 409)
            #expect(other.contains("Questo non è partito: «Vieni da me, per favore.»."))
            let page = try await guests[0].get("/house/calls")
            #expect(page.contains("Il &lt;forno&gt; è caldo"))
            #expect(!page.contains(#"name="need""#))
            try await guests[0].post("/house/calls/1/withdrawal")
            let today = try await educator.get("/admin")
            #expect(!today.contains("ospite chiede aiuto"))
            try await guests[0].post("/house/calls", [("need", "come")])
        }
        let texts = try await house.database.read { try String.fetchAll($0, sql: "SELECT text FROM helpCall ORDER BY id") }
        #expect(texts == ["Il <forno> è caldo", "Vieni da me, per favore."])
    }

    @Test func anEmptyOrEndlessCallComesBackWithWhatWasTyped() async throws {
        let house = try await GuestSite()
        try await house.live(1) { _, guests in
            let empty = try await guests[0].post("/house/calls", [("text", "")])
            #expect(empty.status == 422)
            #expect(empty.contains("tocca una frase"))
            let long = try await guests[0].post("/house/calls", [("text", String(repeating: "aiuto ", count: 40))])
            #expect(long.status == 422)
            #expect(long.contains("Scrivi meno."))
            #expect(long.contains("aiuto aiuto"))
        }
    }

    @Test func nobodyElseAnswersOrTakesBack() async throws {
        let house = try await GuestSite()
        try await house.live(1) { _, guests in
            try await guests[0].post("/house/calls", [("need", "talk")])
        }
        try await house.site.browse(["educator-blu", ""]) { browsers in
            let page = try await browsers[0].get("/admin/house/messages")
            #expect(!page.contains("Voglio parlare con te."))
            let answer = try await browsers[0].post("/admin/house/messages/calls/1/answer", [("text", "Ciao")])
            #expect(answer.status == 404)
            let stranger = try await browsers[1].post("/house/calls", [("need", "talk")])
            #expect(stranger.location == "/house")
        }
        let open = try await house.site.value("SELECT count(*) FROM helpCall WHERE endedAt IS NULL", as: Int.self)
        #expect(open == 1)
    }
}
