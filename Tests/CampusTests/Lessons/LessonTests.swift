import Admin
import Foundation
import Registry
import TestSupport
import Testing

@testable import Campus

@Suite struct LessonTests {
    @Test func aTeacherCancelsALessonAndWhoFollowsSeesItEverywhere() async throws {
        let term = try await Term()
        let day = Term.monday()
        try await term.site.browse(as: "lea", "") { who in
            let (teacher, visitor) = (who[0], who[1])
            try await visitor.post("/campus/mine/courses", [("course", "1"), ("colour", "purple")])
            let list = try await teacher.get("/admin/campus/own")
            #expect(list.contains("Maree"))
            #expect(list.contains("href=\"\(Term.lesson(day))\""))
            let done = try await teacher.post(
                Term.lesson(day), [("kind", "cancelled"), ("note", "Sono a un convegno."), ("tell", "yes")])
            #expect(done.status == 303)
            #expect(done.location == "/admin/campus/own")
            let after = try await teacher.get("/admin/campus/own")
            #expect(after.contains("è annullata"))
            #expect(after.contains("è stato avvisato"))
            #expect(after.contains("Sono a un convegno."))

            let agenda = try await visitor.get("/campus/agenda?view=day&date=\(day)")
            #expect(agenda.contains("agenda-item colour-purple cancelled"))
            #expect(agenda.contains("Sono a un convegno."))
            let course = try await visitor.get("/campus/courses/1")
            #expect(course.contains("Cambi in vista"))
            #expect(course.contains("Annullata"))
            let alerts = try await visitor.get("/campus/alerts")
            #expect(alerts.contains("Lezione annullata: Maree"))
            let english = try await visitor.get("/campus/alerts", headers: [.acceptLanguage: "en"])
            #expect(english.contains("Lesson cancelled: Maree"))
            let file = try await term.file(visitor)
            let compact = day.replacing("-", with: "")
            #expect(file.contains("RECURRENCE-ID;TZID=Europe/Rome:\(compact)T090000\r\n"))
            #expect(file.contains("SUMMARY:Annullato: Maree"))
            #expect(file.contains("STATUS:CANCELLED"))

            // Taken back: nothing is left of it but a higher number, by which programs know.
            try await teacher.post(Term.lesson(day), [("kind", "held")])
            let again = try await term.file(visitor)
            #expect(!again.contains("RECURRENCE-ID"))
            #expect(Self.sequence(again) > Self.sequence(file))
            let gone = try await visitor.get("/campus/alerts")
            #expect(!gone.contains("Lezione annullata"))
        }
        let acts = try await term.site.value("SELECT count(*) FROM audit WHERE action = 'campus.timetables.lesson'", as: Int.self)
        #expect(acts == 2)
    }

    @Test func theNoticeNamesCourseAndRoomInEachLanguage() async throws {
        let term = try await Term()
        let (day, other) = (Term.monday(), Term.monday(3))
        try await term.site.database.write { db in
            try db.execute(sql: "UPDATE course SET translations = '{\"en\":{\"name\":{\"text\":\"Tides\",\"of\":\"Maree\"}}}' WHERE id = 1")
        }
        try await term.site.browse(as: "lea", "") { who in
            let fields = [
                ("kind", "moved"), ("on", other), ("from", "14:00"), ("to", "15:30"), ("area", "1"), ("note", ""), ("tell", "yes"),
            ]
            try await who[0].post(Term.lesson(day), fields)
            let italian = try await who[1].get("/campus/alerts/1", headers: [.acceptLanguage: "it"])
            #expect(italian.contains("Maree"))
            #expect(italian.contains("Aula Remo, Edificio Remo"))
            let english = try await who[1].get("/campus/alerts/1", headers: [.acceptLanguage: "en"])
            #expect(english.contains("Tides"))
        }
    }

    private static func sequence(_ file: String) -> Int {
        file.firstMatch(of: /SEQUENCE:(\d+)/).flatMap { Int($0.1) } ?? -1
    }

