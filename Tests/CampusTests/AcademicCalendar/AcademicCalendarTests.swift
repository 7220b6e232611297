import Foundation
import GRDB
import TestSupport
import Testing

@testable import Campus

/// Terms and closing days: lessons follow them once they are applied, and what changes is seen before.
@Suite struct AcademicCalendarTests {
    private static let page = "/admin/campus/academic-calendar"

    private func close(_ term: Term, _ rule: String) async throws {
        try await term.site.database.write { db in
            var day = ClosingDay()
            (day.name, day.rule) = ("Chiuso \(rule)", rule)
            try day.insert(db, by: University.actor)
        }
    }

    private func mark(_ page: Answer) throws -> String {
        try #require(page.text.firstMatch(of: #/name="mark" value="([^"]*)"/#).map { String($0.1) })
    }

    @Test func aClosingDayHoldsOnceItIsApplied() async throws {
        let (term, day) = (try await Term(), Term.monday())
        try await term.site.browse(as: "admin", "") { who in
            try await who[1].post("/campus/mine/courses", [("course", "1"), ("colour", "red")])
            let agenda = "/campus/agenda?view=day&date=\(day)"
            #expect(try await who[1].get(agenda).contains("Aula Remo"))
            try await close(term, day)
            // Until then it is a plan, which says what it does.
            #expect(try await who[1].get(agenda).contains("Aula Remo"))
            let plan = try await who[0].get(Self.page)
            #expect(plan.contains("Con il piano cambiano 1 lezione di 1 insegnamento: ne cadono 1, se ne aggiungono 0."))
            #expect(plan.contains("href=\"/campus/courses/1\""))
            let done = try await who[0].post(Self.page + "/applications", [("mark", try mark(plan))])
            #expect(done.status == 303)
            #expect(try await who[1].get(agenda).contains("Aula Remo") == false)
            #expect(try await who[0].get(Self.page).contains("Il piano è quello che vale già."))
            let file = try await term.file(who[1])
            #expect(file.contains("EXDATE;TZID=Europe/Rome:\(day.replacing("-", with: ""))T090000"))
        }
    }

    @Test func anotherPlanThanTheOneThatWasShownIsNotApplied() async throws {
        let (term, day) = (try await Term(), Term.monday())
        try await close(term, day)
        try await term.site.browse(as: "admin") { who in
            let mark = try mark(try await who[0].get(Self.page))
            try await close(term, Term.monday(3))
            try await who[0].post(Self.page + "/applications", [("mark", mark)])
            #expect(try await who[0].get(Self.page).contains("Il piano è cambiato nel frattempo"))
        }
        #expect(try await term.site.value("SELECT count(*) FROM campusAppliedClosing", as: Int.self) == 0)
    }

    @Test func lessonsStandOnlyInTheirTerm() async throws {
        let term = try await Term()
        try await term.site.database.write { db in
            try db.execute(sql: "UPDATE campusTimetable SET begins = NULL, ends = NULL")
            try db.execute(sql: "UPDATE activity SET term = 'firstSemester'")
            try db.execute(
                sql: "UPDATE academicYear SET begins = ?, ends = ?", arguments: [Date.now - 100 * 86_400, Date.now + 300 * 86_400])
            var period = AcademicPeriod()
            (period.name, period.year, period.begins, period.ends) = ("Primo", 1, .now - 30 * 86_400, .now + 20 * 86_400)
            try period.insert(db, by: University.actor)
            try AcademicCalendar.apply(db, by: University.actor, at: .now)
        }
        try await term.site.database.read { db in
            let rendering = RenderContext(words: term.site.portal.admin.pages.templates.words(in: .italian), zone: Term.zone)
            let lesson = try #require(try WeeklyLesson.all(where: "1", [:], rendering, db).first)
            let year = DateInterval(start: .now, duration: 300 * 86_400)
            let times = lesson.times(in: year, zone: Term.zone)
            #expect((2...3).contains(times.count))
            #expect(times.allSatisfy { $0.time.start < .now + 20 * 86_400 })
            let whole = try #require(try WeeklyLesson.all(where: "1", calendar: AcademicCalendar(), rendering, db).first)
            #expect(whole.times(in: year, zone: Term.zone).count > 40)
        }
    }

    @Test func nationalHolidaysAreAddedOnce() async throws {
        let term = try await Term()
        try await term.site.browse(as: "admin") { who in
            for _ in 0..<2 { try await who[0].post(Self.page + "/holidays", [("country", "IT")]) }
            let list = try await who[0].get("/admin/campus/closing-days")
            #expect(list.contains("Lunedì di Pasqua"))
            let refused = try await who[0].post(
                "/admin/campus/closing-days", [("name", "Ponte"), ("rule", "domani"), ("act", "save")])
            #expect(refused.status == 422)
            #expect(refused.contains("Scrivi un giorno come"))
        }
        #expect(try await term.site.value("SELECT count(*) FROM campusClosingDay", as: Int.self) == 12)
        let english = try await term.site.value("SELECT translations FROM campusClosingDay WHERE rule = '12-25'", as: String.self)
        #expect(english?.contains("Christmas Day") == true)
    }
}
