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

    /// The next two years begin now, so the dates are shown by the type.
    @Test func keepsTheHourOverTheChangeOfTheClockAndTellsClosedDays() async throws {
        let university = try await university()
        try await university.site.database.read { db in
            let event = try #require(try Event.fetch(db, id: 1))
            let rendering = RenderContext(words: university.site.portal.admin.pages.templates.words(in: .italian), zone: Term.zone)
            let until = try #require(TypedMoment.date("2030-04-10", in: Term.zone))
            let times = try EventRepetition(event: event, rhythm: .week, until: until, rendering: rendering).times(db)
            #expect(times.map(\.day) == ["2030-03-12", "2030-03-19", "2030-03-26", "2030-04-02", "2030-04-09"])
            #expect(times.allSatisfy { rendering.words.language.time($0.starts, in: Term.zone).contains("20") })
            #expect(times.filter { $0.obstacle == "campus.repeat.closed" }.map(\.day) == ["2030-03-19"])
        }
    }

    @Test func onlyTickedDaysBecomeEventsAndAreUndoneTogether() async throws {
        let university = try await university()
        let start = Date.now + 3 * 86_400
        try await university.site.database.write { db in
            try db.execute(sql: "UPDATE campusEvent SET starts = ?, ends = ?", arguments: [start, start + 3_600])
        }
        let days = [7, 14, 21].map { AgendaSpan.text(start + Double($0) * 86_400, Term.zone) }
        try await university.site.browse(as: "admin") { who in
            let form = [("rhythm", "week"), ("until", days[2])]
            let shown = try await who[0].post(Self.page, form + [("act", "look")])
            #expect(shown.status == 200)
            for day in days { #expect(shown.contains("value=\"\(day)\" checked")) }
            let made = try await who[0].post(Self.page, form + [("act", "save"), ("day", days[0]), ("day", days[2])])
            #expect(made.status == 303)
            let again = try await who[0].post(Self.page, form + [("act", "look")])
            #expect(again.contains("C’è già"))
            let refused = try await who[0].post(Self.page, [("rhythm", "week"), ("until", "domani"), ("act", "look")])
            #expect(refused.status == 422)
            #expect(refused.contains("value=\"domani\""))
        }
        #expect(try await university.site.value("SELECT count(*) FROM campusEvent WHERE title = 'Cineforum'", as: Int.self) == 3)
    }
}