    @Test func aMovedLessonStandsWhereItWasMovedToAndTakesThatRoom() async throws {
        let term = try await Term()
        let (day, other) = (Term.monday(), Term.monday(3))
        try await term.site.browse(as: "lea", "", "admin") { who in
            try await who[1].post("/campus/mine/courses", [("course", "1"), ("colour", "blue")])
            // At that hour a week later the same hall holds the lesson of that week; half an hour of it is enough.
            let fields = [("kind", "moved"), ("from", "14:00"), ("to", "15:30"), ("area", "1"), ("note", "")]
            let moved = try await who[0].post(Term.lesson(day), fields + [("on", other)])
            #expect(moved.status == 303)
            let before = try await who[1].get("/campus/agenda?view=day&date=\(day)")
            #expect(before.contains("In questo periodo non c’è niente."))
            let after = try await who[1].get("/campus/agenda?view=day&date=\(other)")
            #expect(after.contains("14:00–15:30"))
            #expect(after.contains("09:00–10:30"))
            #expect(after.contains("invece di"))
            let file = try await term.file(who[1])
            #expect(file.contains("DTSTART;TZID=Europe/Rome:\(other.replacing("-", with: ""))T140000"))
            #expect(file.contains("RECURRENCE-ID;TZID=Europe/Rome:\(day.replacing("-", with: ""))T090000"))

            let calendar = [("name", "Ateneo"), ("colour", "blue"), ("common", "yes"), ("ordering", "10"), ("period", "hour")]
            try await who[2].post("/admin/campus/calendars", calendar)
            let event = [
                ("title", "Concerto"), ("calendar", "1"), ("starts", "\(other)T14:30"), ("ends", "\(other)T16:00"), ("area", "1"),
            ]
            let made = try await who[2].post("/admin/campus/events", event)
            #expect(made.status == 303)
            let conflicts = try await who[2].get("/admin/campus/conflicts")
            #expect(conflicts.contains("Concerto"))
            #expect(conflicts.contains("Maree"))
            let taken = try await who[0].post(Term.lesson(Term.monday(4)), fields + [("on", other)])
            #expect(taken.status == 422)
            #expect(taken.contains("occupato: Concerto"))
            #expect(taken.contains("value=\"\(other)\""))
        }
    }

    @Test func aSecondChangeCorrectsTheAlertInsteadOfDoublingIt() async throws {
        let term = try await Term()
        let day = Term.monday()
        try await term.site.browse(as: "lea", "") { who in
            try await who[1].post("/campus/mine/courses", [("course", "1"), ("colour", "blue")])
            try await who[0].post(Term.lesson(day), [("kind", "cancelled"), ("tell", "yes")])
            let fields = [("kind", "moved"), ("on", Term.monday(3)), ("from", "16:00"), ("to", "17:00")]
            try await who[0].post(Term.lesson(day), fields)
            let alerts = try await who[1].get("/campus/alerts")
            #expect(alerts.contains("Lezione spostata: Maree"))
            #expect(!alerts.contains("Lezione annullata"))
        }
        let live = try await term.site.value("SELECT count(*) FROM campusBulletin WHERE state = 'published'", as: Int.self)
        let alerts = try await term.site.value("SELECT count(*) FROM campusAlert", as: Int.self)
        #expect(live == 1)
        #expect(alerts == 1)
    }

    @Test func onlyWhoTeachesItOrKeepsTimetablesChangesALesson() async throws {
        let term = try await Term()
        let path = Term.lesson(Term.monday())
        try await term.site.browse(as: "ezra", "educator", "", "admin") { who in
            for stranger in who[0...1] {
                let form = try await stranger.get(path)
                let act = try await stranger.post(path, [("kind", "cancelled")])
                #expect(form.status == 404)
                #expect(act.status == 404)
            }
            let nobody = try await who[2].post(path, [("kind", "cancelled")])
            #expect(nobody.location?.hasPrefix("/sign-in") == true)
            let list = try await who[0].get("/admin/campus/timetables/1/lessons")
            #expect(list.status == 404)
            let editor = try await who[3].get("/admin/campus/timetables/1/lessons")
            #expect(editor.contains("href=\"\(path)\""))
            // No lesson on a Tuesday, none on a day that is none.
            for day in ["2026-02-31", "boh", String(path.suffix(10).dropLast(2)) + "99"] {
                let none = try await who[3].get(Term.lesson(day))
                #expect(none.status == 404, "\(day)")
            }
        }
        let changes = try await term.site.value("SELECT count(*) FROM campusLessonChange", as: Int.self)
        #expect(changes == 0)
    }

    private static let refusals: [(String, String)] = [
        ("kind=", "Scegli che cosa succede"),
        ("kind=moved&on=2026-02-31&from=10:00&to=11:00", "Scrivi un giorno che esiste."),
        ("kind=moved&on=2020-02-03&from=10:00&to=11:00", "ancora venire"),
        ("kind=moved&on=2099-02-03&from=11:00&to=10:00", "value=\"11:00\""),
        ("kind=moved&on=2099-02-03&from=9&to=10:00", "value=\"9\""),
        ("kind=moved&on=2099-02-03&from=09:00&to=10:00&area=99", "non c’è più"),
        ("kind=cancelled&note=" + String(repeating: "a", count: 161), "Accorcia la nota"),
    ]

    @Test(arguments: refusals)
    func refusesWhatCannotBe(_ typed: String, _ sentence: String) async throws {
        let fields = typed.split(separator: "&").map { pair -> (String, String) in
            let parts = pair.split(separator: "=", omittingEmptySubsequences: false)
            return (String(parts[0]), String(parts[1]))
        }
        let term = try await Term()
        try await term.site.browse(as: "lea") { who in
            let answer = try await who[0].post(Term.lesson(Term.monday()), fields)
            #expect(answer.status == 422)
            #expect(answer.contains(sentence))
            let reasons = answer.text.matches(of: /class="error" id="([a-z-]+)"/).map { String($0.1) }
            #expect(!reasons.isEmpty)
            #expect(reasons.allSatisfy { answer.contains("aria-describedby=\"\($0)\"") })
        }
    }

