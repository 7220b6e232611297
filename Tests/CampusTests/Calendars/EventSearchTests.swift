import Foundation
import TestSupport
import Testing

@testable import Campus

@Suite struct EventSearchTests {
    @Test func aTouchNarrowsTheEventsToTodayAndKeepsTheWords() async throws {
        let university = try await University()
        let rome = try #require(TimeZone(identifier: "Europe/Rome"))
        let noon = AgendaSpan.calendar(rome).startOfDay(for: .now) + 12 * 3_600
        try await university.site.database.write { db in
            var calendar = UniversityCalendar()
            calendar.name = "Ateneo"
            try calendar.insert(db, by: University.actor)
            for (title, days) in [("Concerto oggi", 0.0), ("Concerto dopo", 3), ("Concerto lontano", 400)] {
                var event = Event()
                (event.title, event.calendar) = (title, 1)
                (event.starts, event.ends) = (noon + days * 86_400, noon + days * 86_400 + 3_600)
                try event.insert(db, by: University.actor)
            }
        }
        try await university.site.browse(as: "") { who in
            let all = try await who[0].get("/campus/events?q=concerto")
            #expect(all.contains("<details class=\"advanced\">"))
            #expect(all.text.matches(of: /class="agenda-date"/).count == 3)
            // Another year is named.
            #expect(all.text.contains(/<small>\d{4}<\/small>/))
            let day = AgendaSpan.text(noon, rome)
            let address = "/campus/events?q=concerto&from=\(day)&to=\(day)"
            #expect(all.contains("href=\"\(address.replacing("&", with: "&amp;"))\""))
            let today = try await who[0].get(address)
            #expect(today.contains("Concerto oggi"))
            #expect(!today.contains("Concerto dopo"))
            #expect(today.contains("<details class=\"advanced\">"))
            #expect(today.contains("aria-current=\"page\">Oggi</a>"))
            let open = try await who[0].get("/campus/events?person=nessuno")
            #expect(open.contains("<details class=\"advanced\" open>"))
        }
    }
}
