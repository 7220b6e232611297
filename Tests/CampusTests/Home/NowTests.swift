import Foundation
import TestSupport
import Testing
import Web

@testable import Campus

/// The first page: where must I be now?
@Suite struct NowTests {
    @Test func aWholeYearIsFollowedWithOneTouchAndTheFirstPageNamesTheNextLesson() async throws {
        let term = try await Term()
        try await term.site.database.write { db in
            var exam = ExamSession()
            (exam.name, exam.course, exam.area) = ("Primo appello", 1, 1)
            (exam.starts, exam.ends) = (.now + 20 * 86_400, .now + 20 * 86_400 + 7_200)
            try exam.insert(db, by: University.actor)
        }
        try await term.site.browse(as: "", "") { who in
            let before = try await who[0].get("/campus", headers: [.acceptLanguage: "it"])
            #expect(before.contains("Scegli il tuo corso di studio"))
            let degree = try await who[0].get("/campus/degrees/1", headers: [.acceptLanguage: "it"])
            #expect(degree.contains("Segui tutto l’anno"))
            let act = try await who[0].post("/campus/mine/years", [("degree", "1"), ("year", "1"), ("next", "/campus")])
            #expect(act.location == "/campus")
            let page = try await who[0].get("/campus", headers: [.acceptLanguage: "it"])
            #expect(page.contains("Ora segui altri 2 insegnamenti"))
            #expect(page.contains("La prossima lezione"))
            #expect(page.contains("Aula Remo, Edificio Remo"))
            #expect(page.contains("https://www.openstreetmap.org/directions?to=45.41"))
            #expect(page.contains("Il prossimo esame"))
            #expect(page.contains("fra 20 giorni"))
            let colours = try await term.site.database.read {
                try String.fetchAll($0, sql: "SELECT colour FROM campusVisitorCourse ORDER BY course")
            }
            #expect(Set(colours).count == 2)
            let chosen = try await term.site.value("SELECT degree FROM campusVisitor", as: Int64.self)
            #expect(chosen == 1)
            // Of others nothing is shown.
            let stranger = try await who[1].get("/campus", headers: [.acceptLanguage: "it"])
            #expect(!stranger.contains("La prossima lezione"))
            for wrong in [[("degree", "9"), ("year", "1")], [("degree", "1"), ("year", "7")], [("degree", "x"), ("year", "")]] {
                #expect(try await who[0].post("/campus/mine/years", wrong).status == 404)
            }
        }
    }

    @Test func overABreakTheNextLessonIsStillNamedAndTheCalendarIsTwoTouchesAway() async throws {
        let term = try await Term()
        try await term.site.database.write { db in
            try db.execute(
                sql: "UPDATE campusTimetable SET begins = ?, ends = ?", arguments: [Date.now + 40 * 86_400, Date.now + 80 * 86_400])
        }
        try await term.site.browse(as: "") { who in
            try await who[0].post("/campus/mine/courses", [("course", "1")])
            let page = try await who[0].get("/campus", headers: [.acceptLanguage: "it"])
            #expect(page.contains("La prossima lezione"))
            #expect(page.contains("Aula Remo, Edificio Remo"))
            #expect(page.contains("<form method=\"post\" action=\"/campus/agenda/address\">"))
            let made = try await who[0].post("/campus/agenda/address")
            let agenda = try await who[0].get(String((made.location ?? "").prefix { $0 != "#" }), headers: [.acceptLanguage: "it"])
            #expect(agenda.contains("id=\"subscribe\" open>"))
            #expect(agenda.contains("href=\"webcal:"))
            #expect(try await who[0].get("/campus", headers: [.acceptLanguage: "it"]).contains("/campus/agenda?subscribe=yes#subscribe"))
        }
    }

    @Test func whatChangesIsOnTheFirstPage() async throws {
        let term = try await Term()
        let site = term.site
        try await site.browse(as: "") { who in
            try await who[0].post("/campus/mine/courses", [("course", "1")])
            // A lesson of today, later than now or not, that is called off.
            let weekday = AgendaSpan.weekday(.now + 86_400, Term.zone).rawValue
            let day = AgendaSpan.text(.now + 86_400, Term.zone)
            try await site.database.write { db in
                try db.execute(sql: "UPDATE campusSlot SET weekday = ?, begins = '12:00', ends = '13:00'", arguments: [weekday])
                var change = LessonChange(timetable: 1, slot: 1, day: day, kind: .cancelled, at: .now)
                try change.insert(db)
            }
            let page = try await who[0].get("/campus", headers: [.acceptLanguage: "it"])
            #expect(page.contains("Che cosa è cambiato"))
            #expect(page.contains("domani 12:00–13:00"))
        }
    }