    @Test func aTeacherKeepsTheProgrammeOfHisCoursesAndOfNoOther() async throws {
        let term = try await Term()
        try await term.site.browse(as: "lea", "", "ezra", "educator") { who in
            let own = try await who[0].get("/admin/campus/own")
            #expect(own.contains("href=\"/admin/campus/own/courses/1\""))
            #expect(!own.contains("own/courses/2"))
            let (page, other) = ("/admin/campus/own/courses/1", "/admin/campus/own/courses/2")
            let form = try await who[0].get(page)
            #expect(form.contains("Capire l’acqua alta."))
            #expect(!form.contains("name=\"credits\""))
            #expect(!form.contains("name=\"code\""))
            let long = try await who[0].post(page, [("version", "1"), ("languages", String(repeating: "a", count: 121))])
            #expect(long.status == 422)
            let fields = [
                ("version", "1"), ("objectives", "Leggere le maree."), ("reading", "L’almanacco."), ("name", "Altro"), ("credits", "60"),
                ("translations", #"{"en":{"name":{"text":"Other","of":"Maree"}}}"#),
            ]
            let saved = try await who[0].post(page, fields)
            #expect(saved.status == 303)
            let seen = try await who[1].get("/campus/courses/1")
            #expect(seen.contains("Leggere le maree."))
            #expect(seen.contains("L’almanacco."))
            #expect(seen.contains("Maree"))
            #expect(!seen.contains("60 crediti"))
            let english = try await who[1].get("/campus/courses/1", headers: [.acceptLanguage: "en"])
            #expect(english.contains("Maree"))
            #expect(!english.contains("Other"))
            // The same once more takes nothing back; something else over the newer one is asked about.
            let again = try await who[0].post(page, fields)
            #expect(again.status == 303)
            let late = try await who[0].post(page, fields.map { $0.0 == "objectives" ? ($0.0, "Altro.") : $0 })
            #expect(late.status == 409)
            #expect(late.contains("Leggere le maree."))
            #expect(late.contains("name=\"objectives.asked\""))
            for (stranger, address) in [(who[0], other), (who[2], page), (who[3], page)] {
                let (shown, kept) = (try await stranger.get(address), try await stranger.post(address, fields))
                #expect(shown.status == 404)
                #expect(kept.status == 404)
            }
            // In a later year somebody else teaches it.
            try await term.site.database.write { db in
                var year = AcademicYear()
                year.name = "2027/2028"
                try year.insert(db, by: University.actor)
                var activity = Activity()
                (activity.code, activity.course, activity.year, activity.teachers) = ("EC01-2027", 1, 2, [2])
                try activity.insert(db, by: University.actor)
            }
            let gone = try await who[0].get(page)
            #expect(gone.status == 404)
        }
    }

    @Test func aTeacherKeepsHisOwnRecordAndNothingElseOfIt() async throws {
        let term = try await Term()
        try await term.site.browse(as: "lea", "", "ezra", "educator") { who in
            let page = "/admin/campus/own/profile"
            let form = try await who[0].get(page)
            #expect(form.contains("Qualche parola"))
            #expect(!form.contains("name=\"account\""))
            #expect(!form.contains("name=\"name\""))
            let row = try await who[0].post(page, [("version", "1"), ("office", "2.14"), ("act", "hours.add")])
            #expect(row.status == 200)
            #expect(row.contains("value=\"2.14\""))
            #expect(row.contains("hours.0.weekday"))
            let fields = [
                ("version", "1"), ("office", "Edificio Remo, 2.14"), ("about", "Studio le maree."), ("name", "Altra"), ("account", "admin"),
                ("hours.0.id", ""), ("hours.0.weekday", "friday"), ("hours.0.begins", "11:00"), ("hours.0.ends", "12:00"),
            ]
            let wrong = try await who[0].post(page, fields + [("website", "non un sito")])
            #expect(wrong.status == 422)
            #expect(wrong.contains("Studio le maree."))
            let saved = try await who[0].post(page, fields)
            #expect(saved.status == 303)
            let seen = try await who[1].get("/campus/people/1")
            #expect(seen.contains("Lea Velario"))
            #expect(seen.contains("Studio le maree."))
            #expect(seen.contains("Venerdì 11:00–12:00"))
            let again = try await who[0].post(page, fields)
            #expect(again.status == 303)
            let late = try await who[0].post(page, fields.map { $0.0 == "office" ? ($0.0, "Altrove") : $0 })
            #expect(late.status == 409)
            #expect(late.contains("Edificio Remo, 2.14"))
            #expect(late.contains("name=\"office.asked\""))
            for stranger in who[2...3] {
                let none = try await stranger.get(page)
                #expect(none.status == 404)
            }
        }
        let account = try await term.site.value("SELECT account FROM person WHERE id = 1", as: String.self)
        #expect(account == "lea")
        let acts = try await term.site.value("SELECT count(*) FROM audit WHERE action = 'registry.people.update'", as: Int.self)
        #expect(acts == 1)
    }
}
