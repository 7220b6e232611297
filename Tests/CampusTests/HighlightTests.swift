import Foundation
import TestSupport
import Testing

@testable import Admin
@testable import Campus

@Suite struct HighlightTests {
    @Test func theFirstPageNamesTheNextEventUntilTheCampusIsSwitchedOff() async throws {
        let university = try await University()
        try await university.site.database.write { db in
            var calendar = UniversityCalendar()
            (calendar.name, calendar.common) = ("Ateneo", true)
            try calendar.insert(db, by: University.actor)
            for (title, days) in [("Concerto", 2.0), ("Mercato", 1), ("Regata", 30)] {
                var event = Event()
                (event.title, event.calendar) = (title, 1)
                (event.starts, event.ends) = (.now + days * 86_400, .now + days * 86_400 + 3_600)
                try event.insert(db, by: University.actor)
            }
        }
        try await university.site.browse(as: "") { who in
            let on = try await who[0].get("/")
            #expect(on.contains("<strong>Mercato</strong>"))
            #expect(!on.contains("Concerto"))
            try await university.site.database.write { db in
                var settings = try SiteSettings.load(db)
                settings.systems = ["house"]
                try settings.save(db)
            }
            let off = try await who[0].get("/")
            #expect(!off.contains("Mercato"))
        }
    }
}
