import AdminTestSupport
import Foundation
import GRDB
import Testing

@testable import Admin

@Suite struct WaitingTests {
    let site: SampleSite

    init() async throws { site = try await SampleSite() }

    /// Every card leads to a list that counts the same.
    @Test func everyCardLeadsToExactlyWhatItCounts() async throws {
        try await site.browse(as: "librarian") { [self] browsers in
            let librarian = browsers[0]
            try await librarian.post("/admin/scope", [("scope", "1"), ("next", "/admin")])
            let book = [("copies", "0"), ("ordering", "10"), ("price", ""), ("act", "save")]
            for name in ["Riso", "Pane", "Latte"] { try await librarian.post("/admin/sample/books", [("name", name)] + book) }
            let tour = [("level", "easy"), ("people", "2"), ("calories", ""), ("act", "save")]
            for name in ["Risotto", "Toast"] { try await librarian.post("/admin/sample/tours", [("name", name)] + tour) }
            try await librarian.post(
                "/admin/sample/tours",
                [("name", "Pasta"), ("stops.0.id", ""), ("stops.0.text", "Bolli."), ("stops.0.timer", "none")] + tour)
            try await librarian.post(
                "/admin/sample/sellers", [("name", "Mercato"), ("radius", "300"), ("published", "yes"), ("act", "save")])
            try await librarian.post("/admin/sample/readers", [("name", "Anna"), ("entry", "none"), ("active", "yes"), ("act", "save")])
            try await site.database.write { db in
                for number in 1...3 {
                    try db.execute(
                        sql: """
                            INSERT INTO picture ("key", file, width, height, bytes, alt, scopeID, createdAt, updatedAt)
                            VALUES (?, ?, 1, 1, 1, ?, ?, '2026-01-01', '2026-01-01')
                            """,
                        arguments: ["p\(number)", String(repeating: "\(number)", count: 32), number == 3 ? "mele" : "", number])
                }
            }
            let page = try await librarian.get("/admin")
            let cards = page.text.matches(of: #/(?s)<a class="wait[^"]*" href="([^"]*)">.*?wait-count">([^<]*)</#)
            #expect(cards.count >= 9)
            for card in cards {
                let list = try await librarian.get(String(card.1).replacing("&amp;", with: "&"))
                #expect(list.contains("<span class=\"count\">\(card.2)</span>"), "\(card.1) should hold \(card.2)")
            }
            #expect(page.contains("stops=absent"))
            #expect(page.contains("text=missing"))
            #expect(page.text.firstMatch(of: #/(?s)stops=absent">.*?wait-count">2</#) != nil)
        }
    }

    @Test func decisionsThatPeopleWaitForStandBeforeRecordsToComplete() {
        let cards = [("price", Card.Kind.info), ("appeal", .due), ("help", .bad), ("report", .due)].map { name, kind in
            Card(name, count: 1, address: "/", icon: "warn", permission: "", kind: kind)
        }
        #expect(Card.sorted(cards, by: [.due, .info]).map(\.texts) == ["appeal", "report", "price"])
    }

    @Test func tellsWhatOthersChangedSinceTheVisitBefore() async throws {
        try await site.browse(as: "librarian", "librarian-blu", "admin") { [self] browsers in
            let blu = browsers[1]
            // Nobody is told of a past that he was not here for.
            expect(try await blu.get("/admin").contains("Che cosa hanno cambiato gli altri") == false)
            try await site.database.write { db in
                try db.execute(sql: "UPDATE preference SET value = CAST(value AS INTEGER) - 7200 WHERE name = 'visit.seen'")
            }
            for (library, name) in [("1", "Riso rosso"), ("2", "Pane blu")] {
                try await browsers[0].post("/admin/scope", [("scope", library), ("next", "/admin")])
                let book = [("name", name), ("copies", "1"), ("ordering", "10"), ("price", ""), ("act", "save")]
                let made = try await browsers[0].post("/admin/sample/books", book)
                #expect(made.status == 303)
            }
            let own = [("name", "Mio"), ("copies", "1"), ("ordering", "10"), ("price", ""), ("act", "save")]
            try await blu.post("/admin/sample/books", own)
            let page = try await blu.get("/admin")
            #expect(page.contains("<strong>Bibliotecaria</strong> ha creato"))
            #expect(page.contains("Pane blu"))
            #expect(!page.contains("Riso rosso"))
            #expect(!page.contains("Mio (libro)"))
            #expect(page.contains("href=\"/admin/changes\">1 cosa cambiata"))
            let all = try await blu.get("/admin/changes")
            #expect(all.contains("Pane blu (libro)"))
            #expect(!all.contains("Riso rosso"))
            #expect(all.contains("<span class=\"count\">1</span>"))
            // It stays while the visit lasts, and a thing that is changed twice is one thing.
            expect(try await blu.get("/admin").contains("Pane blu"))
        }
    }
}
