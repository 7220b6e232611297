import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import House

@Suite struct WeekPlanTests {
    /// A house with Anna (1) and Carla (3), whose educator chose the day.
    private func kitchen() async throws -> Kitchen {
        let kitchen = try await Kitchen()
        try await kitchen.site.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO guest (key, createdAt, updatedAt, folded, words, houseID, name)
                    VALUES ('carla', '2026-01-01', '2026-01-01', 'carla', 'carla', 1, 'Carla Celeste')
                    """)
            try GuestPreferences.choose("yes", .dayStrip, for: nil, house: TestSite.rossa, db)
        }
        return kitchen
    }

    private static func add(_ name: String, _ who: MomentWho, _ guests: [Int64], once: Date? = nil, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO dayMoment (key, createdAt, updatedAt, folded, words, houseID, name, hour, minute, days, who, once)
                VALUES (?, '2026-01-01', '2026-01-01', ?, ?, 1, ?, 0, 0, 'every', ?, ?)
                """, arguments: [name, name, name, name, who.rawValue, once])
        let moment = db.lastInsertedRowID
        for guest in guests { try db.execute(sql: "INSERT INTO momentGuest (moment, guest) VALUES (?, ?)", arguments: [moment, guest]) }
    }

    @Test func turnsGoRound() {
        // 1970-01-05 was a Monday, the fourth day after the first.
        let week = (4...10).map { MomentDays.every.turn(on: $0, among: 3) }
        #expect(week == [1, 2, 0, 1, 2, 0, 1])
        let working = [4, 5, 6, 7, 8, 11, 12].map { MomentDays.weekdays.turn(on: $0, among: 2) }
        #expect(working == [1, 0, 1, 0, 1, 0, 1])
        let weekends = [9, 10, 16, 17].map { MomentDays.weekend.turn(on: $0, among: 3) }
        #expect(weekends == [2, 0, 1, 2])
        let mondays = [4, 11, 18].map { MomentDays.monday.turn(on: $0, among: 2) }
        #expect(mondays == [1, 0, 1])
    }

    @Test func everyoneSeesWhoseTurnItIsAndOnlyThisGuestMarksIt() async throws {
        let kitchen = try await kitchen()
        try await kitchen.site.database.write { db in
            try Self.add("Cena", .turns, [3], db)
            try Self.add("Piatti", .turns, [1], db)
        }
        try await kitchen.visit { guest in
            let page = try await guest.get("/house/day")
            #expect(page.contains("Tocca a Carla"))
            #expect(page.contains("Tocca a te"))
            #expect(!page.contains("/house/day/moments/1/done"))
            let other = try await guest.post("/house/day/moments/1/done", [("done", "yes")])
            #expect(other.status == 404)
            let own = try await guest.post("/house/day/moments/2/done", [("done", "yes")])
            #expect(own.status == 303)
            try await kitchen.site.database.write { try $0.execute(sql: "UPDATE guest SET active = 0 WHERE id = 3") }
            let without = try await guest.get("/house/day")
            #expect(!without.contains("Carla"))
        }
    }

    @Test func appointmentsOfOthersAreNotSeen() async throws {
        let kitchen = try await kitchen()
        try await kitchen.site.database.write { db in
            try Self.add("Dentista", .some, [3], once: .now, db)
            try Self.add("Parrucchiere", .some, [1], once: .now, db)
            try Self.add("Gita", .all, [], once: .now + 2 * 86_400, db)
        }
        try await kitchen.visit { guest in
            let page = try await guest.get("/house/day")
            #expect(page.contains("Parrucchiere"))
            #expect(!page.contains("Dentista"))
            #expect(!page.contains("Gita"))
            let later = try await guest.get("/house/week?day=2")
            #expect(later.contains("Gita"))
            #expect(!later.contains("Parrucchiere"))
            let today = try await guest.get("/house/week?day=99")
            #expect(today.contains("Parrucchiere"))
            // Where the guest is gone, the appointment has no guest.
            try await kitchen.site.database.write { try $0.execute(sql: "DELETE FROM guest WHERE id = 3") }
            let after = try await guest.get("/house/day")
            #expect(!after.contains("Dentista"))
        }
    }

    @Test func educatorsSeeWhatWasDoneOnlyIfTheGuestAgreed() async throws {
        let house = try await GuestSite()
        try await house.database.write { db in
            try Self.add("Letto", .all, [], db)
            try GuestPreferences.choose("yes", .dayStrip, for: nil, house: TestSite.rossa, db)
        }
        try await house.live(1) { educator, guests in
            let guest = guests[0]
            try await guest.post("/house/day/moments/1/done", [("done", "yes")])
            let before = try await educator.get("/admin/house/day-done")
            #expect(!before.contains("Letto"))
            let agreed = try await guest.post("/house/day/sharing", [("answer", "yes")])
            #expect(agreed.location == "/house/day")
            let page = try await guest.get("/house/day")
            #expect(page.contains("Il tuo educatore vede che cosa hai fatto."))
            let after = try await educator.get("/admin/house/day-done")
            #expect(after.contains("Letto"))
            #expect(after.contains("Anna"))
            try await guest.post("/house/day/sharing", [("answer", "no")])
            let ended = try await educator.get("/admin/house/day-done")
            #expect(!ended.contains("Letto"))
            try await educator.post("/house/guests/1/entry", [("try", "yes")])
            let tried = try await educator.post("/house/day/sharing", [("answer", "yes")])
            #expect(tried.status == 403)
        }
    }

    @Test func aTurnNeedsGuests() async throws {
        let house = try await GuestSite()
        try await house.browse(devices: 0) { educator, _ in
            let moment = [("name", "Cena"), ("hour", "19"), ("minute", "0"), ("days", "every"), ("published", "yes")]
            let address = "/admin/house/day-moments"
            let none = try await educator.post(address, moment + [("who", "turns")])
            #expect(none.status == 422)
            let unused = try await educator.post(address, moment + [("who", "all"), ("guests", "1")])
            #expect(unused.status == 422)
            let saved = try await educator.post(address, moment + [("who", "turns"), ("guests", "1"), ("guests", "2")])
            #expect(saved.status == 303)
        }
        let count = try await house.site.value("SELECT count(*) FROM momentGuest", as: Int.self)
        #expect(count == 2)
    }
}
