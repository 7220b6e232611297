import Foundation
import TestSupport
import Testing
import Web

@testable import Campus

/// Files and pages of other people's programs: courses, degrees, people, rooms and exams.
@Suite struct OpenTimetableTests {
    private static func unfolded(_ answer: Answer) -> String { answer.text.replacingOccurrences(of: "\r\n ", with: "") }

    private static func exam(_ site: TestSite, _ days: Double = 20, area: Int64? = 1) async throws {
        try await site.database.write { db in
            var exam = ExamSession()
            (exam.name, exam.course, exam.area) = ("Primo appello", 1, area)
            (exam.starts, exam.ends) = (.now + days * 86_400, .now + days * 86_400 + 7_200)
            try exam.insert(db, by: University.actor)
        }
    }

    @Test func everyTimetableHasAFileAFeedAndJSON() async throws {
        let term = try await Term()
        try await Self.exam(term.site)
        try await term.site.browse(as: "") { who in
            for path in ["courses/1", "degrees/1", "people/1", "areas/1", "exams"] {
                for (ending, type) in [("ics", "text/calendar"), ("atom", "application/atom+xml"), ("json", "application/json")] {
                    let answer = try await who[0].get("/campus/\(path).\(ending)?language=en")
                    #expect(answer.status == 200, "\(path).\(ending)")
                    #expect(answer.headers[.contentType]?.hasPrefix(type) == true, "\(path).\(ending)")
                    #expect(answer.headers[.contentLanguage] == "en", "\(path).\(ending)")
                    #expect(answer.contains("Maree"), "\(path).\(ending)")
                }
            }
            for path in [
                "courses/99.ics", "courses/1.txt", "courses/1.ics.ics", "areas/x.ics", "degrees/1.json?from=boh", "exams.ics?degree=99",
            ] {
                let answer = try await who[0].get("/campus/\(path)")
                #expect([400, 404].contains(answer.status), "\(path): \(answer.status)")
            }
        }
    }

    @Test func aCalendarProgramLearnsRoomBuildingPositionAndThatItIsAnExam() async throws {
        let term = try await Term()
        try await Self.exam(term.site)
        try await term.site.browse(as: "") { who in
            let file = Self.unfolded(try await who[0].get("/campus/courses/1.ics?language=en"))
            #expect(file.contains("LOCATION:Aula Remo\\, Edificio Remo"))
            #expect(file.contains("GEO:45.41000;12.29000"))
            #expect(file.contains("SUMMARY:Exam: Maree"))
            #expect(file.contains("CATEGORIES:Exam"))
            #expect(file.contains("CATEGORIES:Lecture"))
            #expect(file.contains("RRULE:FREQ=WEEKLY"))
            let italian = Self.unfolded(try await who[0].get("/campus/courses/1.ics", headers: [.acceptLanguage: "it"]))
            #expect(italian.contains("SUMMARY:Esame: Maree"))
            // Of the degree's years only the one that is asked for.
            let first = try await who[0].get("/campus/degrees/1.ics?year=1")
            let third = try await who[0].get("/campus/degrees/1.ics?year=3")
            #expect(first.contains("BEGIN:VEVENT"))
            #expect(!third.contains("BEGIN:VEVENT"))
        }
    }

    @Test func pagesOfferTheirCalendarInEveryWay() async throws {
        let term = try await Term()
        try await Self.exam(term.site)
        try await term.site.browse(as: "") { who in
            for path in ["courses/1", "degrees/1", "people/1", "areas/1", "exams"] {
                let page = try await who[0].get("/campus/\(path)", headers: [.acceptLanguage: "en"])
                #expect(page.contains("href=\"webcal:"), "\(path)")
                #expect(page.contains("https://calendar.google.com/calendar/render?cid=webcal%3A"), "\(path)")
                #expect(page.contains("https://outlook.live.com/calendar/0/addfromweb?url=http"), "\(path)")
                #expect(page.contains("data-copy=\"http"), "\(path)")
                #expect(page.contains("/campus/\(path).atom?language=en"), "\(path)")
                #expect(page.contains("/campus/\(path).ics?language=it"), "\(path)")
                #expect(page.contains("class=\"qr\""), "\(path)")
            }
            let course = try await who[0].get("/campus/courses/1", headers: [.acceptLanguage: "it"])
            #expect(course.contains("Esame: Scritto"))
        }
    }

