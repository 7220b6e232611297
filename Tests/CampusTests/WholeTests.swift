import Foundation
import TestSupport
import Testing

@testable import Campus

/// The definition of "the whole system works": an editor makes everything by the forms of the back office, a visitor without an account
/// finds it, and what is taken back is gone everywhere.
@Suite struct WholeTests {
    @Test func whatAnEditorMakesAVisitorFindsAndWhatIsTakenBackIsGone() async throws {
        let site = try await TestSite("registry", "campus")
        try await site.browse(as: "admin", "") { who in
            let (editor, visitor) = (who[0], who[1])
            let day = Term.monday()
            try await Self.make(editor, day)

            // The lecturer by surname, the course from the profile, its lessons and the lecturer kept.
            let found = try await visitor.get("/campus/people?q=onde")
            #expect(found.contains("Nina Onderi"))
            #expect(found.contains("/campus/people/1"))
            let profile = try await visitor.get("/campus/people/1")
            #expect(profile.contains("/campus/courses/1"))
            try await visitor.post("/campus/mine/courses", [("course", "1"), ("colour", "red")])
            let agenda = try await visitor.get("/campus/agenda?view=day&date=\(day)")
            #expect(agenda.contains("Maree"))
            #expect(agenda.contains("09:00–10:30"))
            #expect(agenda.contains("Aula Remo"))
            let mine = try await visitor.get("/campus/mine")
            #expect(mine.contains("Nina Onderi"))

            // The alert is counted and leads to the course.
            let home = try await visitor.get("/campus")
            #expect(home.contains("1 avviso nuovo"))
            let alert = try await visitor.get("/campus/alerts/1")
            #expect(alert.contains("href=\"/campus/courses/1\""))

            // The place on the plan and in the list, the calendar as a file, the same in JSON.
            let places = try await visitor.get("/campus/places")
            #expect(places.text.components(separatedBy: "/campus/buildings/1\"").count == 5)
            let event = try await visitor.get("/campus/events/1")
            #expect(event.contains("href=\"https://example.org/programma.pdf\""))
            #expect(event.contains("Registrazione"))
            let file = try await visitor.get("/campus/calendars/ateneo.ics")
            #expect(file.contains("SUMMARY:Inaugurazione"))
            for (path, said) in [
                ("people?surname=onderi", "Onderi"), ("courses/EC01", "Maree"), ("degrees", "Ecologia"), ("buildings", "Edificio Remo"),
                ("calendars/ateneo/events?from=\(day)", "Inaugurazione"), ("events/1", "https://example.org/diretta"),
                ("alerts", "Aula chiusa"),
            ] {
                let answer = try await visitor.call(.get, "/campus/api/v1/\(path)")
                #expect(answer.status == 200, "\(path): \(answer.text.prefix(300))")
                #expect(answer.contains(said), "\(path): \(answer.text.prefix(300))")
            }

            // The alert goes to the trash and is nowhere any more.
            let since = try await site.value("SELECT max(number) FROM campusChange", as: Int.self) ?? 0
            let gone = try await editor.post("/admin/campus/alerts/1/deletion")
            #expect(gone.status == 303)
            for path in [
                "/campus/alerts", "/campus/alerts.atom", "/campus/alerts.rss", "/campus/alerts.json", "/campus/api/v1/alerts", "/campus",
            ] {
                let page = try await visitor.get(path)
                #expect(page.status == 200, "\(path)")
                #expect(!page.contains("Aula chiusa"), "\(path)")
            }
            let sync = try await visitor.call(.get, "/campus/api/v1/sync?since=\(since)")
            #expect(sync.contains("{\"kind\":\"alert\",\"id\":1}"))
        }
    }

    private static func make(_ editor: Browser, _ day: String) async throws {
        let begins = AgendaSpan.text(.now - 20 * 86_400, Term.zone) + "T00:00"
        let ends = AgendaSpan.text(.now + 90 * 86_400, Term.zone) + "T23:59"
        let forms: [(String, [(String, String)])] = [
            ("registry/academic-years", [("name", "2026/2027"), ("begins", begins), ("ends", ends)]),
            ("registry/departments", [("name", "Scienze della laguna")]),
            (
                "registry/people",
                [("name", "Nina Onderi"), ("givenName", "Nina"), ("surname", "Onderi"), ("department", "1"), ("active", "yes")]
            ),
            ("registry/degrees", [("name", "Ecologia"), ("level", "bachelor"), ("department", "1"), ("years", "3")]),
            ("registry/courses", [("code", "EC01"), ("name", "Maree"), ("degree", "1"), ("courseYear", "1"), ("credits", "6")]),
            ("registry/activities", [("code", "EC01-2026"), ("course", "1"), ("year", "1"), ("term", "firstSemester"), ("teachers", "1")]),
            ("campus/place-types", [("name", "Aule"), ("mark", "site"), ("ordering", "10")]),
            (
                "campus/buildings",
                [("name", "Edificio Remo"), ("code", "ED01"), ("type", "1"), ("place", "45.41, 12.29")]
            ),
            ("campus/areas", [("name", "Aula Remo"), ("building", "1"), ("type", "1")]),
            (
                "campus/timetables",
                [
                    ("code", "EC01-2026"), ("activity", "1"), ("slots.0.id", ""), ("slots.0.weekday", "monday"),
                    ("slots.0.begins", "09:00"), ("slots.0.ends", "10:30"), ("slots.0.area", "1"),
                ]
            ),
            ("campus/calendars", [("name", "Ateneo"), ("colour", "blue"), ("common", "yes"), ("ordering", "10"), ("period", "hour")]),
            (
                "campus/events",
                [
                    ("title", "Inaugurazione"), ("calendar", "1"), ("starts", "\(day)T11:00"), ("ends", "\(day)T12:00"),
                    ("links.0.id", ""), ("links.0.kind", "attachment"), ("links.0.name", "Programma"),
                    ("links.0.url", "https://example.org/programma.pdf"), ("links.1.id", ""), ("links.1.kind", "recording"),
                    ("links.1.name", "Diretta"), ("links.1.url", "https://example.org/diretta"),
                ]
            ),
            ("campus/alert-categories", [("name", "Didattica"), ("hazard", "Other"), ("ticker", "yes"), ("ordering", "10")]),
            (
                "campus/alerts",
                [("title", "Aula chiusa"), ("titleEn", "Room closed"), ("category", "1"), ("severity", "warning"), ("courses", "1")]
            ),
            ("campus/alerts/1/bulletins", [("version", "1"), ("at", "")]),
        ]
        for (path, fields) in forms {
            let made = try await editor.post("/admin/\(path)", fields)
            #expect(made.status == 303, "\(path): \(made.text.matches(of: /class="error"[^>]*>.*?<\/p>/).map { String($0.output) })")
        }
    }
}
