import Foundation
import GRDB
import TestSupport
import Testing

@testable import House

@Suite struct IndependenceTests {
    private func uses(_ house: GuestSite) async throws -> [String: Int] {
        try await house.database.read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT aid, sum(count) FROM aidUse GROUP BY aid")
            return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
        }
    }

    @Test func nothingIsCountedUntilTheGuestHimselfSaysYes() async throws {
        let house = try await GuestSite()
        try await house.live(1) { educator, guests in
            let off = try await guests[0].get("/house/home")
            #expect(!off.contains("/house/independence"))
            #expect(!off.contains("data-counted"))
            let early = try await guests[0].post("/house/independence/agreement", [("answer", "yes")])
            #expect(early.status == 404)
            try await educator.post("/admin/house/guests/1/independence")
            let asked = try await guests[0].get("/house/independence")
            #expect(asked.contains("Educatrice ti chiede"))
            #expect(asked.contains("Non contiamo dove sei"))
            try await guests[0].get("/house/shopping/products/1")
            let before = try await uses(house)
            #expect(before.isEmpty)

            // An educator who tries the guest's pages cannot agree in his place.
            try await educator.post("/house/guests/1/entry", [("try", "yes")])
            let forged = try await educator.post("/house/independence/agreement", [("answer", "yes")])
            #expect(forged.status == 403)

            try await guests[0].post("/house/independence/agreement", [("answer", "yes")])
            try await guests[0].get("/house/shopping/products/1")
            try await guests[0].get("/house/shopping/products/2")
            try await guests[0].post("/house/independence/uses", [("aid", "speech")])
            let odd = try await guests[0].post("/house/independence/uses", [("aid", "place")])
            #expect(odd.status == 404)
            // What a browser saves for later was not looked at.
            try await guests[0].get("/house/shopping/products/3", headers: [.porticoKeep: "yes"])
            // What somebody else tries is not the guest's.
            try await educator.get("/house/shopping/products/1")
            let after = try await uses(house)
            #expect(after == ["details": 2, "speech": 1])

            let own = try await guests[0].get("/house/independence")
            #expect(own.contains("2 volte in 12 settimane"))
            #expect(own.contains("data-counted"))
            #expect(own.contains("<rect "))
            let admin = try await educator.get("/admin/house/guests/1/independence")
            #expect(admin.contains("Anna ha detto di sì oggi"))
            #expect(admin.contains("2 volte in 12 settimane"))
        }
    }

    @Test func bothCanEndItAndThenNothingIsLeft() async throws {
        let house = try await GuestSite()
        try await house.live(1) { educator, guests in
            for isGuest in [true, false] {
                try await educator.post("/admin/house/guests/1/independence")
                try await guests[0].post("/house/independence/agreement", [("answer", "yes")])
                try await guests[0].get("/house/shopping/products/1")
                let counted = try await uses(house)
                #expect(counted == ["details": 1])
                if isGuest {
                    try await guests[0].post("/house/independence/ending")
                } else {
                    try await educator.post("/admin/house/guests/1/independence/ending")
                }
                let left = try await uses(house)
                #expect(left.isEmpty)
                let page = try await guests[0].get("/house/independence")
                #expect(page.contains("Nessuno conta i tuoi aiuti."))
            }
        }
        let acts = try await house.database.read {
            try String.fetchAll($0, sql: "SELECT action FROM audit WHERE action LIKE '%independence%' ORDER BY id").map { $0.dropFirst(26) }
        }
        #expect(acts == ["ask", "agree", "end", "ask", "agree", "end"])
    }

    @Test func weeksBeginOnMondayAndOldOnesGo() async throws {
        let house = try await GuestSite()
        let rome = try #require(TimeZone(identifier: "Europe/Rome"))
        // Sunday 2026-11-22 at 23:30 in Rome is still the week of the 16th.
        let sunday = Date(timeIntervalSince1970: 1_795_386_600)
        #expect(Independence.monday(of: Independence.day(sunday, rome)) * 86400 == 1_794_787_200)
        #expect(Independence.monday(of: Independence.day(sunday + 3600, rome)) * 86400 == 1_795_392_000)
        try await house.database.write { db in
            let guest = try #require(try Inhabitant.find(1, db))
            try Independence.ask(1, by: "Educatrice", at: sunday, db)
            try Independence.agree(1, at: sunday, db)
            for weeks in [13.0, 11, 1, 0, 0] { try Independence.count(.steps, of: guest, at: sunday - 36000 - weeks * 7 * 86400, db) }
            let counts = try Independence.counts(of: guest, now: sunday, db).map { $0.counts[.steps] ?? 0 }
            #expect(counts == [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2])
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM aidUse") == 3)
        }
    }

    @Test func anotherHousesEducatorDoesNotAsk() async throws {
        let house = try await GuestSite()
        try await house.site.browse(["educator-blu"]) { browsers in
            let answer = try await browsers[0].post("/admin/house/guests/1/independence")
            #expect(answer.status == 404)
        }
    }
}
