import Foundation
import GRDB
import Testing

@testable import Campus

@Suite struct CalendarFetchTests {
    /// A calendar of events by their name and day, some days from now.
    private static func calendar(_ events: [(uid: String, title: String, days: Double)]) -> String {
        let all = events.map { event -> String in
            let start = Date.now + event.days * 86_400
            return "BEGIN:VEVENT\r\nUID:\(event.uid)\r\nSUMMARY:\(event.title)\r\nDTSTART:\(WrittenTime.calendar(start))\r\nEND:VEVENT\r\n"
        }
        return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(all.joined())END:VCALENDAR\r\n"
    }

    @discardableResult
    private func read(_ address: String, _ room: NewsFixture, now: Date = .now, patience: Duration = .seconds(60)) async throws
        -> FeedState?
    {
        try await room.site.database.write { db in
            if try UniversityCalendar.fetch(db, id: 1) == nil {
                var calendar = UniversityCalendar()
                calendar.name = "Teatro"
                try calendar.insert(db, by: .system("tests"))
            }
            try db.execute(sql: "UPDATE campusCalendar SET feed = ? WHERE id = 1", arguments: [address])
        }
        return try await FeedFetch<UniversityCalendar>(admin: room.site.portal.admin, patience: patience).read(1, now: now)
    }

    private func titles(_ room: NewsFixture) async throws -> [String] {
        try await room.site.database.read {
            try String.fetchAll($0, sql: "SELECT title FROM campusEvent WHERE deletedAt IS NULL ORDER BY title")
        }
    }

    @Test func eventsOfOthersComeOnceChangeAndGo() async throws {
        try await Elsewhere.serve { away, room in
            away.set("/cal", Self.calendar([("1", "Prosa", 3), ("2", "Danza", 4), ("3", "Ieri", -1)]), etag: "\"a\"")
            let first = try await read(away.address("/cal"), room)
            #expect(first?.outcome == .good)
            #expect(first?.added == 3)
            let same = try await read(away.address("/cal"), room)
            #expect(same?.outcome == .same)
            #expect(away.asked("/cal").last == "\"a\"")
            away.set("/cal", Self.calendar([("1", "Prosa, sala grande", 3), ("4", "Opera", 9)]))
            let next = try await read(away.address("/cal"), room, now: .now + 60)
            #expect(next?.added == 1)
            #expect(next?.changed == 1)
            #expect(next?.removed == 1)
            let titles = try await titles(room)
            // What took place stays, what will not take place goes.
            #expect(titles == ["Ieri", "Opera", "Prosa, sala grande"])
            try await room.site.browse(as: "") { who in
                let page = try await who[0].get("/campus/calendars/teatro")
                #expect(page.contains("Opera"))
                #expect(!page.contains("Danza"))
                let sync = try await who[0].call(.get, "/campus/api/v1/sync")
                #expect(sync.contains("{\"kind\":\"event\""))
            }
        }
    }

    @Test func whatIsNoCalendarKeepsTheEventsAndVisitorsLearnHowOldTheyAre() async throws {
        try await Elsewhere.serve { away, room in
            away.set("/cal", Self.calendar([("1", "Prosa", 30)]))
            try await read(away.address("/cal"), room, now: .now - 5 * 86_400)
            away.set("/cal", "<html>Manutenzione</html>")
            let broken = try await read(away.address("/cal"), room)
            #expect(broken?.outcome == .noCalendar)
            #expect(broken?.failures == 1)
            let titles = try await titles(room)
            #expect(titles == ["Prosa"])
            try await room.site.browse(as: "", "admin", "educator") { who in
                let page = try await who[0].get("/campus/calendars/teatro")
                #expect(page.contains("«Teatro» viene da un altro sito che non risponde"))
                for path in ["/admin/campus/feeds", "/admin/campus/calendars/1/feed"] {
                    let admin = try await who[1].get(path)
                    #expect(admin.contains("Teatro"), "\(path)")
                    #expect(admin.contains("non c’è un calendario iCalendar"), "\(path)")
                }
                let stranger = try await who[2].get("/admin/campus/calendars/1/feed")
                let act = try await who[2].post("/admin/campus/calendars/1/fetches")
                #expect(stranger.status == 404)
                #expect(act.status == 404)
                let soon = try await who[1].post("/admin/campus/calendars/1/fetches")
                #expect(soon.location == "/admin/campus/calendars/1/feed")
            }
        }
    }

