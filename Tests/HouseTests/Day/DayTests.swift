import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import House

@Suite struct DayTests {
    private func moment(_ name: String, _ start: Int) -> HouseDay.Moment {
        HouseDay.Moment(id: 1, name: name, file: nil, start: start, recipe: nil, isDone: false)
    }

    private var moments: [HouseDay.Moment] {
        [moment("Colazione", 8 * 60), moment("Pranzo", 12 * 60 + 30), moment("Riposo", 14 * 60), moment("Cena", 19 * 60 + 30)]
    }

    @Test func theDaySaysWhatWasWhatIsAndWhatComes() throws {
        let words = try TestSite.texts.words(in: .italian)
        let values = HouseDay(moments: moments, now: 13 * 60).values(0..<4, words, hours: 24)
        #expect(values.map { $0["state"] as? String } == ["was", "now", "comes", "comes"])
        #expect(values.map { $0["said"] as? String } == ["È già passato", "Adesso", "Fra 1 ora", "Viene dopo"])
        #expect(values.map { $0["clock"] as? String } == ["8:00", "12:30", "14:00", "19:30"])
        let disc = try #require(values[2]["disc"] as? Values)
        #expect(disc["part"] as? String == "1000")
        #expect(values[3]["disc"] as? Bool == false)
        let quarter = HouseDay(moments: moments, now: 13 * 60 + 45).values(2..<3, words, hours: 12)
        #expect((quarter[0]["disc"] as? Values)?["part"] as? String == "250")
        #expect(quarter[0]["said"] as? String == "Fra 15 minuti")
        #expect(quarter[0]["clock"] as? String == "2:00")
    }

    @Test func theFirstPageShowsThreeMoments() {
        #expect(HouseDay(moments: moments, now: 7 * 60).near == 0..<2)
        #expect(HouseDay(moments: moments, now: 8 * 60).near == 0..<2)
        #expect(HouseDay(moments: moments, now: 15 * 60).near == 1..<4)
        #expect(HouseDay(moments: moments, now: 23 * 60).near == 2..<4)
        #expect(HouseDay(moments: [], now: 23 * 60).near == 0..<0)
        #expect(HouseDay(moments: moments, now: 7 * 60).current == nil)
        #expect(HouseDay(moments: moments, now: 23 * 60).next == nil)
    }

    @Test func momentsHaveTheirDays() {
        #expect(MomentDays.on(1) == [.every, .weekdays, .monday])
        #expect(MomentDays.on(5) == [.every, .weekdays, .friday])
        #expect(MomentDays.on(7) == [.every, .weekend, .sunday])
    }

    @Test func onlyGuestsWhoseEducatorChoseItSeeTheDay() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.site.database.write { db in
            for (house, name, days) in [(TestSite.rossa, "Colazione", "every"), (TestSite.blu, "Piscina", "every")] {
                try db.execute(
                    sql: """
                        INSERT INTO dayMoment (key, createdAt, updatedAt, folded, words, houseID, name, hour, minute, days)
                        VALUES (?, '2026-01-01', '2026-01-01', ?, ?, ?, ?, 0, 0, ?)
                        """, arguments: [name, name, name, house, name, days])
            }
        }
        try await kitchen.visit { guest in
            let before = try await guest.get("/house/day")
            #expect(before.status == 404)
            let plain = try await guest.get("/house/home")
            #expect(!plain.contains("Colazione"))
            try await kitchen.site.database.write { try GuestPreferences.choose("yes", .dayStrip, for: nil, house: TestSite.rossa, $0) }
            for path in ["/house/home", "/house/day"] {
                let page = try await guest.get(path)
                #expect(page.contains("<strong data-read>Colazione</strong>"), "\(path)")
                #expect(page.contains("Adesso"), "\(path)")
                #expect(!page.contains("Piscina"), "\(path)")
            }
            try await kitchen.site.database.write { try $0.execute(sql: "UPDATE dayMoment SET published = 0") }
            let none = try await guest.get("/house/day")
            #expect(none.contains("Per oggi non c’è scritto niente."))
        }
    }

    @Test func educatorsWriteTheMoments() async throws {
        let house = try await GuestSite()
        try await house.browse(devices: 0) { educator, _ in
            let fields = [("name", "Pranzo"), ("hour", "12"), ("minute", "30"), ("days", "weekend"), ("who", "all"), ("published", "yes")]
            let saved = try await educator.post("/admin/house/day-moments", fields)
            #expect(saved.status == 303)
            let list = try await educator.get("/admin/house/day-moments")
            #expect(list.contains("Pranzo"))
            #expect(list.contains("Sabato e domenica"))
            let wrong = try await educator.post(
                "/admin/house/day-moments", [("name", "Cena"), ("hour", "24"), ("minute", "0"), ("days", "every"), ("who", "all")])
            #expect(wrong.status == 422)
        }
        let start = try await house.site.value("SELECT hour * 60 + minute FROM dayMoment", as: Int.self)
        #expect(start == 750)
    }
}
