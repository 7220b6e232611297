import Foundation
import GRDB
import TestSupport
import Testing

@testable import House

@Suite struct KitchenTimerTests {
    private let step = "/house/recipes/\(Kitchen.recipe)/steps/2"

    @Test func aTimerEndsAtAMomentHoweverOftenThePageIsAskedFor() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            let before = try await guest.get(step)
            #expect(before.contains("Fai partire il timer: 1 minuto"))
            let answer = try await guest.post(step + "/timer")
            #expect(answer.location == step + "#timer")
            let end = try await kitchen.site.value("SELECT endsAt FROM kitchenTimer", as: String.self)
            // A second touch does not begin it anew.
            try await guest.post(step + "/timer")
            let page = try await guest.get(step)
            #expect(page.contains("Finisce alle"))
            #expect(page.contains(#"data-timer="down""#))
            #expect(page.contains(#"<noscript><meta http-equiv="refresh" content=""#))
            let same = try await kitchen.site.value("SELECT endsAt FROM kitchenTimer", as: String.self)
            #expect(end == same)
            let count = try await kitchen.site.value("SELECT count(*) FROM kitchenTimer", as: Int.self)
            #expect(count == 1)
        }
    }

    /// Who reads a clock of twelve hours reads the end of a timer on it.
    @Test(arguments: [12, 24])
    func aTimerSpeaksOfTheHoursOfTheGuestsClock(_ hours: Int) async throws {
        let kitchen = try await Kitchen()
        try await kitchen.site.database.write { db in
            try GuestPreferences.choose(String(hours), .clockHours, for: nil, house: TestSite.rossa, db)
        }
        try await kitchen.visit { guest in
            try await guest.post(step + "/timer")
            let afternoon = try #require(ISO8601DateFormatter().date(from: "2035-06-15T13:05:00Z"))
            try await kitchen.site.database.write { try $0.execute(sql: "UPDATE kitchenTimer SET endsAt = ?", arguments: [afternoon]) }
            for path in [step, "/house/timers", "/house/home"] {
                let page = try await guest.get(path)
                #expect(page.contains(hours == 12 ? "Finisce alle 3:05." : "Finisce alle 15:05."), "\(path)")
            }
        }
    }

    @Test func onePageSaysThatAnothersTimerIsOver() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            try await guest.post(step + "/timer")
            try await kitchen.moveTimers(by: -60 - 240)
            for path in [step, "/house/home", "/house/clock", "/house/timers"] {
                let page = try await guest.get(path)
                #expect(page.contains("Il tempo è finito!"), "\(path)")
                #expect(page.contains("Sono passati 4 minuti."), "\(path)")
                #expect(!page.contains("http-equiv") || path == "/house/clock")
            }
            try await guest.post("/house/timers/1/ending", [("next", step)])
            let page = try await guest.get("/house/home")
            #expect(!page.contains("Il tempo è finito!"))
        }
    }

    @Test func aTimerOfARecipeThatIsHiddenMeanwhileLeadsToTheTimers() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            try await guest.post(step + "/timer")
            let before = try await guest.get("/house/home")
            #expect(before.contains(step))
            try await kitchen.site.database.write { try $0.execute(sql: "UPDATE recipe SET published = 0") }
            let page = try await guest.get("/house/home")
            #expect(page.contains("Finisce alle"))
            #expect(page.contains("/house/timers"))
            #expect(!page.contains(step))
        }
    }

    @Test func aMinuteMoreBeginsNowWhenTheTimeIsOver() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            try await guest.post(step + "/timer")
            try await kitchen.moveTimers(by: -500)
            let answer = try await guest.post("/house/timers/1/extension", [("next", step)])
            #expect(answer.location == step)
            let end = try await kitchen.site.database.read { try Date.fetchOne($0, sql: "SELECT endsAt FROM kitchenTimer") }
            let left = try #require(end).timeIntervalSinceNow
            #expect(left > 50)
            #expect(left <= 60)
        }
    }

    @Test func severalRunAtOnceAndOneCountsUp() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            try await guest.post("/house/recipes/1/steps/1/timer")
            try await guest.post(step + "/timer")
            try await guest.post("/house/timers", [("seconds", "300")])
            try await guest.post("/house/timers", [("seconds", "")])
            try await kitchen.moveTimers(by: -30)
            let page = try await guest.get("/house/timers")
            #expect(page.text.components(separatedBy: "<article class=\"timer").count == 5)
            #expect(page.text.components(separatedBy: #"data-timer="up""#).count == 3)
            #expect((30...59).contains { page.contains(">0:\($0)<") })
            // The step shows its own, and the bar at the foot shows all.
            let own = try await guest.get(step)
            #expect(own.text.components(separatedBy: "<article class=\"timer").count == 2)
            #expect(own.text.components(separatedBy: "<a class=\"chip").count == 5)
            #expect(!page.contains("<a class=\"chip"))
        }
    }

    @Test func goingOnWhileATimerRunsIsAskedFirst() async throws {
        let kitchen = try await Kitchen()
        let address = "/house/recipes/\(Kitchen.recipe)"
        try await kitchen.visit { guest in
            func go(_ step: Int, from: Int, anyway: Bool = false) async throws -> String? {
                let fields = [("step", String(step)), ("from", String(from))] + (anyway ? [("anyway", "yes")] : [])
                return try await guest.post(address + "/progress", fields).location
            }
            try await guest.post(step + "/timer")
            let next = try await go(3, from: 2)
            #expect(next == step + "?ask=3")
            let question = try await guest.get(step + "?ask=3")
            #expect(question.contains("Il timer non è finito: manca un minuto."))
            #expect(question.contains("Vai avanti lo stesso"))
            #expect(question.contains("Aspetta"))
            let back = try await go(1, from: 2)
            #expect(back == address + "/steps/1")
            let anyway = try await go(3, from: 2, anyway: true)
            #expect(anyway == address + "/steps/3")
            // Once for the next step, always for the end.
            _ = try await go(2, from: 3)
            let again = try await go(3, from: 2)
            #expect(again == address + "/steps/3")
            let end = try await go(4, from: 3)
            #expect(end == address + "/steps/3?ask=4")
            let last = try await guest.get(address + "/steps/3?ask=4")
            #expect(last.contains("Ho finito lo stesso"))
            let isCooking = try await kitchen.site.value("SELECT count(*) FROM cooking", as: Int.self)
            #expect(isCooking == 1)
            // An old page says nothing of where it is.
            let old = try await guest.post(address + "/progress", [("step", "4")])
            #expect(old.location == address + "/steps/3?ask=4")
            let finished = try await go(4, from: 3, anyway: true)
            #expect(finished == address + "/end")
        }
    }

    @Test func whatCountsUpOrIsOverKeepsNobodyBack() async throws {
        let kitchen = try await Kitchen()
        let address = "/house/recipes/\(Kitchen.recipe)"
        try await kitchen.visit { guest in
            try await guest.post(address + "/steps/1/timer")
            try await guest.post(step + "/timer")
            try await guest.post("/house/timers", [("seconds", "300")])
            let asked = try await guest.post(address + "/progress", [("step", "4"), ("from", "3")])
            #expect(asked.location == address + "/steps/3?ask=4")
            try await kitchen.site.database.write { db in
                let now = Date.now
                try db.execute(
                    sql: "UPDATE kitchenTimer SET startedAt = ?, endsAt = ? WHERE step = 2", arguments: [now - 90, now - 30])
            }
            let end = try await guest.post(address + "/progress", [("step", "4"), ("from", "3")])
            #expect(end.location == address + "/end")
        }
    }

    @Test func twoTimersHaveTwoNames() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            for _ in 0..<2 { try await guest.post("/house/timers", [("seconds", "60")]) }
            let page = try await guest.get("/house/timers")
            #expect(page.contains(#"aria-label="Ferma: Timer""#))
            #expect(page.contains(#"aria-label="Ferma: Timer 2""#))
        }
    }

    @Test func nobodyTouchesAnothersTimer() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            try await kitchen.site.database.write { db in
                try db.execute(
                    sql: "INSERT INTO kitchenTimer (guestID, startedAt, endsAt) VALUES (2, ?, ?)", arguments: [Date.now, Date.now + 60])
            }
            try await guest.post("/house/timers/1/ending")
            try await guest.post("/house/timers/1/extension")
            let page = try await guest.get("/house/timers")
            #expect(!page.contains("<article"))
        }
        let count = try await kitchen.site.value("SELECT count(*) FROM kitchenTimer", as: Int.self)
        #expect(count == 1)
    }

    @Test func aStepWithoutTimerHasNoneAndNonsenseIsRefused() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            let none = try await guest.post("/house/recipes/1/steps/3/timer")
            #expect(none.status == 404)
            for seconds in ["0", "-5", "abc", "90000"] {
                let answer = try await guest.post("/house/timers", [("seconds", seconds)])
                #expect(answer.status == 422, "\(seconds)")
            }
            let elsewhere = try await guest.post("/house/timers/1/ending", [("next", "https://example.org/")])
            #expect(elsewhere.location == "/house/timers")
            for _ in 0..<10 { try await guest.post("/house/timers", [("seconds", "60")]) }
        }
        let count = try await kitchen.site.value("SELECT count(*) FROM kitchenTimer", as: Int.self)
        #expect(count == KitchenTimer.limit)
    }

    @Test func timersOutliveAChangedRecipe() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            try await guest.post(step + "/timer")
            // As the back office saves a recipe: its steps are written anew.
            try await kitchen.site.database.write { db in
                try db.execute(sql: "DELETE FROM recipeStep WHERE recipe = 1")
                try db.execute(sql: "INSERT INTO recipeStep (recipe, position, text) VALUES (1, 1, 'Ordina una pizza.')")
            }
            let page = try await guest.get("/house/home")
            #expect(page.contains("Cuoci la pasta."))
            #expect(page.contains("Finisce alle"))
        }
    }

    @Test func timesAreShownAsPeopleReadThem() {
        #expect(KitchenTimer.formatted(0) == "0:00")
        #expect(KitchenTimer.formatted(65) == "1:05")
        #expect(KitchenTimer.formatted(3720) == "1:02:00")
    }
}
