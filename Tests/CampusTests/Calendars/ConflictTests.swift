import Foundation
import TestSupport
import Testing

@testable import Campus

@Suite struct ConflictTests {
    /// From an hour of a day for some hours.
    private func use(_ uid: String, room: Int64 = 1, from hour: Double, hours: Double = 2, day: Double = 0) -> Booking {
        let start = Date(timeIntervalSince1970: 1_800_000_000 + day * 86_400 + hour * 3_600)
        return Booking(
            uid: uid, subject: room, name: "Aula \(room)", time: DateInterval(start: start, duration: hours * 3_600), title: uid,
            resource: "campus.events", href: "/")
    }

    private func pairs(_ uses: Booking...) -> [[String]] { Conflict.all(among: uses).map { [$0.first.uid, $0.second.uid] } }

    @Test func whatMeetsInOneRoomIsFound() {
        #expect(pairs(use("a", from: 9), use("b", from: 10)) == [["a", "b"]])
        #expect(pairs(use("a", from: 9, hours: 8), use("b", from: 10), use("c", from: 13)) == [["a", "b"], ["a", "c"]])
        #expect(pairs(use("a", from: 9), use("b", from: 9)).count == 1)
    }

    @Test func whatFollowsOrIsElsewhereIsNone() {
        #expect(pairs(use("a", from: 9), use("b", from: 11)) == [])
        #expect(pairs(use("a", from: 9), use("b", room: 2, from: 9)) == [])
        #expect(pairs(use("a", from: 9), use("b", from: 9, day: 1)) == [])
    }

    @Test func whatMeetsEveryWeekIsToldOnce() {
        #expect(pairs(use("a", from: 9), use("b", from: 10), use("b", from: 8, day: 7), use("a", from: 9, day: 7)) == [["a", "b"]])
    }

    @Test func editorsSeeEventsAndExamsThatMeet() async throws {
        let town = try await AlertTown()
        try await town.site.database.write { db in
            var kind = PlaceType()
            kind.name = "Aule"
            try kind.insert(db, by: .system("tests"))
            var building = Building()
            (building.name, building.code, building.type) = ("Edificio Uno", "uno", kind.id)
            try building.insert(db, by: .system("tests"))
            var area = Area()
            (area.name, area.building, area.type) = ("Aula Magna", building.id, kind.id)
            try area.insert(db, by: .system("tests"))
            var calendar = UniversityCalendar()
            calendar.name = "Ateneo"
            try calendar.insert(db, by: .system("tests"))
            for (title, cancelled) in [("Concerto", false), ("Convegno", false), ("Lettura", true)] {
                var event = Event()
                (event.title, event.calendar, event.area, event.cancelled) = (title, calendar.id, area.id, cancelled)
                (event.starts, event.ends) = (.now + 86_400, .now + 90_000)
                try event.insert(db, by: .system("tests"))
            }
        }
        try await town.site.browse(as: "admin", "educator") { who in
            let page = try await who[0].get("/admin/campus/conflicts")
            #expect(page.contains("Una sovrapposizione"))
            #expect(page.contains("Concerto"))
            #expect(page.contains("Convegno"))
            #expect(page.contains("Aula Magna"))
            #expect(!page.contains("Lettura"))
            let other = try await who[1].get("/admin/campus/conflicts")
            #expect(other.status == 404)
        }
    }

    @Test func editorsSeeWhoWouldHaveToBeInTwoPlaces() async throws {
        let term = try await Term()
        let day = Term.monday()
        try await term.site.browse(as: "admin") { who in
            let calendar = [("name", "Ateneo"), ("colour", "blue"), ("common", "yes"), ("ordering", "10"), ("period", "hour")]
            try await who[0].post("/admin/campus/calendars", calendar)
            let free = try await who[0].get("/admin/campus/conflicts")
            #expect(free.contains("Nessuna aula è presa due volte"))
            // While she teaches, without a room.
            let event = [
                ("title", "Convegno"), ("calendar", "1"), ("starts", "\(day)T10:00"), ("ends", "\(day)T12:00"), ("people", "1"),
                ("location", "In rete"),
            ]
            let made = try await who[0].post("/admin/campus/events", event)
            #expect(made.status == 303)
            let page = try await who[0].get("/admin/campus/conflicts")
            #expect(page.contains("Una sovrapposizione"))
            #expect(page.contains("Lea Velario"))
            #expect(page.contains("Maree"))
            #expect(page.contains("Convegno"))
            #expect(!page.contains("<h2>Aule</h2>"))
        }
    }