    @Test func theSecretAddressIsShownAgainAndRenewed() async throws {
        let term = try await Term()
        try await term.site.browse(as: "", "") { who in
            try await who[0].post("/campus/mine/courses", [("course", "1")])
            try await who[0].post("/campus/agenda/address")
            func address() async throws -> String {
                let page = try await who[0].get("/campus/agenda", headers: [.acceptLanguage: "en"])
                return page.text.firstMatch(of: /\/campus\/agenda\/[A-Za-z0-9_-]{43}\.ics\?language=en/).map { String($0.output) } ?? ""
            }
            let first = try await address()
            #expect(!first.isEmpty)
            #expect(try await address() == first)
            // A stranger's program, in the language of the address.
            let file = try await who[1].get(first, headers: [.acceptLanguage: "it"])
            #expect(file.contains("X-WR-CALNAME:My calendar"))
            #expect(file.headers[.contentLanguage] == "en")
            let kept = try await term.site.database.read { db in
                try String.fetchAll(db, sql: "SELECT hex(tokenHash) || hex(salt) FROM campusVisitorCalendar").joined()
            }
            #expect(!kept.contains(first.utf8.map { String(format: "%02X", $0) }.joined()))
            try await who[0].post("/campus/agenda/address")
            let second = try await address()
            #expect(second != first)
            #expect(try await who[1].get(first).status == 404)
            #expect(try await who[1].get(second).status == 200)
            // One of an earlier version works on, and is not shown.
            try await term.site.database.write { try $0.execute(sql: "UPDATE campusVisitorCalendar SET salt = x''") }
            #expect(try await address().isEmpty)
            #expect(try await who[1].get(second).status == 200)
        }
    }

    @Test func aRoomTellsItsDayAndWhichAreFree() async throws {
        let term = try await Term()
        let monday = Term.monday()
        try await term.site.browse(as: "") { who in
            let page = try await who[0].get("/campus/areas/1?date=\(monday)", headers: [.acceptLanguage: "it"])
            #expect(page.contains("In quest’aula"))
            #expect(page.contains("09:00–10:30"))
            #expect(page.contains("Maree"))
            let taken = try await who[0].get("/campus/rooms.json?at=\(monday)T09:30")
            #expect(taken.contains("\"count\":0"))
            let early = try await who[0].get("/campus/rooms.json?at=\(monday)T07:00&for=60")
            #expect(early.contains("\"name\":\"Aula Remo\""))
            let longer = try await who[0].get("/campus/rooms.json?at=\(monday)T07:00&for=180")
            #expect(longer.contains("\"count\":0"))
            let list = try await who[0].get("/campus/rooms?at=\(monday)T11:00", headers: [.acceptLanguage: "it"])
            #expect(list.contains("1 aula libera"))
            #expect(list.contains("/campus/areas/1"))
            let seats = try await who[0].get("/campus/rooms.json?at=\(monday)T11:00&seats=20")
            #expect(seats.contains("\"count\":0"))
            #expect(try await who[0].get("/campus/rooms?at=boh&for=x&building=9&seats=-1").status == 200)
        }
    }

    /// A lesson that is moved elsewhere leaves its room.
    @Test func aMovedLessonLeavesItsRoom() async throws {
        let term = try await Term()
        let monday = Term.monday()
        let day = try #require(TypedMoment.date(monday, in: Term.zone))
        try await term.site.database.write { db in
            var area = Area()
            (area.name, area.building, area.type, area.seats) = ("Aula Vela", 1, 1, 80)
            try area.insert(db, by: University.actor)
            var change = LessonChange(timetable: 1, slot: 1, day: monday, kind: .moved, at: .now)
            (change.starts, change.ends, change.area) = (day + 11 * 3_600, day + 12 * 3_600, area.id)
            try change.insert(db)
        }
        try await term.site.browse(as: "") { who in
            let free = try await who[0].get("/campus/rooms.json?at=\(monday)T09:30&for=30")
            #expect(free.contains("Aula Remo"))
            let taken = try await who[0].get("/campus/rooms.json?at=\(monday)T11:30&for=30")
            #expect(!taken.contains("Aula Vela"))
            let other = try await who[0].get("/campus/areas/2.json?from=\(monday)")
            #expect(other.contains("slot-1-\(monday)"))
            let own = try await who[0].get("/campus/areas/1.json?from=\(monday)")
            #expect(!own.contains("slot-1-\(monday)\""))
        }
    }
}