    private static let rome = TimeZone(identifier: "Europe/Rome") ?? .gmt

    /// 2 March 2026 is a Monday.
    private static func date(_ text: String) throws -> Date { try #require(TypedMoment.date(text, in: rome)) }

    private static let cases: [(String, String, Bool, String?)] = [
        ("Mo-Fr 08:00-20:00; Sa 09:00-13:00", "2026-03-02T10:00", true, "2026-03-02T20:00"),
        ("Mo-Fr 08:00-20:00; Sa 09:00-13:00", "2026-03-02T20:00", false, "2026-03-03T08:00"),
        ("Mo-Fr 08:00-20:00; Sa 09:00-13:00", "2026-03-07T14:00", false, "2026-03-09T08:00"),
        ("Mo-Fr 08:00-12:00,14:00-18:00", "2026-03-02T13:00", false, "2026-03-02T14:00"),
        ("Fr-Mo 22:00-02:00", "2026-03-03T01:00", true, "2026-03-03T02:00"),
        ("Mo-Su 08:00-20:00; We off", "2026-03-04T10:00", false, "2026-03-05T08:00"),
        ("08:00-24:00", "2026-03-02T23:59", true, "2026-03-03T00:00"),
        ("24/7", "2026-03-02T10:00", true, nil),
        // Where the clock changes the hour on the wall counts.
        ("Su 01:00-10:00", "2026-03-29T09:30", true, "2026-03-29T10:00"),
    ]

    @Test(arguments: cases.indices) func aPlaceIsOpenByItsHours(index: Int) throws {
        let (text, now, isOpen, until) = Self.cases[index]
        let hours = try #require(OpeningHours(text))
        let state = hours.state(at: try Self.date(now), Self.rome)
        #expect(state.isOpen == isOpen, "\(text) at \(now)")
        #expect(state.until == (try until.map(Self.date)), "\(text) at \(now)")
    }

    @Test(arguments: [
        ("Mo-Fr 08:00-20:00; PH off", false, "2026-03-03T08:00"), ("24/7; PH off", false, "2026-03-03T00:00"),
        ("Mo-Fr 08:00-20:00; PH, Su 10:00-12:00", true, "2026-03-02T12:00"), ("Mo-Fr 08:00-20:00; PH closed", false, "2026-03-03T08:00"),
        ("Mo-Fr 08:00-20:00", true, "2026-03-02T20:00"),
    ])
    func onClosingDaysTheirOwnHoursCount(_ text: String, _ isOpen: Bool, _ until: String) throws {
        let hours = try #require(OpeningHours(text))
        let state = hours.state(at: try Self.date("2026-03-02T10:30"), Self.rome, closed: ["2026-03-02"])
        #expect(state.isOpen == isOpen)
        #expect(state.until == (try Self.date(until)))
    }

    @Test func afterALongClosingItSaysWhenItOpens() throws {
        let closed = Set((2...20).map { "2026-03-" + ($0 < 10 ? "0\($0)" : "\($0)") })
        let state = try #require(OpeningHours("Mo-Fr 08:00-20:00; PH off")).state(
            at: try Self.date("2026-03-02T10:30"), Self.rome, closed: closed)
        #expect(state.isOpen == false)
        #expect(state.until == (try Self.date("2026-03-23T08:00")))
    }

    @Test(arguments: [
        "", "sempre", "Lu-Ve 08:00-20:00", "Mo-Fr", "Mo 8-20", "Mo 25:00-26:00", "Mo 08:00-08:00", "Mo-Fr-Su 08:00-09:00", "off Mo",
        "Mo-Fr 08:00-20:00; PH Mo-Fr 10:00-12:00",
    ])
    func otherTextsAreNoHours(_ text: String) { #expect(OpeningHours(text) == nil) }

    @Test func visitorsReadWhetherAPlaceIsOpen() async throws {
        let term = try await Term()
        try await term.site.database.write { db in
            try db.execute(sql: "UPDATE campusBuilding SET opening = '24/7' WHERE id = 1")
        }
        try await term.site.browse(as: "") { who in
            let building = try await who[0].get("/campus/buildings/1", headers: [.acceptLanguage: "it"])
            #expect(building.contains("Sempre aperto"))
            let home = try await who[0].get("/campus", headers: [.acceptLanguage: "it"])
            #expect(home.contains("Aperto adesso"))
        }
    }
}