    @Test func editorsLearnWhatWasLeftOutAndVisitorsWhatIsOff() async throws {
        try await Elsewhere.serve { away, room in
            let time = WrittenTime.calendar(.now + 5 * 86_400)
            let off = "BEGIN:VEVENT\r\nUID:9\r\nRECURRENCE-ID:\(time)\r\nSTATUS:CANCELLED\r\nEND:VEVENT\r\n"
            let weekly = "BEGIN:VEVENT\r\nUID:9\r\nSUMMARY:Coro\r\nDTSTART:\(time)\r\nRRULE:FREQ=WEEKLY;COUNT=2\r\nEND:VEVENT\r\n"
            let other =
                "BEGIN:VEVENT\r\nUID:8\r\nSUMMARY:Banda\r\nDTSTART;TZID=Gondor:20990101T100000\r\nRRULE:FREQ=SECONDLY\r\nEND:VEVENT\r\n"
            let text = Self.calendar([("1", "", 3)]).replacing("END:VCALENDAR", with: weekly + off + other + "END:VCALENDAR")
            away.set("/cal", text, etag: "\"a\"")
            let state = try await read(away.address("/cal"), room)
            #expect(state?.added == 3)
            let cancelled = try await room.site.database.read {
                try Bool.fetchAll($0, sql: "SELECT cancelled FROM campusEvent ORDER BY starts")
            }
            #expect(cancelled == [false, true, false])
            // What the last document held stays told while it does not change.
            try await read(away.address("/cal"), room)
            try await room.site.browse(as: "admin") { who in
                let page = try await who[0].get("/admin/campus/calendars/1/feed")
                #expect(page.contains("4 voci lette: 3 mostrate, 1 oltre i prossimi due anni."))
                #expect(page.contains("1 senza titolo (mostrata come «Occupato»)"))
                #expect(page.contains("1 regola di ripetizione non si può seguire"))
                #expect(page.contains("1 fuso orario sconosciuto"))
                // Each with its line.
                #expect(page.contains("Riga 23"))
                #expect(page.contains("RRULE:FREQ=SECONDLY"))
                #expect(page.contains("Gondor"))
            }
        }
    }

    @Test func theOwnNetworkIsNotReadAndLimitsHold() async throws {
        try await Elsewhere.serve { away, room in
            let outcomes: [(String, FeedOutcome)] = [
                (away.address("/cal", host: "localhost"), .private), (away.address("/inside"), .private), (away.address("/large"), .size),
                (away.address("/slow"), .time), (away.address("/missing"), .status),
            ]
            for (address, outcome) in outcomes {
                let state = try await read(address, room, patience: outcome == .time ? .seconds(1) : .seconds(60))
                #expect(state?.outcome == outcome, "\(address)")
            }
            let due = try await room.site.database.read { try CalendarFeed.due($0, now: .now) }
            let later = try await room.site.database.read { try CalendarFeed.due($0, now: .now + 86_400) }
            #expect(due == [])
            #expect(later == [1])
        }
    }

    @Test func whatAnEditorThrewAwayDoesNotComeBack() async throws {
        try await Elsewhere.serve { away, room in
            away.set("/cal", Self.calendar([("1", "Pubblicità", 3)]))
            try await read(away.address("/cal"), room)
            try await room.site.database.write { db in
                var event = try #require(try Event.fetch(db, id: 1))
                try event.move(toTrash: true, db, by: .system("tests"))
            }
            away.set("/cal", Self.calendar([("1", "Pubblicità, ancora", 3)]))
            try await read(away.address("/cal"), room, now: .now + 60)
            let titles = try await titles(room)
            #expect(titles == [])
        }
    }
}
