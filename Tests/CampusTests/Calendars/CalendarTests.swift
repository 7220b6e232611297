import Foundation
import GRDB
import Testing

@testable import Campus

@Suite struct CalendarTests {
    /// One event on 2 March 2026 at ten in Rome, an hour long unless said otherwise.
    private func event(
        _ town: AlertTown, cancelled: Bool = false, from: Double = 0, lasts: Double = 3_600, title: String = "Inaugurazione"
    ) async throws -> Int64 {
        try await town.site.database.write { db in
            if try UniversityCalendar.fetch(db, id: 1) == nil {
                var calendar = UniversityCalendar()
                calendar.name = "Ateneo"
                try calendar.insert(db, by: .system("tests"))
            }
            var event = Event()
            (event.title, event.calendar, event.cancelled) = (title, 1, cancelled)
            event.starts = Date(timeIntervalSince1970: 1_772_442_000 + from)
            event.ends = event.starts + lasts
            try event.insert(db, by: .system("tests"))
            return event.id ?? 0
        }
    }

    @Test func anEventStandsInItsCalendarInEveryView() async throws {
        let town = try await AlertTown()
        _ = try await event(town)
        try await town.site.browse(as: "") { who in
            for view in ["list", "day"] {
                let page = try await who[0].get("/campus/calendars/ateneo?view=\(view)&date=2026-03-02")
                #expect(page.contains("Inaugurazione"), "\(view)")
                #expect(page.contains("10:00"), "\(view)")
            }
            let month = try await who[0].get("/campus/calendars/ateneo?view=month&date=2026-03-20")
            #expect(month.contains("Inaugurazione"))
            #expect(month.contains("class=\"month-name\""))
            #expect(month.contains("date=2026-03-31"))
            #expect(!month.contains("date=2026-03-32"))
            let other = try await who[0].get("/campus/calendars/ateneo?view=day&date=2026-03-03")
            #expect(!other.contains("Inaugurazione"))
            let odd = try await who[0].get("/campus/calendars/ateneo?view=boh&date=2026-99-99")
            #expect(odd.status == 200)
        }
    }

    @Test func whatLastsForDaysCountsOnEachAndWhatEndsAtMidnightOnNone() async throws {
        let town = try await AlertTown()
        // From ten on the 2nd to midnight after the 3rd.
        _ = try await event(town, lasts: 38 * 3_600)
        try await town.site.browse(as: "") { who in
            let month = try await who[0].get("/campus/calendars/ateneo?view=month&date=2026-03-20")
            #expect(month.text.matches(of: /(\d) marzo 2026: 1 impegno/).map { String($0.1) } == ["2", "3"])
            let second = try await who[0].get("/campus/calendars/ateneo?view=day&date=2026-03-03")
            #expect(second.contains("Inaugurazione"))
            let after = try await who[0].get("/campus/calendars/ateneo?view=day&date=2026-03-04")
            #expect(!after.contains("Inaugurazione"))
        }
    }

    @Test func aWholeDaySaysSo() async throws {
        let town = try await AlertTown()
        let id = try await event(town, from: -36_000, lasts: 86_340)
        try await town.site.browse(as: "") { who in
            for path in ["/campus/events/\(id)", "/campus/calendars/ateneo?view=day&date=2026-03-02"] {
                let page = try await who[0].get(path)
                #expect(page.contains("Tutto il giorno"), "\(path)")
                #expect(!page.contains("23:59"), "\(path)")
            }
        }
    }

    /// Whoever types accents and capitals, or the words in another order, means the same.
    @Test func theSearchOfEventsKnowsAccents() async throws {
        let town = try await AlertTown()
        let id = try await event(town, title: "Città e libertà")
        try await town.site.browse(as: "") { who in
            for words in ["citt%C3%A0", "CITT%C3%80", "citta", "libert%C3%A0%20citt%C3%A0"] {
                let page = try await who[0].get("/campus/events?q=\(words)&from=2026-01-01")
                #expect(page.contains("/campus/events/\(id)"), "\(words)")
                let json = try await who[0].get("/campus/api/v1/events?q=\(words)")
                #expect(json.contains("\"total\":1"), "\(words)")
            }
            let signs = try await who[0].get("/campus/api/v1/events?q=%25")
            #expect(signs.contains("\"total\":0"))
        }
    }

