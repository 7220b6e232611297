import Foundation
import GRDB
import Testing

@testable import Campus

@Suite struct UpkeepTests {
    @Test func eventsGoAYearAfterTheirEndAndProgramsAreTold() async throws {
        let town = try await AlertTown()
        try await town.site.database.write { db in
            var calendar = UniversityCalendar()
            calendar.name = "Ateneo"
            try calendar.insert(db, by: .system("tests"))
            for (title, days) in [("Antico", 400.0), ("Passato", 300), ("Futuro", -10)] {
                var event = Event()
                (event.title, event.calendar, event.starts) = (title, calendar.id, .now - days * 86_400 - 3_600)
                event.ends = event.starts + 3_600
                try event.insert(db, by: .system("tests"))
            }
        }
        let count = try await town.site.database.write { try EventPurge.run($0, now: .now) }
        #expect(count == 1)
        try await town.site.browse(as: "admin") { who in
            let sync = try await who[0].call(.get, "/campus/api/v1/sync")
            #expect(sync.contains(#""removed":[{"kind":"event","id":1}]"#))
            let trash = try await who[0].get("/admin/campus/events/trash")
            #expect(trash.contains("Antico"))
            #expect(!trash.contains("Passato"))
        }
    }

    @Test func brokenLinksAreListedSinceWhenAndForgottenWhenTheyAreMended() async throws {
        try await Elsewhere.serve { away, room in
            away.set("/there", "Ciao")
            for (title, address) in [
                ("C’è", away.address("/there#qui")), ("Sparito", away.address("/missing")), ("Grande", away.address("/large")),
                ("Interno", away.address("/missing", host: "localhost")),
            ] {
                try await room.article(title, link: address)
                try await room.check(address)
            }
            try await room.site.browse(as: "admin", "educator") { who in
                let page = try await who[0].get("/admin/campus/broken-links")
                #expect(page.contains("Sparito"))
                #expect(page.contains("Il sito risponde 404."))
                for title in ["C’è<", "Grande<", "Interno<"] { #expect(!page.contains(title), "\(title)") }
                let refused = try await who[1].get("/admin/campus/broken-links")
                #expect(refused.status == 404)
                away.set("/missing", "Eccomi")
                try await room.check(away.address("/missing"))
                let mended = try await who[0].get("/admin/campus/broken-links")
                #expect(mended.contains("Nessun collegamento rotto"))
            }
            let due = try await room.site.database.read { try LinkCheck.due($0, now: .now) }
            let later = try await room.site.database.read { try LinkCheck.due($0, now: .now + 8 * 86_400) }
            #expect(due == [])
            #expect(later.count == 4)
        }
    }

    @Test func noLinkIsCalledSoundBeforeOneWasLookedAt() async throws {
        try await Elsewhere.serve { _, room in
            try await room.site.browse(as: "admin") { who in
                let page = try await who[0].get("/admin/campus/broken-links")
                #expect(page.contains("Il primo controllo non è ancora stato fatto."))
                #expect(!page.contains("Nessun collegamento rotto"))
            }
        }
    }

    @Test func whatIsGoneIsHiddenFromVisitorsUntilItIsThereAgain() async throws {
        try await Elsewhere.serve { away, room in
            let address = away.address("/missing")
            try await room.article("Sparito", link: address)
            try await room.site.database.write { db in
                var (category, link, calendar, event) = (LinkCategory(), CampusLink(), UniversityCalendar(), Event())
                category.name = "Servizi"
                try category.insert(db, by: .system("tests"))
                (calendar.name, link.name, link.url, link.category) = ("Ateneo", "Modulo sparito", address, category.id)
                try link.insert(db, by: .system("tests"))
                try calendar.insert(db, by: .system("tests"))
                var slides = EventLink()
                (slides.name, slides.url) = ("Modulo sparito", address)
                (event.title, event.calendar, event.links) = ("Incontro", calendar.id, [slides])
                try event.insert(db, by: .system("tests"))
            }
            try await room.site.browse(as: "admin", "") { who in
                func sees(_ isThere: Bool, _ when: String) async throws {
                    for path in ["resources", "search?q=modulo", "events/1", "api/v1/resources", "api/v1/events/1"] {
                        #expect(try await who[1].call(.get, "/campus/\(path)").contains("Modulo sparito") == isThere, "\(path) \(when)")
                    }
                    #expect(try await who[1].get("/campus/news/1").contains("href=\"\(address)\"") == isThere, "\(when)")
                    let sync = try await who[1].call(.get, "/campus/api/v1/sync?kinds=link")
                    #expect(sync.contains(#""removed":[{"kind":"link","id":1}]"#) != isThere, "\(when)")
                }
                try await sees(true, "before")
                try await room.check(address)
                try await sees(false, "gone")
                #expect(try await who[0].get("/admin/campus/broken-links").contains("<span class=\"badge\">nascosto</span>"))
                away.set("/missing", "Eccomi")
                try await room.check(address)
                try await sees(true, "again")
            }
        }
    }

    @Test func aSiteThatDoesNotAnswerOnceIsNoBrokenLink() async throws {
        let room = try await NewsFixture(neighbours: ["127.0.0.1"])
        // Nobody listens there.
        let address = "http://127.0.0.1:9/"
        try await room.article("Muto", link: address)
        for expected in [0, 1] {
            try await room.check(address)
            let count = try await room.site.value("SELECT count(*) FROM (\(LinkUses.broken))", as: Int.self)
            #expect(count == expected)
        }
    }
}