    /// Two who teach together, both asked to the same event: each has to be told.
    @Test func eachWhoWouldHaveToBeInTwoPlacesIsNamed() async throws {
        let term = try await Term()
        let day = Term.monday()
        try await term.site.browse(as: "admin") { who in
            let calendar = [("name", "Ateneo"), ("colour", "blue"), ("common", "yes"), ("ordering", "10"), ("period", "hour")]
            try await who[0].post("/admin/campus/calendars", calendar)
            let event = [
                ("title", "Convegno"), ("calendar", "1"), ("starts", "\(day)T10:00"), ("ends", "\(day)T12:00"), ("people", "1"),
                ("people", "2"),
            ]
            #expect(try await who[0].post("/admin/campus/events", event).status == 303)
            let page = try await who[0].get("/admin/campus/conflicts")
            #expect(page.contains("Lea Velario"))
            #expect(page.contains("Ezio Ancorotti"))
        }
    }

    @Test func whoTeachesACourseAloneHasToBeAtItsExam() async throws {
        let term = try await Term()
        let day = Term.monday()
        @Sendable func found(_ who: Browser) async throws -> Bool {
            let page = try await who.get("/admin/campus/conflicts")
            return page.contains("Lea Velario") && page.contains("Appello di Barene")
        }
        try await term.site.browse(as: "admin") { who in
            let exam = [
                ("name", "Appello di Barene"), ("course", "2"), ("starts", "\(day)T09:30"), ("ends", "\(day)T11:00"), ("kind", "written"),
                ("location", "In rete"),
            ]
            #expect(try await who[0].post("/admin/campus/exam-sessions", exam).status == 303)
            #expect(try await !found(who[0]))
            let activity = [("code", "EC02-2026"), ("course", "2"), ("year", "1"), ("term", "unsaid"), ("teachers", "1")]
            #expect(try await who[0].post("/admin/registry/activities", activity).status == 303)
            #expect(try await found(who[0]))
            #expect(try await !who[0].get("/admin/campus/conflicts").contains("basta uno"))
            // Of two any may hold it.
            try await term.site.database.write { try $0.execute(sql: "INSERT INTO activityTeacher (activity, person) VALUES (2, 2)") }
            let page = try await who[0].get("/admin/campus/conflicts")
            #expect(page.contains("Appello di Barene (basta uno dei suoi 2 docenti)"))
            #expect(page.contains("Lea Velario"))
        }
    }

    @Test func anExamIsForWhoeverTeachesItsCourseInTheYearThatHasBegun() async throws {
        let term = try await Term()
        let day = Term.monday()
        @Sendable func found(_ who: Browser) async throws -> Bool {
            try await who.get("/admin/campus/conflicts").contains("Appello di Barene")
        }
        try await term.site.browse(as: "admin") { who in
            let exam = [
                ("name", "Appello di Barene"), ("course", "2"), ("starts", "\(day)T09:30"), ("ends", "\(day)T11:00"), ("kind", "written"),
                ("location", "In rete"),
            ]
            #expect(try await who[0].post("/admin/campus/exam-sessions", exam).status == 303)
            let activity = [("code", "EC02-2026"), ("course", "2"), ("year", "1"), ("term", "unsaid"), ("teachers", "1")]
            #expect(try await who[0].post("/admin/registry/activities", activity).status == 303)
            #expect(try await found(who[0]))
            // Next year another teaches it; this year's exam is still hers. Had that year begun, it would be the other's.
            for (begins, isHers) in [("2999-10-01T00:00", true), ("2001-10-01T00:00", false)] {
                try await term.site.database.write { db in
                    try db.execute(sql: "DELETE FROM activityTeacher WHERE person = 2; DELETE FROM activity WHERE code = 'EC02-2999'")
                    try db.execute(sql: "DELETE FROM academicYear WHERE name = '2999/3000'")
                }
                let year = [("name", "2999/3000"), ("begins", begins)]
                #expect(try await who[0].post("/admin/registry/academic-years", year).status == 303)
                let id = try await term.site.value("SELECT id FROM academicYear WHERE name = '2999/3000'", as: Int64.self) ?? 0
                let next = [("code", "EC02-2999"), ("course", "2"), ("year", String(id)), ("term", "year"), ("teachers", "2")]
                #expect(try await who[0].post("/admin/registry/activities", next).status == 303)
                #expect(try await found(who[0]) == isHers, "\(begins)")
            }
        }
    }
}