    /// What is next is what somebody looks for.
    @Test func theSearchOverEverythingNamesTheNextEventFirst() async throws {
        let town = try await AlertTown()
        let soon = Date.now.timeIntervalSince1970 - 1_772_442_000
        for days in [-200.0, 300, 2, -3] { _ = try await event(town, from: soon + days * 86_400) }
        try await town.site.browse(as: "") { who in
            let page = try await who[0].get("/campus/search?q=inaugur")
            let order = page.text.matches(of: /\/campus\/events\/(\d)"/).map { String($0.1) }
            #expect(order == ["3", "2", "4", "1"])
        }
    }

    @Test func aCancelledEventStaysInTheFileAsCancelled() async throws {
        let town = try await AlertTown()
        let id = try await event(town, cancelled: true)
        try await town.site.browse(as: "") { who in
            for path in ["/campus/events/\(id).ics", "/campus/calendars/ateneo.ics"] {
                let file = try await who[0].get(path)
                #expect(file.contains("STATUS:CANCELLED"), "\(path)")
                #expect(file.contains("UID:event-\(id)@"), "\(path)")
            }
        }
    }

    @Test func aPhoneSubscribesWithOneTouch() async throws {
        let town = try await AlertTown()
        _ = try await event(town)
        try await town.site.browse(as: "") { who in
            for (language, words) in [("it", "Telefono e Apple"), ("en", "Phone and Apple")] {
                let page = try await who[0].get("/campus/calendars/ateneo", headers: [.acceptLanguage: language])
                let shown = try #require(
                    page.text.firstMatch(of: /class="address">https?:(\/\/[^<\/]+\/campus\/calendars\/ateneo\.ics\?language=[a-z]+)</))
                #expect(shown.1.hasSuffix("=\(language)"))
                #expect(page.contains("href=\"webcal:\(shown.1)\">"))
                #expect(page.contains(words))
            }
        }
    }

    @Test func theSearchFindsByWordsAndByTime() async throws {
        let town = try await AlertTown()
        _ = try await event(town)
        try await town.site.browse(as: "") { who in
            let found = try await who[0].get("/campus/events?q=inaugur&from=2026-01-01")
            #expect(found.contains("/campus/events/1"))
            for query in ["q=100%25&from=2026-01-01", "q=inaugur&from=2026-04-01", "q=inaugur&from=2026-01-01&person=nessuno"] {
                let nothing = try await who[0].get("/campus/events?\(query)")
                #expect(!nothing.contains("/campus/events/1"), "\(query)")
            }
        }
    }

    @Test func theInterfaceNamesThingsAsTheThesisDoes() async throws {
        let town = try await AlertTown()
        let id = try await event(town)
        try await town.site.browse(as: "") { who in
            let answer = try await who[0].call(.get, "/campus/api/v1/events/\(id)")
            #expect(answer.contains("\"eid\":\(id)"))
            #expect(answer.contains("\"duration\":60"))
            #expect(answer.contains("\"calendar\":\"ateneo\""))
            let list = try await who[0].call(.get, "/campus/api/v1/calendars/ateneo/events?from=2026-03-01&to=2026-03-03")
            #expect(list.contains("\"count\":1"))
            #expect(list.contains("\"next\":null"))
        }
    }

