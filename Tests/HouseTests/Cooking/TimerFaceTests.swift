import Foundation
import GRDB
import TestSupport
import Testing

@testable import House

/// How a timer shows its time, and its end.
@Suite struct TimerFaceTests {
    private let step = "/house/recipes/\(Kitchen.recipe)/steps/2"

    /// Half of the time is half of the disc, at each load and without script.
    @Test func theDiscShowsWhatIsLeft() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            try await guest.post("/house/timers", [("seconds", "600")])
            let full = try await guest.get("/house/home")
            #expect(full.text.firstMatch(of: #/stroke-dasharray="(1000|99\d) 1000"/#) != nil)
            #expect(full.contains("Ancora 10 minuti."))
            try await kitchen.moveTimers(by: -310)
            for path in ["/house/home", "/house/timers", "/house/list"] {
                let half = try await guest.get(path)
                let part = half.text.firstMatch(of: #/stroke-dasharray="(\d+) 1000"/#).flatMap { Int($0.1) }
                #expect((475...484).contains(part ?? 0), "\(path): \(part ?? 0)")
                #expect(half.contains("Ancora 5 minuti."), "\(path)")
                #expect(
                    half.contains(#"<animate attributeName="stroke-dasharray" from="\#(part ?? 0) 1000" to="0 1000" dur="2"#), "\(path)")
            }
            try await kitchen.moveTimers(by: -270)
            let little = try await guest.get("/house/home")
            #expect(little.contains("Meno di un minuto."))
            try await kitchen.moveTimers(by: -60)
            let over = try await guest.get("/house/home")
            #expect(over.contains(#"stroke-dasharray="0 1000""#))
            #expect(!over.contains("<animate"))
        }
    }

    @Test func theScriptSaysTheSentencesOfThePage() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            let lines = try await guest.get("/house/timers/words/it").text.components(separatedBy: "\n")
            try #require(lines.count == 1441)
            #expect(lines[0] == "Meno di un minuto.")
            #expect(lines[1] == "Ancora 1 minuto.")
            #expect(lines[65] == "Ancora 1 ora e 5 minuti.")
            let english = try await guest.get("/house/timers/words/en")
            #expect(english.contains("65 minutes left.") == false)
            #expect(english.contains("1 hour and 5 minutes left."))
            let none = try await guest.get("/house/timers/words/xx")
            #expect(none.status == 404)
        }
    }

    /// A full screen on every page at the end, also where no script runs; before the end it is there for the script.
    @Test func theEndTakesTheScreenOfEveryPage() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            try await guest.post(step + "/timer")
            let before = try await guest.get("/house/home")
            #expect(before.contains(#"id="alarm-1""#))
            #expect(before.text.firstMatch(of: #/id="alarm-1"[^>]* hidden>/#) != nil)
            try await kitchen.moveTimers(by: -61)
            for path in ["/house/home", "/house/timers", step, "/house/euro"] {
                let page = try await guest.get(path)
                #expect(page.contains(#"id="alarm-1""#), "\(path)")
                #expect(page.text.firstMatch(of: #/id="alarm-1"[^>]* hidden>/#) == nil, "\(path)")
                #expect(page.contains("Cuoci la pasta."), "\(path)")
            }
            try await guest.post("/house/timers/1/ending", [("next", "/house/home")])
            let after = try await guest.get("/house/home")
            #expect(!after.contains("alarm-1"))
        }
    }

    @Test func aMinuteMoreAfterTheEndIsAFullDisc() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            try await guest.post("/house/timers", [("seconds", "600")])
            try await kitchen.moveTimers(by: -700)
            try await guest.post("/house/timers/1/extension", [("next", "/house/home")])
            let page = try await guest.get("/house/home")
            #expect(page.text.firstMatch(of: #/stroke-dasharray="(1000|9\d\d) 1000"/#) != nil)
            #expect(page.contains(#"data-total="60000""#))
        }
    }

    @Test func digitsAreLeftOutWhereTheEducatorChoseSo() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.site.database.write { db in
            try GuestPreferences.choose("no", .timerDigits, for: nil, house: TestSite.rossa, db)
        }
        try await kitchen.visit { guest in
            try await guest.post(step + "/timer")
            for path in [step, "/house/timers", "/house/home"] {
                let page = try await guest.get(path)
                #expect(!page.contains("timer-time"), "\(path)")
                // A slow machine may be half a minute later.
                #expect(page.text.contains(#/timer-left">(Ancora 1 minuto|Meno di un minuto)\./#), "\(path)")
            }
            // What counts up has nothing but its digits.
            try await guest.post("/house/timers", [("seconds", "")])
            let page = try await guest.get("/house/timers")
            #expect(page.contains("timer-time"))
        }
    }

    @Test func eightTimersKeepThePageLight() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            for _ in 0..<KitchenTimer.limit { try await guest.post("/house/timers", [("seconds", "600")]) }
            for path in ["/house/home", "/house/timers", step] {
                let page = try await guest.get(path)
                #expect(page.text.utf8.count < 40_000, "\(path): \(page.text.utf8.count)")
            }
        }
    }
}
