import Foundation
import GRDB
import TestSupport
import Testing

@testable import Campus

/// An event is repeated; the days that are taken away are its exceptions.
@Suite struct EventRepetitionTests {
    private func university() async throws -> University {
        let university = try await University()
        try await university.site.database.write { db in
            var calendar = UniversityCalendar()
            calendar.name = "Ateneo"
            try calendar.insert(db, by: University.actor)
            var event = Event()
            (event.title, event.calendar) = ("Cineforum", calendar.id)
            event.starts = try #require(TypedMoment.date("2030-03-05T20:00", in: Term.zone))
            event.ends = event.starts + 7_200
            try event.insert(db, by: University.actor)
            try db.execute(sql: "INSERT INTO campusAppliedClosing (rule) VALUES ('2030-03-19')")
        }
        return university
    }

    private static let page = "/admin/campus/events/1/repetitions"

    @Test func tellsClosedDaysAndWhatMeetsInTheRoomOfAPersonAndOfTheDegree() async throws {
        let university = try await university()
        try await university.site.database.write { db in
            for sql in [
                "UPDATE campusCalendar SET degree = 1",
                """
                UPDATE campusEvent SET area = (SELECT area FROM campusSlot WHERE id = 1),
                  starts = '2030-03-04 08:30:00.000', ends = '2030-03-04 09:30:00.000'
                """,
                "UPDATE campusTimetable SET begins = '2030-01-01 00:00:00.000', ends = '2030-12-31 00:00:00.000'",
            ] { try db.execute(sql: sql) }
        }
        try await university.site.database.read { db in
            let event = try #require(try Event.fetch(db, id: 1))
            let rendering = RenderContext(words: university.site.portal.admin.pages.templates.words(in: .italian), zone: Term.zone)
            let until = try #require(TypedMoment.date("2030-03-26", in: Term.zone))
            let lesson = try #require(try WeeklyLesson.all(where: "s.id = :id", ["id": 1], rendering, db).first)
            #expect(lesson.hours.weekday == 1)
            let repetition = EventRepetition(
                event: event, rule: RepetitionRule(unit: .day), until: until, rendering: rendering)
            let times = try repetition.withConflicts(repetition.times(db), db)
            #expect(times.count == 21)
            let taken = times.filter { $0.obstacles.contains { $0.contains(lesson.title) && $0.hasPrefix("L’aula") } }
            #expect(taken.map(\.day) == ["2030-03-11", "2030-03-18", "2030-03-25"])
            let own = try repetition.withConflicts([repetition.first], db)
            #expect(own.map(\.obstacles.count) == [1])
            #expect(own.first?.obstacles.first?.contains(lesson.title) == true)
            #expect(times.filter { $0.obstacles == ["Giorno di chiusura"] }.map(\.day) == ["2030-03-19"])
        }
    }

    @Test func onlyTickedDaysBecomeEventsOfOneSeriesAndAreUndoneTogether() async throws {
        let university = try await university()
        let start = try #require(TypedMoment.date("\(Term.monday())T20:00", in: Term.zone))
        try await university.site.database.write { db in
            try db.execute(sql: "UPDATE campusEvent SET starts = ?, ends = ?", arguments: [start, start + 3_600])
        }
        let days = (3...5).map { Term.monday($0) }
        try await university.site.browse(as: "admin") { who in
            let form = [("repeats", "week"), ("every", "1"), ("until", days[2])]
            let shown = try await who[0].post(Self.page, form + [("act", "look")])
            #expect(shown.status == 200)
            #expect(shown.contains("Ogni settimana: lunedì, fino al"))
            for day in days { #expect(shown.contains("value=\"\(day)\" checked")) }
            let made = try await who[0].post(Self.page, form + [("act", "save"), ("day", days[0]), ("day", days[2])])
            #expect(made.status == 303)
            let again = try await who[0].post(Self.page, form + [("act", "look")])
            #expect(again.contains("C’è già"))
            #expect(again.contains("Saltato"))
            let file = try await who[0].get("/campus/calendars/ateneo.ics").text
            #expect(file.contains("RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL="))
            #expect(file.contains("EXDATE;TZID=Europe/Rome:\(days[1].filter { $0 != "-" })T200000"))
            #expect(file.components(separatedBy: "BEGIN:VEVENT").count == 2)
            try await university.site.database.write { db in
                try db.execute(sql: "UPDATE campusEvent SET topic = 'Mare' WHERE id = 1")
            }
            let updated = try await who[0].post(Self.page, [("act", "update")])
            #expect(updated.status == 303)
            let event = try await who[0].get("/campus/events/1")
            #expect(event.contains("Ogni settimana: lunedì, fino al"))
            let refused = try await who[0].post(Self.page, [("repeats", "week"), ("until", "domani"), ("act", "look")])
            #expect(refused.status == 422)
            #expect(refused.contains("value=\"domani\""))
        }
        #expect(try await university.site.value("SELECT count(*) FROM campusEvent WHERE title = 'Cineforum'", as: Int.self) == 3)
        #expect(try await university.site.value("SELECT count(DISTINCT starts) FROM campusEvent WHERE topic = 'Mare'", as: Int.self) == 3)
    }
}