    @Test func everyAddressOfTheInterfaceAnswers() async throws {
        let town = try await AlertTown()
        _ = try await event(town)
        try await town.site.browse(as: "") { who in
            for route in CampusAPI.routes where !route.path.contains("{") {
                let answer = try await who[0].call(.get, "\(CampusAPI.address)/\(route.path)")
                #expect(answer.status == 200, "\(route.path): \(answer.text)")
            }
            for path in [
                "people/99", "degrees/X/courses", "courses/X", "places/X", "events/x", "alerts/99", "calendars/x/events", "nothing",
            ] {
                let answer = try await who[0].call(.get, "\(CampusAPI.address)/\(path)")
                #expect(answer.status == 404, "\(path): \(answer.status)")
                #expect(answer.contains("\"code\":\"not_found\""), "\(path): \(answer.status)")
            }
            for nonsense in [
                "events?from=boh", "exams?degree=boh", "people?dept=boh", "news?source=1e3", "alerts?category=boh", "alerts?course=boh",
            ] {
                let answer = try await who[0].call(.get, "\(CampusAPI.address)/\(nonsense)")
                #expect(answer.status == 400, "\(nonsense): \(answer.status)")
                #expect(answer.contains("\"code\":\"bad_request\""), "\(nonsense): \(answer.status)")
            }
        }
    }

    @Test func whatIsGoneIsToldToProgramsThatFollow() async throws {
        let town = try await AlertTown()
        let id = try await event(town)
        let alert = try await town.alert("Sciopero", english: "Strike")
        try await town.site.browse(as: "admin", "") { who in
            try await town.publish(alert, who[0])
            let first = try await who[1].call(.get, "/campus/api/v1/sync")
            #expect(first.contains("/campus/api/v1/events/\(id)"))
            #expect(first.contains("/campus/api/v1/alerts/1"))
            let since = try await town.site.value("SELECT max(number) FROM campusChange", as: Int.self) ?? 0
            try await who[0].post("/admin/campus/alerts/\(alert)/bulletins/1/withdrawal")
            try await town.site.database.write { try $0.execute(sql: "UPDATE campusEvent SET deletedAt = '2026-01-01'") }
            let second = try await who[1].call(.get, "/campus/api/v1/sync?since=\(since)")
            #expect(second.contains("\"changed\":[]"))
            #expect(second.contains("{\"kind\":\"alert\",\"id\":1}"))
            #expect(second.contains("{\"kind\":\"event\",\"id\":\(id)}"))
        }
    }

    @Test func theBadgeCountsWhatIsNewSinceTheLastVisit() async throws {
        let town = try await AlertTown()
        let id = try await town.alert("Novità", english: "News")
        try await town.site.browse(as: "admin") { who in try await town.publish(id, who[0]) }
        try await town.site.database.write { db in
            try db.execute(sql: "INSERT INTO campusVisitor (id, tokenHash, seenOn) VALUES (7, x'00', '2026-01-01')")
            let found1 = try AlertReading.unread(nil, db, at: .now)
            #expect(found1 == 1)
            let found2 = try AlertReading.unread(7, db, at: .now)
            #expect(found2 == 1)
            try AlertReading.see(7, db, at: .now)
            let found3 = try AlertReading.unread(7, db, at: .now)
            #expect(found3 == 0)
        }
    }

    @Test func anAlertForACourseReachesOnlyThoseWhoFollowIt() async throws {
        let town = try await AlertTown()
        let id = try await town.alert("Lezione spostata", english: "Lecture moved")
        try await town.site.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO course (id, key, createdAt, updatedAt, folded, words, code, name)
                      VALUES (5, 'bd', '2026-01-01', '2026-01-01', 'bd', 'bd', 'BD', 'Basi di dati');
                    INSERT INTO campusVisitor (id, tokenHash, seenOn) VALUES (7, x'00', '2026-01-01'), (8, x'01', '2026-01-01');
                    INSERT INTO campusVisitorCourse (visitorID, course, addedAt) VALUES (7, 5, '2026-01-01');
                    """)
            try db.execute(sql: "INSERT INTO campusAlertCourse (alert, other) VALUES (?, 5)", arguments: [id])
        }
        try await town.site.browse(as: "admin") { who in try await town.publish(id, who[0]) }
        try await town.site.database.read { db in
            let found4 = try AlertReading.unread(7, db, at: .now)
            #expect(found4 == 1)
            let found5 = try AlertReading.unread(8, db, at: .now)
            #expect(found5 == 0)
            let found6 = try AlertReading.unread(nil, db, at: .now)
            #expect(found6 == 0)
            let found7 = try AlertAudience.count(1, db)
            #expect(found7 == 1)
        }
    }
}
